import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { undoStore } from '../../../src/browser/views/acts/undoStore.ts'
import { fakeProvider, visit } from './console.tsx'
import { everything, lamp, userWith } from './fixture.ts'

const without = (...names: string[]) =>
  userWith(...everything.filter((one) => !names.includes(one)))

const refusal = (status: number, message: string, errors?: Record<string, string>) =>
  Object.assign(new Error(message), { status, body: { message, errors } })

const big = () => lamp({ id: 8, text: 'A big lamp', version: 5 })

const rowsOf = (...rows: ReturnType<typeof lamp>[]) =>
  vi.fn(async () => ({ data: rows, total: rows.length })) as never

const lastCall = (mock: unknown) => vi.mocked(mock as any).mock.lastCall

beforeEach(() => {
  undoStore.clear()
})

describe('bulk edit of chosen fields (issue 3)', () => {
  const open = async (total: number, answers: Parameters<typeof fakeProvider>[0] = {}) => {
    const provider = fakeProvider({
      getList: vi.fn(async () => ({ data: [lamp(), big()], total })) as never,
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
    await person.click(screen.getByRole('button', { name: 'Edit' }))
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
    await person.click(screen.getByRole('button', { name: 'Edit' }))
    await person.click(await screen.findByRole('combobox', { name: 'Field to change' }))
    const names = (await screen.findAllByRole('option')).map((one) => one.textContent)
    expect(names).toContain('Money')
    expect(names).not.toContain('Email')
    expect(names).not.toContain('Note')
  })

  it('sends the chosen values, "make empty" included, with the versions on the screen', async () => {
    const { person, provider } = await open(2)
    await person.click(screen.getByRole('button', { name: 'Edit' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit 2 things' })
    await choose(person, 'Money')
    await person.type(within(dialog).getByRole('textbox', { name: 'Money' }), '12.5')
    await choose(person, 'Note')
    await person.click(within(dialog).getByRole('checkbox', { name: 'Make Note empty' }))
    await person.click(within(dialog).getByRole('button', { name: 'Change 2 things' }))
    await waitFor(() =>
      expect(provider.call).toHaveBeenCalledWith('POST', '/store/thing/bulk/update', {
        ids: [7, 8],
        versions: [3, 5],
        values: { money: 12.5, note: null },
      }),
    )
    expect(await screen.findByText('Things updated')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  })

  it('empties nothing by an input that was left blank', async () => {
    const { person, provider } = await open(2)
    await person.click(screen.getByRole('button', { name: 'Edit' }))
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
    await person.click(screen.getByRole('button', { name: 'Edit' }))
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
      expect(call).toHaveBeenLastCalledWith('POST', '/store/thing/bulk/update', {
        filter: {},
        expected_count: 151,
        values: { money: 1 },
      }),
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
    await person.click(screen.getByRole('button', { name: 'Edit' }))
    await choose(person, 'Money')
    await person.type(await screen.findByRole('textbox', { name: 'Money' }), '1')
    await person.click(screen.getByRole('button', { name: 'Change 2 things' }))
    expect(await screen.findByText('1 done, 3 skipped.')).toBeTruthy()
    expect(
      screen.getByText('1 changed meanwhile · 1 without permission · 1 not valid'),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: '#8' }).getAttribute('href')).toBe(
      '/store/things/8/show',
    )
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await person.click(screen.getByRole('button', { name: 'Download the skipped' }))
    const text = await (made.mock.lastCall?.[0] as Blob | undefined)?.text()
    expect(text).toContain('"10","invalid","This value is already taken"')
    made.mockRestore()
    click.mockRestore()
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
      result: { skipped: { permission: 2 } },
    }
    const call = vi.fn(async () => ({ data: { job_id: 3 } }))
    const { person, provider } = await open(2, {
      call: call as never,
      getOne: vi.fn(async () => ({ data: job })) as never,
    })
    await person.click(screen.getByRole('button', { name: 'Edit' }))
    await choose(person, 'Money')
    await person.type(await screen.findByRole('textbox', { name: 'Money' }), '1')
    await person.click(screen.getByRole('button', { name: 'Change 2 things' }))
    expect(await screen.findByText('2 without permission')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Download the skipped' }))
    expect(provider.download).toHaveBeenCalledWith('/profile/job/3/download/error')
    await person.click(screen.getByRole('button', { name: 'Undo what was done' }))
    await waitFor(() =>
      expect(call).toHaveBeenLastCalledWith('POST', '/store/thing/bulk/undo', { job_id: 3 }),
    )
  })
})

describe('editing a cell in place (issue 3)', () => {
  const updating = (...answers: unknown[]) => {
    const update = vi.fn()
    for (const one of answers) {
      if (one instanceof Error) update.mockRejectedValueOnce(one)
      else update.mockResolvedValueOnce({ data: one })
    }
    return fakeProvider({ update: update as never, getList: rowsOf(lamp(), big()) })
  }
  const tool = () => screen.findByRole('button', { name: 'Edit Money of A small lamp' })
  const saved = (provider: { update: unknown }) => lastCall(provider.update)?.[1]

  it('is offered where it is declared, to those who may edit', async () => {
    visit('/store/things')
    expect(await tool()).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Edit Email/ })).toBeNull()
  })

  it('is not offered to those who may not', async () => {
    visit('/store/things', { user: without('thing.update') })
    await screen.findByRole('table')
    expect(screen.queryByRole('button', { name: /^Edit / })).toBeNull()
  })

  it('mounts no input before somebody edits', async () => {
    visit('/store/things', { provider: updating() })
    await tool()
    const inputs = [...document.querySelectorAll('tbody input')].map((one) =>
      one.getAttribute('type'),
    )
    expect(inputs).toEqual(['checkbox', 'checkbox'])
  })

  it('opens by Enter on its button, saves by Enter with the version, and gives the focus back', async () => {
    const provider = updating(lamp({ version: 4, money: 7 }))
    const { person } = visit('/store/things', { provider })
    ;(await tool()).focus()
    await person.keyboard('{Enter}')
    const input = await screen.findByRole('textbox', { name: 'Money' })
    await waitFor(() => expect(document.activeElement).toBe(input))
    await person.clear(input)
    await person.type(input, '7{Enter}')
    await waitFor(() => expect(saved(provider)?.data).toEqual({ money: 7, version: 3 }))
    expect(await screen.findByText(/Thing successfully updated/)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Money' })).toBeNull())
    await waitFor(async () => expect(document.activeElement).toBe(await tool()))
  })

  it('opens by F2 and by a double click, which opens no record', async () => {
    const { person, router } = visit('/store/things', { provider: updating() })
    ;(await tool()).focus()
    await person.keyboard('{F2}')
    expect(await screen.findByRole('dialog', { name: 'Edit Money of A small lamp' })).toBeTruthy()
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await person.dblClick((await tool()).closest('td') as HTMLElement)
    expect(await screen.findByRole('dialog', { name: 'Edit Money of A small lamp' })).toBeTruthy()
    expect(router.state.location.pathname).toBe('/store/things')
  })

  it('leaves the value as it was on Escape', async () => {
    const provider = updating()
    const { person } = visit('/store/things', { provider })
    await person.click(await tool())
    await person.type(await screen.findByRole('textbox', { name: 'Money' }), '99{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(provider.update).not.toHaveBeenCalled()
    await waitFor(async () => expect(document.activeElement).toBe(await tool()))
  })

  it('shows under the input what is wrong, by the declaration and by the server', async () => {
    const provider = updating(refusal(422, 'Check the marked fields.', { money: 'Too little' }))
    const { person } = visit('/store/things', { provider })
    await person.click(await tool())
    const input = await screen.findByRole('textbox', { name: 'Money' })
    await person.clear(input)
    await person.type(input, 'abc{Enter}')
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
    expect(provider.update).not.toHaveBeenCalled()
    await person.clear(input)
    await person.type(input, '1{Enter}')
    expect(await screen.findByText('Too little')).toBeTruthy()
  })

  it('says "Changed by someone else", reads the record again, and saves over it only when told again', async () => {
    const provider = {
      ...updating(refusal(409, 'Changed by someone else. Reload.'), lamp({ version: 10 })),
      getOne: vi.fn(async () => ({ data: lamp({ version: 9 }) })) as never,
    }
    const { person } = visit('/store/things', { provider })
    await person.click(await tool())
    const input = await screen.findByRole('textbox', { name: 'Money' })
    await person.clear(input)
    await person.type(input, '5{Enter}')
    expect(await screen.findByText('Changed by someone else')).toBeTruthy()
    expect(input).toHaveProperty('value', '5')
    await person.type(input, '{Enter}')
    await waitFor(() => expect(saved(provider)?.data).toEqual({ money: 5, version: 9 }))
  })

  it('saves a choice as soon as it is made', async () => {
    const provider = updating(lamp({ version: 4 }))
    const { person } = visit('/store/things', { provider })
    await person.click(
      await screen.findByRole('button', { name: 'Edit Reference of A small lamp' }),
    )
    await person.click(await screen.findByRole('combobox', { name: 'Reference' }))
    await person.click(await screen.findByRole('option', { name: 'Cold' }))
    await waitFor(() => expect(saved(provider)?.data).toEqual({ reference: 2, version: 3 }))
  })
})

describe('undo (issue 3)', () => {
  // By its text: looking for roles takes longer than a toast is shown where the machine is busy.
  const undoButton = () => screen.findByText('Undo')

  it('of a change is offered by its toast and asked of the server with the version it made', async () => {
    const provider = fakeProvider({
      update: vi.fn(async () => ({ data: lamp({ version: 4 }) })) as never,
    })
    const { person } = visit('/store/things/7', { provider })
    await person.type(await screen.findByDisplayValue('A small lamp'), '!')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    fireEvent.click(await undoButton())
    await waitFor(() =>
      expect(provider.call).toHaveBeenCalledWith('POST', '/store/thing/7/undo', { version: 4 }),
    )
    expect(await screen.findByText('Undone')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('is not offered for a secret, which nobody keeps', async () => {
    const provider = fakeProvider({
      update: vi.fn(async () => ({ data: lamp({ version: 4 }) })) as never,
    })
    const { person } = visit('/store/things/7', { provider })
    await person.type(await screen.findByPlaceholderText('Unchanged'), 'violet-kettle-92')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Thing successfully updated')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('of a deletion restores the record', async () => {
    const provider = fakeProvider({
      delete: vi.fn(async () => ({ data: { id: 7, version: 4 } })) as never,
    })
    const { person } = visit('/store/things', { provider })
    await person.click(await screen.findByRole('button', { name: 'Actions for A small lamp' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('You can undo it afterwards.')).toBeTruthy()
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }))
    fireEvent.click(await undoButton())
    await waitFor(() =>
      expect(provider.call).toHaveBeenCalledWith('POST', '/store/thing/7/restore', { version: 4 }),
    )
  })

  it('of a bulk act takes back all of it, and says what others have changed since', async () => {
    const call = vi
      .fn()
      .mockResolvedValueOnce({
        message: 'Things deleted',
        data: {
          done: 2,
          skipped: 0,
          records: [
            { id: 7, version: 4 },
            { id: 8, version: 6 },
          ],
        },
      })
      .mockResolvedValue({ data: { done: 1, skipped: 1 } })
    const provider = fakeProvider({ getList: rowsOf(lamp(), big()), call: call as never })
    const { person } = visit('/store/things', { provider })
    await screen.findByRole('table')
    await person.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
    await person.click(screen.getByRole('button', { name: 'Delete' }))
    await person.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }),
    )
    fireEvent.click(await undoButton())
    expect(call).toHaveBeenLastCalledWith('POST', '/store/thing/bulk/restore', {
      ids: [7, 8],
      versions: [4, 6],
    })
    expect(await screen.findByText('1 undone, 1 left: changed since.')).toBeTruthy()
  })

  it('says so when somebody has changed the record since', async () => {
    const provider = fakeProvider({
      update: vi.fn(async () => ({ data: lamp({ version: 4 }) })) as never,
      call: vi
        .fn()
        .mockRejectedValue(refusal(409, 'Changed by someone else since. It is not undone.')),
    })
    const { person } = visit('/store/things/7', { provider })
    await person.type(await screen.findByDisplayValue('A small lamp'), '!')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    fireEvent.click(await undoButton())
    expect(await screen.findByText('Changed by someone else since. It is not undone.')).toBeTruthy()
  })

  it('stays within reach when the toast has closed: at the page’s edge and in the menu of the row', async () => {
    const provider = fakeProvider({
      getList: rowsOf(lamp({ version: 4 })),
      update: vi.fn(async () => ({ data: lamp({ version: 4 }) })) as never,
    })
    const { person } = visit('/store/things/7', { provider })
    await person.type(await screen.findByDisplayValue('A small lamp'), '!')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    const bar = await screen.findByRole('group', { name: 'What you did last' }, { timeout: 6_000 })
    expect(within(bar).getByText('Thing successfully updated')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Actions for A small lamp' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Undo my last change' }))
    await waitFor(() =>
      expect(provider.call).toHaveBeenCalledWith('POST', '/store/thing/7/undo', { version: 4 }),
    )
    await waitFor(() =>
      expect(screen.queryByRole('group', { name: 'What you did last' })).toBeNull(),
    )
  })
})

describe('what is typed and not saved (issue 3)', () => {
  const dirty = async (path: string) => {
    const visited = visit(path)
    await visited.person.type(await screen.findByLabelText(/^Text/), 'Lamp')
    return visited
  }
  const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' })

  it.each([
    [
      'the cancel button',
      (person: any) => person.click(screen.getByRole('button', { name: 'Cancel' })),
    ],
    ['Escape in a drawer', (person: any) => person.keyboard('{Escape}')],
    [
      'the close button of a drawer',
      (person: any) => person.click(screen.getByRole('button', { name: 'Close' })),
    ],
  ])('is asked about before %s leads away', async (_, leave) => {
    const { person, router } = await dirty('/store/things/create')
    await leave(person)
    await person.click(within(await question()).getByRole('button', { name: 'Go on editing' }))
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull(),
    )
    expect(router.state.location.pathname).toBe('/store/things/create')
    expect(screen.getByLabelText(/^Text/)).toHaveProperty('value', 'Lamp')
    await leave(person)
    await person.click(within(await question()).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/store/things'))
  })

  it('is asked about before a link or the back button leads away from a page', async () => {
    const { router } = await dirty('/page/create')
    void router.navigate('/settings/tags')
    expect(await question()).toBeTruthy()
    expect(router.state.location.pathname).toBe('/page/create')
  })

  it('is asked about by the browser before a reload', async () => {
    await dirty('/page/create')
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
  })

  it('keeps nobody when nothing was changed, or changed back', async () => {
    const { person, router } = await dirty('/store/things/create')
    await person.clear(screen.getByLabelText(/^Text/))
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true)
    await person.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/store/things'))
  })

  it('keeps nobody once it is saved', async () => {
    const { person, router } = await dirty('/store/things/create')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/store/things'))
    expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull()
  })
})

describe('copy buttons (issue 3)', () => {
  const written = vi.fn(async (_text: string) => {})
  beforeEach(() => {
    written.mockClear()
  })
  const spy = () => vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(written)
  afterEach(() => vi.restoreAllMocks())

  it('stand in rows on ids, e-mails and phones, say "Copied", and open no record', async () => {
    const { person, router } = visit('/store/things')
    const button = await screen.findByRole('button', { name: 'Copy ada@example.com' })
    spy()
    for (const name of ['Copy 7', 'Copy +442079460958']) {
      expect(screen.getByRole('button', { name })).toBeTruthy()
    }
    await person.click(button)
    expect(written).toHaveBeenCalledWith('ada@example.com')
    expect(await screen.findByText('Copied')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/store/things')
  })

  it('are missing on a masked value', async () => {
    const provider = fakeProvider({ getList: rowsOf(lamp({ email: 'a•••••@e•••.com' })) })
    visit('/store/things', { provider, user: without('thing.contact') })
    await screen.findByText('a•••••@e•••.com')
    expect(screen.queryByRole('button', { name: /^Copy a/ })).toBeNull()
  })

  it('stand always on record pages, the id included', async () => {
    const { person } = visit('/page/7')
    const button = await screen.findByRole('button', { name: 'Copy 7' })
    spy()
    await person.click(button)
    expect(written).toHaveBeenCalledWith('7')
    expect(await screen.findByText('Copied')).toBeTruthy()
  })
})

describe('a list by keyboard alone (issue 3)', () => {
  it('selects rows with space, opens a menu, runs an act', async () => {
    const { person, provider } = visit('/store/things')
    const box = (await screen.findAllByRole('checkbox'))[1] as HTMLElement
    box.focus()
    await person.keyboard(' ')
    expect(await screen.findByText('1 selected')).toBeTruthy()
    screen.getByRole('button', { name: 'Actions for A small lamp' }).focus()
    await person.keyboard('{Enter}')
    await screen.findByRole('menu')
    await person.keyboard('{ArrowDown}{Enter}')
    await waitFor(() =>
      expect(provider.call).toHaveBeenCalledWith('POST', '/store/thing/7/polish', {}),
    )
  })

  it('reaches every control of a row by arrow, copy buttons included', async () => {
    const { person } = visit('/store/things')
    ;((await screen.findAllByRole('checkbox'))[1] as HTMLElement).focus()
    await person.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy 7' }))
    await person.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'A small lamp' }))
    await person.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(document.activeElement).toBe(screen.getAllByRole('checkbox')[1])
  })

  it('gets the focus back after a dialog that a menu opened', async () => {
    const { person } = visit('/store/things')
    const button = await screen.findByRole('button', { name: 'Actions for A small lamp' })
    button.focus()
    await person.keyboard('{Enter}')
    await screen.findByRole('menu')
    await person.keyboard('{End}{Enter}')
    await screen.findByRole('dialog')
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  it('keeps the focus in the list when the row that has it goes', async () => {
    const getList = vi
      .fn()
      .mockResolvedValueOnce({ data: [lamp(), big()], total: 2 })
      .mockResolvedValue({ data: [big()], total: 1 })
    const provider = fakeProvider({
      getList: getList as never,
      delete: vi.fn(async () => ({ data: { id: 7 } })) as never,
    })
    const { person } = visit('/store/things', { provider })
    const button = await screen.findByRole('button', { name: 'Actions for A small lamp' })
    button.focus()
    await person.keyboard('{Enter}')
    await screen.findByRole('menu')
    await person.keyboard('{End}{Enter}')
    await screen.findByRole('dialog')
    await person.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText('A small lamp')).toBeNull())
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('button', { name: 'Actions for A big lamp' }),
      ),
    )
  })

  it('keeps the focus in the list when the bar of the selected goes', async () => {
    const { person } = visit('/store/things')
    const box = (await screen.findAllByRole('checkbox'))[1] as HTMLElement
    box.focus()
    await person.keyboard(' ')
    const unselect = await screen.findByRole('button', { name: 'Unselect' })
    unselect.focus()
    await person.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  })
})
