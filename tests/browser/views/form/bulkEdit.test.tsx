import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { undoStore } from '../../../../src/features/undo/undoStore.ts'
import { hire, mechanic, repair } from '../../../fixtures/businesses/hire.ts'
import { fakeProvider, rowsOf, visit } from '../console.tsx'
import { aKey, bigLamp, lamp, userWith, without } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

beforeEach(() => undoStore.clear())

describe('bulk edit of chosen fields', () => {
  const open = async (total: number, answers: Parameters<typeof fakeProvider>[0] = {}) => {
    const provider = fakeProvider({
      getList: vi.fn(async () => ({ data: [lamp(), bigLamp()], total })) as never,
      call: vi.fn(async () => ({
        message: 'Things updated',
        data: {
          done: 2,
          skipped: 0,
          records: [
            { id: 7, version: 4 },
            { id: 8, version: 6 },
          ],
        },
      })) as never,
      ...answers,
    })
    const visited = visit('/store/things', { provider })
    await screen.findByRole('table')
    await visited.person.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
    return { ...visited, provider }
  }

  const choose = async (person: ReturnType<typeof visit>['person'], name: string) => {
    await person.click(
      await screen.findByRole('combobox', { name: /Field to change|Another field/ }),
    )
    await person.click(await screen.findByRole('option', { name }))
  }

  it('offers what may be set in many: nothing masked, secret or computed', async () => {
    const { person } = await open(2)
    await person.click(await screen.findByRole('button', { name: 'Edit' }))
    await person.click(await screen.findByRole('combobox', { name: 'Field to change' }))
    const names = (await screen.findAllByRole('option')).map((one) => one.textContent)
    expect(names).toContain('Money')
    expect(names).toContain('Note')
    for (const name of ['Password', 'Secret']) expect(names).not.toContain(name)
  })

  it('leaves out fields that the user sees masked or may not set', async () => {
    const provider = fakeProvider({ getList: rowsOf(lamp()) })
    const user = without('thing.contact', 'thing.note')
    const { person } = visit('/store/things', { provider, user })
    await screen.findByRole('table')
    await person.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
    await person.click(await screen.findByRole('button', { name: 'Edit' }))
    await person.click(await screen.findByRole('combobox', { name: 'Field to change' }))
    const names = (await screen.findAllByRole('option')).map((one) => one.textContent)
    expect(names).toContain('Money')
    expect(names).not.toContain('Email')
    expect(names).not.toContain('Note')
  })

  it('sends the chosen values, "make empty" included, with the versions on the screen', async () => {
    const { person, provider } = await open(2)
    await person.click(await screen.findByRole('button', { name: 'Edit' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit 2 things' })
    await choose(person, 'Money')
    await person.type(within(dialog).getByRole('textbox', { name: 'Money' }), '12.5')
    await choose(person, 'Note')
    await person.click(within(dialog).getByRole('checkbox', { name: 'Make Note empty' }))
    await person.click(within(dialog).getByRole('button', { name: 'Change 2 things' }))
    await waitFor(() =>
      expect(provider.call).toHaveBeenCalledWith(
        'POST',
        '/store/thing/bulk/update',
        { ids: [7, 8], versions: [3, 5], values: { money: 12.5, note: null } },
        { key: expect.stringMatching(aKey) },
      ),
    )
    const toast = await screen.findByText('2 things updated')
    // B7: with what was given to them.
    expect(toast.textContent).toContain('Money: €12.50, Note: —')
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  })

  it('12.2 has an input for a field that only some of the records show', async () => {
    const rows = [1, 2].map((id) => ({ id, version: 1, code: `R${id}`, kind: 'external' }))
    const provider = fakeProvider({
      getList: rowsOf(...(rows as never[])),
      call: vi.fn(async () => ({ data: { done: 2, skipped: 0 } })) as never,
    })
    const screens = { '/repairs': <ResourceList resource={repair} /> }
    const around = { user: userWith(...mechanic), provider, resources: hire }
    const { person } = openScreens('/repairs', screens, around)
    await screen.findByRole('table')
    await person.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
    await person.click(await screen.findByRole('button', { name: 'Edit' }))
    await choose(person, 'Workshop')
    await person.type(await screen.findByLabelText(/^Workshop/), 'Ada & Sons')
    await choose(person, 'Cost')
    await person.type(await screen.findByLabelText(/^Cost/), '5')
    await person.click(screen.getByRole('button', { name: 'Change 2 repairs' }))
    await waitFor(() => expect(provider.call).toHaveBeenCalled())
    expect(vi.mocked(provider.call as any).mock.lastCall?.[2]).toMatchObject({
      values: { workshop: 'Ada & Sons', cost: 5 },
    })
  })

  it('empties nothing by an input that was left blank', async () => {
    const { person, provider } = await open(2)
    await person.click(await screen.findByRole('button', { name: 'Edit' }))
    await choose(person, 'Money')
    await person.click(screen.getByRole('button', { name: 'Change 2 things' }))
    expect(await screen.findByText('Fill in this field')).toBeTruthy()
    expect(provider.call).not.toHaveBeenCalled()
  })

  it('asks for confirmation above 100, and again with the new number when it has changed', async () => {
    const changed = Object.assign(new Error('The filter now matches 151 records.'), {
      status: 409,
      body: { errors: { expected_count: '151' } },
    })
    const call = vi
      .fn()
      .mockRejectedValueOnce(changed)
      .mockResolvedValue({ message: 'Things updated', data: { done: 151, skipped: 0 } })
    const { person } = await open(150, { call: call as never })
    await person.click(await screen.findByRole('button', { name: 'Select all 150 that match' }))
    await person.click(await screen.findByRole('button', { name: 'Edit' }))
    await choose(person, 'Money')
    await person.type(await screen.findByRole('textbox', { name: 'Money' }), '1')
    await person.click(screen.getByRole('button', { name: 'Change 150 things' }))
    expect(await screen.findByText('This changes Money of 150 things.')).toBeTruthy()
    expect(call).not.toHaveBeenCalled()
    await person.click(screen.getByRole('button', { name: 'Change 150 things' }))
    expect(await screen.findByText('The filter now matches 151 records.')).toBeTruthy()
    expect(screen.getByRole('dialog', { name: 'Edit 151 things' })).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Change 151 things' }))
    await person.click(await screen.findByRole('button', { name: 'Change 151 things' }))
    await waitFor(() =>
      expect(call).toHaveBeenLastCalledWith(
        'POST',
        '/store/thing/bulk/update',
        {
          filter: {},
          expected_count: 151,
          values: { money: 1 },
        },
        { key: expect.stringMatching(aKey) },
      ),
    )
  })

  it('reports what was done, what was skipped and why, and gives it as a file', async () => {
    const failures = [
      { id: 8, code: 'changed', reason: 'Changed by someone else meanwhile.' },
      { id: 9, code: 'permission', reason: 'You do not have the permission for this.' },
      { id: 10, code: 'invalid', reason: 'This value is already taken' },
    ]
    const data = { done: 1, skipped: 3, failures, records: [{ id: 7, version: 4 }] }
    const { person } = await open(2, { call: vi.fn(async () => ({ data })) as never })
    await person.click(await screen.findByRole('button', { name: 'Edit' }))
    await choose(person, 'Money')
    await person.type(await screen.findByRole('textbox', { name: 'Money' }), '1')
    await person.click(screen.getByRole('button', { name: 'Change 2 things' }))
    expect(await screen.findByText('1 done, 3 skipped.')).toBeTruthy()
    expect(screen.getByText('1 changed meanwhile · 1 without permission · 1 refused')).toBeTruthy()
    expect(screen.getByRole('link', { name: '#8' }).getAttribute('href')).toBe(
      '/store/things/8/show',
    )
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await person.click(screen.getByRole('button', { name: 'Download the skipped' }))
    const text = await (made.mock.lastCall?.[0] as Blob | undefined)?.text()
    expect(text).toContain('"ID","Code","Reason"')
    expect(text).toContain('"10","invalid","This value is already taken"')
    expect(click.mock.contexts[0]).toHaveProperty('download', 'Things skipped.csv')
    made.mockRestore()
    click.mockRestore()
  })

  it('says what has not come to what it was changed for', async () => {
    const warnings = [{ id: 8, warning: 'It is changed, and dark still.' }]
    const data = { done: 2, skipped: 0, warnings, records: [{ id: 7, version: 4 }] }
    const { person } = await open(2, { call: vi.fn(async () => ({ data })) as never })
    await person.click(await screen.findByRole('button', { name: 'Edit' }))
    await choose(person, 'Money')
    await person.type(await screen.findByRole('textbox', { name: 'Money' }), '1')
    await person.click(screen.getByRole('button', { name: 'Change 2 things' }))
    expect((await screen.findByRole('status')).textContent).toBe('2 things updated')
    expect(screen.getByRole('listitem').textContent).toBe('#8 It is changed, and dark still.')
    expect(screen.queryByRole('button', { name: 'Download the skipped' })).toBeNull()
  })

  it('shows the job that goes on, then its report with the undo', async () => {
    const job = {
      id: 3,
      name: 'Things: update',
      state: 'finished',
      progress: 100,
      total: 150,
      pending: 0,
      processed: 150,
      failed: 2,
      error_file: 'abc',
      message: '2 were skipped: the file says why.',
      result: { skipped: { permission: 2 }, warnings: [{ reason: 'Dark still', count: 4 }] },
    }
    const call = vi.fn(async () => ({ data: { job_id: 3 } }))
    const { person, provider } = await open(2, {
      call: call as never,
      getOne: vi.fn(async () => ({ data: job })) as never,
    })
    await person.click(await screen.findByRole('button', { name: 'Edit' }))
    await choose(person, 'Money')
    await person.type(await screen.findByRole('textbox', { name: 'Money' }), '1')
    await person.click(screen.getByRole('button', { name: 'Change 2 things' }))
    expect(await screen.findByText('2 without permission')).toBeTruthy()
    expect(screen.getByText('4 × Dark still')).toBeTruthy()
    expect(screen.queryByText('2 were skipped: the file says why.')).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Download the skipped' }))
    expect(provider.download).toHaveBeenCalledWith('/profile/job/3/download/error')
    await person.click(screen.getByRole('button', { name: 'Undo what was done' }))
    await waitFor(() =>
      expect(call).toHaveBeenLastCalledWith(
        'POST',
        '/store/thing/bulk/undo',
        { job_id: 3 },
        { key: expect.stringMatching(aKey) },
      ),
    )
  })
})
