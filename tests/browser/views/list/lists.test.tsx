import { act, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { AdminContext, ListBase, memoryStore } from 'react-admin'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { countryNames } from '../../../../src/browser/ui/fields/countries.ts'
import { ManyOf } from '../../../../src/browser/ui/fields/filters/ManyOf.tsx'
import type { Used } from '../../../../src/browser/ui/fields/filters/usedFirst.tsx'
import { ListStateProvider } from '../../../../src/browser/views/list/listState.tsx'
import { useFilters } from '../../../../src/browser/views/list/listAddress.ts'
import {
  createLongFilterStore,
  longFilterStore,
} from '../../../../src/browser/client/storage/longFilterStore.ts'
import { fakeProvider, visit } from '../console.tsx'
import { everything, userWith } from '../fixture.ts'

const lastFilter = (provider: { getList: unknown }) =>
  longFilterStore.opened(vi.mocked(provider.getList as any).mock.lastCall?.[1].filter ?? {})

const filterIn = (search: string) => JSON.parse(new URLSearchParams(search).get('filter') ?? '{}')

const openFilters = async (options: Parameters<typeof visit>[1] = {}) => {
  const visited = visit('/store/things', options)
  await screen.findByRole('table')
  await visited.person.click(screen.getByRole('button', { name: 'Filters' }))
  return { ...visited, email: await screen.findByRole('textbox', { name: 'Email' }) }
}

const renderedFilters = (provider: { getList: unknown }): object[] =>
  vi
    .mocked(provider.getList as any)
    .mock.calls.map((call: any) => longFilterStore.opened(call[1].filter))

/** The filter of a list without anything around it. */
function listOfThings() {
  const provider = fakeProvider()
  const around = ({ children }: { children: ReactNode }) => (
    <MemoryRouter>
      <AdminContext dataProvider={provider} store={memoryStore()}>
        <ListBase resource="things" disableAuthentication>
          <ListStateProvider>{children}</ListStateProvider>
        </ListBase>
      </AdminContext>
    </MemoryRouter>
  )
  const { result } = renderHook(() => useFilters(), { wrapper: around })
  return { result, asked: () => lastFilter(provider) }
}

beforeEach(() => window.sessionStorage.clear())

describe('a mailing list as a filter (specification 5)', () => {
  it('says how many addresses it understood, how many it dropped, and the first of them', async () => {
    const { person, email, provider } = await openFilters()
    await person.click(email)
    await person.paste('"a@b.co" x y z w b@b.co')
    const text = '2 understood · 4 dropped: x, y, z …'
    expect(await screen.findByText(text)).toBeTruthy()
    expect(email.getAttribute('aria-describedby')).toBe(screen.getByText(text).id)
    await waitFor(() => expect(lastFilter(provider)).toEqual({ email: ['a@b.co', 'b@b.co'] }))
    expect(email).toHaveProperty('value', '"a@b.co" x y z w b@b.co')
  })

  it('drops everything rather than asking for nothing of it', async () => {
    const { person, email, provider } = await openFilters()
    await person.click(email)
    await person.paste('nobody somebody')
    expect(await screen.findByText('0 understood · 2 dropped: nobody, somebody')).toBeTruthy()
    await act(() => new Promise((resolve) => setTimeout(resolve, 500)))
    expect(lastFilter(provider)).toEqual({})
  })

  it('H2: finds masked addresses by one whole one', async () => {
    const user = userWith(...everything.filter((one) => one !== 'thing.contact'))
    const { person, email, provider } = await openFilters({ user })
    await person.click(email)
    await person.paste('a@b.co')
    await waitFor(() => expect(lastFilter(provider)).toEqual({ email: 'a@b.co' }))
  })

  it('L8: stays out of the address, as does a search that looks like a contact', async () => {
    const { person, email, router, provider } = await openFilters()
    await person.click(email)
    await person.paste('ada@example.com')
    await waitFor(() => expect(lastFilter(provider)).toEqual({ email: ['ada@example.com'] }))
    const box = screen.getByRole('searchbox', { name: 'Search' })
    await person.type(box, 'ada@example')
    await waitFor(() => expect(lastFilter(provider)).toMatchObject({ search: 'ada@example' }))
    expect(decodeURIComponent(router.state.location.search)).not.toContain('ada')
    expect(filterIn(router.state.location.search)).toEqual({
      email: expect.stringMatching(/^@list:/),
      search: expect.stringMatching(/^@list:/),
    })
    await person.clear(box)
    await person.type(box, 'ada')
    await waitFor(() => expect(filterIn(router.state.location.search).search).toBe('ada'))
  })

  it('of thousands stays out of the address and outlives a reload', async () => {
    const all = Array.from({ length: 3000 }, (_, index) => `person.${index}@example.com`)
    const { person, email, router, provider } = await openFilters()
    await person.click(email)
    await person.paste(all.join('\n'))
    expect(await screen.findByText('3,000 understood')).toBeTruthy()
    await waitFor(() => expect(filterIn(router.state.location.search)).toHaveProperty('email'))
    const { search } = router.state.location
    expect(search.length).toBeLessThan(500)
    const again = visit(`/store/things${search}`, { provider: fakeProvider() })
    await waitFor(() => expect(again.provider.getList).toHaveBeenCalled())
    const shown = await screen.findAllByRole('button', { name: 'Filters (1)' })
    await again.person.click(shown.at(-1) as HTMLElement)
    await waitFor(() =>
      expect(
        screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: 'Email' }).at(-1)?.value,
      ).toBe(all.join('\n')),
    )
    expect(lastFilter(provider)).toEqual(longFilterStore.opened(filterIn(search)))
  })
})

describe('an ID list as a filter (specification 5)', () => {
  it('is parted by spaces, bars and commas, and says what it understood and dropped', async () => {
    const { person, provider } = await openFilters()
    const ids = screen.getByRole('textbox', { name: 'ID' })
    await person.click(ids)
    await person.paste('1|2, 3\n4 x 5.5 2')
    expect(await screen.findByText('4 understood · 2 dropped: x, 5.5')).toBeTruthy()
    await waitFor(() => expect(lastFilter(provider)).toEqual({ id: [1, 2, 3, 4] }))
  })
})

describe('a list kept out of the address', () => {
  const long = Array.from({ length: 1000 }, (_, index) => index + 1)

  it('has the same name each time, and is opened again', () => {
    const lists = createLongFilterStore(window.sessionStorage)
    const { id, name } = lists.shortened({ id: long, name: 'short' })
    expect(id).toMatch(/^@list:\w+$/)
    expect(name).toBe('short')
    expect(lists.shortened({ id: long }).id).toBe(id)
    expect(lists.opened({ id, name })).toEqual({ id: long, name: 'short' })
  })

  it('that is gone never widens what is asked for', () => {
    const lists = createLongFilterStore(window.sessionStorage)
    const { id } = lists.shortened({ id: long })
    lists.forget()
    expect(lists.opened({ id })).toEqual({ id })
  })

  it('makes room for newer ones', () => {
    const lists = createLongFilterStore(window.sessionStorage)
    const names = Array.from({ length: 12 }, (_, index) =>
      String(lists.shortened({ id: [...long, index] }).id),
    )
    expect(Object.keys(window.sessionStorage)).toHaveLength(8)
    expect(lists.opened({ id: names.at(-1) }).id).toContain(11)
    expect(lists.opened({ id: names[0] }).id).toBe(names[0])
  })
})

describe('two changes of the filter', () => {
  it('that follow each other at once are both asked for, and asked for once', async () => {
    const { email, person, provider } = await openFilters()
    await person.type(email, 'ada@')
    const ids = screen.getByRole('textbox', { name: 'ID' })
    await person.click(ids)
    await person.paste('1|2')
    await waitFor(() =>
      expect(lastFilter(provider)).toEqual({ email_contains: 'ada@', id: [1, 2] }),
    )
    const both = renderedFilters(provider).filter((one) => 'id' in one)
    expect(both).toEqual([{ email_contains: 'ada@', id: [1, 2] }])
  })

  it('made in the same moment do not lose one another', async () => {
    const { result, asked } = listOfThings()
    act(() => {
      result.current.set({ text_contains: 'a' })
      result.current.set({ choice: ['new'] })
    })
    await waitFor(() => expect(asked()).toEqual({ text_contains: 'a', choice: ['new'] }))
    act(() => {
      result.current.clear()
      result.current.set({ choice: ['old'] })
    })
    await waitFor(() => expect(asked()).toEqual({ choice: ['old'] }))
  })
})

describe('a picker of many', () => {
  const value = (box: HTMLElement) => (box as HTMLInputElement).value
  const choices = { 1: { id: 1, name: 'VIP' }, 2: { id: 2, name: 'Cold' } }

  /** The server finds by the whole word, so that what is found does not always hold what is chosen. */
  const options = vi.fn(async ({ search, ids }: { search?: string; ids?: number[] }) => {
    const all = Object.values(choices)
    const found = search ? all.filter(({ name }) => name.toLowerCase() === search) : all
    return { data: ids ? all.filter(({ id }) => ids.includes(id)) : found }
  })

  it('B1: keeps every typed letter, also where others are chosen already', async () => {
    const provider = fakeProvider({
      options: ((_name: string, request: object) => options(request)) as never,
    })
    const { person } = await openFilters({ provider })
    const picker = screen.getByRole('combobox', { name: 'Reference' })
    await person.type(picker, 'cold')
    expect(value(picker)).toBe('cold')
    await waitFor(() => expect(screen.queryByRole('option', { name: 'VIP' })).toBeNull())
    await person.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(lastFilter(provider)).toEqual({ reference: [2] }))
    await person.type(picker, 'vi')
    expect(value(picker)).toBe('vi')
    await waitFor(() =>
      expect(options).toHaveBeenLastCalledWith(expect.objectContaining({ search: 'vi' })),
    )
    expect(await screen.findByText('Nothing found')).toBeTruthy()
    expect(value(picker)).toBe('vi')
    // The chosen one keeps its name, though what is found now does not hold it.
    expect(screen.getAllByRole('button', { name: 'Cold' }).length).toBeGreaterThan(0)
    await person.type(picker, 'p')
    await waitFor(() => expect(screen.getByRole('option', { name: 'VIP' })).toBeTruthy())
    expect(value(picker)).toBe('vip')
  })

  it('B1: keeps them while what stands around it is drawn anew', async () => {
    const person = userEvent.setup({ delay: null })
    function Around() {
      const [, drawAnew] = useState(0)
      return (
        <div onKeyUp={() => drawAnew((round) => round + 1)}>
          <ManyOf
            name="country"
            label="Country"
            labels={countryNames()}
            values={{ country: 'ES' }}
            set={() => {}}
          />
        </div>
      )
    }
    render(<Around />)
    await person.type(screen.getByRole('combobox', { name: 'Country' }), 'germ')
    expect(value(screen.getByRole('combobox', { name: 'Country' }))).toBe('germ')
    expect(screen.getByRole('option', { name: 'Germany' })).toBeTruthy()
  })

  it('stand when the values of the list come while a picker offers nothing, and it closes', async () => {
    const person = userEvent.setup({ delay: null })
    const picker = (used?: readonly Used[]) => (
      <ManyOf
        name="country"
        label="Country"
        labels={countryNames()}
        values={{}}
        set={() => {}}
        {...(used && { used })}
      />
    )
    const { rerender } = render(picker())
    const input = screen.getByRole('combobox', { name: 'Country' })
    await person.click(input)
    expect(screen.getByRole('listbox').textContent).toMatch(/^Afghanistan/)
    await person.type(input, 'zzz')
    rerender(picker([{ value: 'ES', count: 3, is_more: false }]))
    await person.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    await person.clear(input)
    await person.click(input)
    expect(screen.getByRole('listbox').textContent).toMatch(/^In this listSpain3Others/)
    const here = within(screen.getByRole('group', { name: 'In this list' }))
    expect(here.getAllByRole('option').map((one) => one.textContent)).toEqual(['Spain3'])
  })
})
