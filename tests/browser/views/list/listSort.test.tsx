import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { fakeProvider, visit } from '../console.tsx'
import { everything, lamp, userWith } from '../fixture.ts'

const asked = (provider: { getList: unknown }) =>
  vi.mocked(provider.getList as never as ReturnType<typeof vi.fn>).mock.lastCall?.[1].sort

type Visited = ReturnType<typeof visit>
type Dialog = Awaited<ReturnType<typeof openSort>>

const openSort = async (visited: Visited) => {
  await screen.findByRole('table')
  await visited.person.click(screen.getByRole('button', { name: 'Sort' }))
  return within(await screen.findByRole('dialog', { name: 'Sort' }))
}

const add = async ({ person }: Visited, dialog: Dialog, name: string) => {
  await person.click(dialog.getByRole('combobox', { name: 'Then by' }))
  await person.click(await screen.findByRole('option', { name }))
}

const fieldsOf = (dialog: Dialog) =>
  dialog.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('sorting without a mouse', () => {
  it('adds fields, turns, moves and drops them', async () => {
    const visited = visit('/store/things')
    const { person, provider } = visited
    const dialog = await openSort(visited)
    expect(fieldsOf(dialog)).toEqual(['CreatedDescending'])
    expect(dialog.queryByRole('button', { name: /^Do not sort/ })).toBeNull()
    await add(visited, dialog, 'Text')
    await waitFor(() => expect(asked(provider)).toMatchObject({ field: 'created_at,text' }))
    await person.click(dialog.getByRole('button', { name: 'Text: ascending. Sort descending' }))
    await waitFor(() => expect(asked(provider)).toMatchObject({ field: 'created_at,-text' }))
    await person.click(dialog.getByRole('button', { name: 'Move Text up' }))
    const turned = { field: 'text,-created_at', order: 'DESC' }
    await waitFor(() => expect(asked(provider)).toEqual(turned))
    expect(fieldsOf(dialog)).toEqual(['TextDescending', 'CreatedDescending'])
    expect(
      dialog.getByText('Sorted by: Text, descending, Created, descending', {
        selector: '[role=status]',
      }),
    ).toBeTruthy()
    await person.click(dialog.getByRole('button', { name: 'Do not sort by Created' }))
    await waitFor(() => expect(asked(provider)).toEqual({ field: 'text', order: 'DESC' }))
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Text: descending/)
    await person.click(dialog.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(asked(provider)).toEqual({ field: 'created_at', order: 'DESC' }))
  })

  it('takes two quick presses for two', async () => {
    const visited = visit('/store/things?sort=text&order=ASC&page=1&perPage=25')
    const dialog = await openSort(visited)
    const turn = dialog.getByRole('button', { name: /^Text: ascending/ })
    fireEvent.click(turn)
    fireEvent.click(turn)
    await add(visited, dialog, 'ID')
    await waitFor(() => expect(asked(visited.provider)).toEqual({ field: 'text,id', order: 'ASC' }))
  })

  it('offers a fifth field and no sixth, and none that may not be sorted by', async () => {
    const user = userWith(...everything.filter((one) => one !== 'thing.contact'))
    const visited = visit('/store/things?sort=text,id,phone,money&order=ASC', { user })
    const dialog = await openSort(visited)
    await visited.person.click(dialog.getByRole('combobox', { name: 'Then by' }))
    const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
    expect(offered).toContain('Date')
    expect(offered).not.toContain('Email')
    expect(offered).not.toContain('Text')
    await visited.person.click(screen.getByRole('option', { name: 'Date' }))
    await waitFor(() => expect(fieldsOf(dialog)).toHaveLength(5))
    expect(dialog.queryByRole('combobox')).toBeNull()
  })
})

describe('the head of a column', () => {
  it('takes two quick presses with Shift for two', async () => {
    const { provider } = visit('/store/things')
    await screen.findByRole('table')
    const head = screen.getByRole('columnheader', { name: 'Text' })
    const label = within(head).getByRole('button')
    fireEvent.click(label, { shiftKey: true })
    fireEvent.click(label, { shiftKey: true })
    await waitFor(() =>
      expect(asked(provider)).toEqual({ field: 'created_at,-text', order: 'DESC' }),
    )
  })

  it('knows what was pressed on another one just before', async () => {
    const provider = fakeProvider()
    visit('/store/things', { provider })
    await screen.findByRole('table')
    const press = (name: string) => {
      const head = screen.getByRole('columnheader', { name })
      fireEvent.click(within(head).getByRole('button'), { shiftKey: true })
    }
    press('Text')
    press('Money')
    await waitFor(() => expect(asked(provider)).toMatchObject({ field: 'created_at,text,money' }))
  })
})

describe('the list of a large resource', () => {
  const crowdOf = (total: number) =>
    visit('/store/crowds', {
      user: userWith(...everything.filter((one) => one !== 'thing.contact')),
      provider: fakeProvider({ getList: vi.fn(async () => ({ data: [lamp()], total })) as never }),
    })
  const titleOf = (name: string) => screen.getByRole('columnheader', { name }).title
  const masked = 'Not to be sorted by: the values are masked.'
  const unordered = 'Not to be sorted by: these values have no order.'

  it('B1, D11: says of each column why it is not sorted or filtered by it', async () => {
    const visited = crowdOf(10_001)
    const dialog = await openSort(visited)
    expect(dialog.getByText(/^A list of 10,000 records or fewer is sorted by more/)).toBeTruthy()
    await visited.person.keyboard('{Escape}')
    const tooMany = 'To sort by this, narrow the list to 10,000 records or fewer with filters.'
    expect(['Text', 'Email', 'Integer', 'JSON'].map(titleOf)).toEqual([
      '',
      masked,
      tooMany,
      unordered,
    ])
    await visited.person.click(screen.getByRole('button', { name: 'Filters' }))
    const reason = 'No filter for Email, Integer, JSON: it would have to read every record.'
    expect(await screen.findByText(reason)).toBeTruthy()
  })

  it('B1: goes back to its first order where cleared filters let in too many to sort, and says so', async () => {
    const refused = Object.assign(new Error('Too many records to sort by "integer".'), {
      status: 400,
    })
    const getList = vi.fn(async (_resource: string, { filter, sort }: any) => {
      if (Object.keys(filter).length === 0 && sort.field === 'integer') throw refused
      return { data: [lamp()], total: 1 }
    })
    const filter = encodeURIComponent('{"text":"lamp"}')
    const { person } = visit(`/store/crowds?sort=integer&order=ASC&filter=${filter}`, {
      provider: fakeProvider({ getList: getList as never }),
    })
    expect(await screen.findByRole('link', { name: 'A small lamp' })).toBeTruthy()
    await person.click(await screen.findByRole('button', { name: /^Clear/ }))
    expect(await screen.findByText(/^Too many records to sort by Integer/)).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'A small lamp' })).toBeTruthy()
    await waitFor(() => expect(getList.mock.lastCall?.[1].sort.field).not.toBe('integer'))
  })

  it('B1, D11: is sorted by any column that has an order where few records match', async () => {
    const { provider } = crowdOf(10_000)
    await screen.findByRole('table')
    expect(['Text', 'Email', 'Integer', 'JSON'].map(titleOf)).toEqual(['', masked, '', unordered])
    fireEvent.click(
      within(screen.getByRole('columnheader', { name: 'Integer' })).getByRole('button'),
    )
    await waitFor(() => expect(asked(provider)).toEqual({ field: 'integer', order: 'ASC' }))
  })
})
