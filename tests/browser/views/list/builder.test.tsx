import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { fakeProvider, visit } from '../console.tsx'
import { everything, userWith } from '../fixture.ts'

const asked = (provider: { getList: unknown }) =>
  vi.mocked(provider.getList as any).mock.lastCall?.[1].filter

const whereOf = (provider: { getList: unknown }) => {
  const { where } = asked(provider) ?? {}
  return where === undefined ? undefined : JSON.parse(where)
}

const address = (filter: object) =>
  `/store/things?filter=${encodeURIComponent(JSON.stringify(filter))}`

async function openBuilder(
  path = '/store/things',
  user = userWith(...everything),
  provider = fakeProvider(),
) {
  const visited = visit(path, { user, provider })
  await screen.findByRole('table')
  await visited.person.click(screen.getByRole('button', { name: /^Filters/ }))
  const opener = await screen.findByRole('button', { name: 'More conditions' })
  if (opener.getAttribute('aria-expanded') === 'false') await visited.person.click(opener)
  await screen.findByRole('button', { name: 'Add a condition' })
  return visited
}

type Person = ReturnType<typeof visit>['person']

async function choose(person: Person, where: HTMLElement, label: string, option: string) {
  await person.click(within(where).getByRole('combobox', { name: label }))
  await person.click(await screen.findByRole('option', { name: option }))
}

const condition = (number = 1) => screen.getByRole('group', { name: `Condition ${number}` })

describe('the filter builder', () => {
  it('asks for nothing until a condition is whole, then says what it filters by', async () => {
    const { person, provider, router } = await openBuilder()
    await person.click(screen.getByRole('button', { name: 'Add a condition' }))
    expect(document.activeElement).toBe(
      within(condition()).getByRole('combobox', { name: 'Field' }),
    )
    await act(() => new Promise((resolve) => setTimeout(resolve, 500)))
    expect(asked(provider)).toEqual({})
    await choose(person, condition(), 'Field', 'Money')
    await choose(person, condition(), 'Comparison', 'is between')
    await person.type(within(condition()).getByRole('spinbutton', { name: 'From' }), '5{Enter}')
    await person.type(within(condition()).getByRole('spinbutton', { name: 'To' }), '9{Enter}')
    await waitFor(() =>
      expect(whereOf(provider)).toEqual({ all: [{ money: { from: '5', to: '9' } }] }),
    )
    expect(await screen.findByText('Money from 5 to 9')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Filters (1)' })).toBeTruthy()
    expect(decodeURIComponent(router.state.location.search)).toContain('money')
  })

  it('joins conditions by any or all, in groups', async () => {
    const where = '{"all":[{"choice":["new"]},{"text":{"contains":"la"}}]}'
    const { person, provider } = await openBuilder(address({ where }))
    await choose(
      person,
      screen.getByRole('group', { name: 'Conditions' }),
      'Records must match',
      'Any of these conditions',
    )
    await waitFor(() => expect(whereOf(provider)).toHaveProperty('any'))
    await person.click(screen.getByRole('button', { name: 'Add a group' }))
    const group = screen.getAllByRole('group', { name: 'Conditions' })[1] as HTMLElement
    const inner = within(group).getByRole('group', { name: 'Condition 1' })
    await choose(person, inner, 'Field', 'Reference')
    await choose(person, inner, 'Value', 'Cold')
    await waitFor(() =>
      expect(whereOf(provider)).toEqual({
        any: [{ choice: ['new'] }, { text: { contains: 'la' } }, { any: [{ reference: [2] }] }],
      }),
    )
    expect(
      await screen.findByText('Choice: Brand new, Text contains “la”, or Reference: Cold'),
    ).toBeTruthy()
  }, 90_000)

  it('offers first the values that the simple filters leave in the list, and takes other words', async () => {
    const used = [{ value: 'B2B', count: 12, is_more: false }]
    const call = vi.fn(async (_method: string, path: string, _filter: object) => ({
      data: path.endsWith('of=words') ? used : [],
    }))
    const where = '{"all":[{"choice":["new"]}]}'
    const { person, provider } = await openBuilder(
      address({ where, text_contains: 'la' }),
      userWith(...everything),
      fakeProvider({ call: call as never }),
    )
    await choose(person, condition(), 'Field', 'Words')
    await waitFor(() => expect(call).not.toHaveBeenCalled())
    await person.click(within(condition()).getByRole('combobox', { name: 'Value' }))
    await screen.findByRole('option', { name: 'B2B12' })
    const path = '/store/thing/values/search?of=words'
    expect(call).toHaveBeenCalledExactlyOnceWith(
      'POST',
      path,
      { text_contains: 'la' },
      expect.anything(),
    )
    await person.click(screen.getByRole('option', { name: 'B2B12' }))
    await person.keyboard('late{Enter}')
    await waitFor(() => expect(whereOf(provider)).toEqual({ all: [{ words: ['B2B', 'late'] }] }))
    await person.type(within(condition()).getByRole('combobox', { name: 'Value' }), 'night')
    await person.tab()
    expect(await screen.findByText('Words: B2B, late, or night')).toBeTruthy()
  }, 90_000)

  it('has periods that stay true tomorrow', async () => {
    const { person, provider } = await openBuilder()
    await person.click(screen.getByRole('button', { name: 'Add a condition' }))
    await choose(person, condition(), 'Field', 'Created')
    await choose(person, condition(), 'Period', 'Last 7 days')
    await waitFor(() => expect(whereOf(provider)).toEqual({ all: [{ created_at: 'last_7_days' }] }))
    expect(await screen.findByText('Created: Last 7 days')).toBeTruthy()
  })

  it('offers the fields and comparisons that the user may use', async () => {
    const few = userWith('thing.view')
    const { person } = await openBuilder('/store/things', few)
    await person.click(screen.getByRole('button', { name: 'Add a condition' }))
    await person.click(within(condition()).getByRole('combobox', { name: 'Field' }))
    const fields = screen.getAllByRole('option').map((one) => one.textContent)
    expect(fields).toContain('Email')
    expect(fields).not.toContain('Phone')
    await person.click(screen.getByRole('option', { name: 'Email' }))
    await person.click(within(condition()).getByRole('combobox', { name: 'Comparison' }))
    expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual([
      'is empty',
      'is not empty',
    ])
  })

  it('takes conditions away by keyboard and keeps the focus', async () => {
    const where = '{"all":[{"choice":["new"]},{"money":{"from":"5"}}]}'
    const { person, provider } = await openBuilder(address({ where }))
    const remove = screen.getByRole('button', { name: 'Remove condition 1' })
    act(() => remove.focus())
    await person.keyboard('{Enter}')
    await waitFor(() => expect(whereOf(provider)).toEqual({ all: [{ money: { from: '5' } }] }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a condition' }))
  })

  it('follows the address: back, and a chip that goes', async () => {
    const { person, provider, router } = await openBuilder(
      address({ where: '{"all":[{"choice":["new"]}]}' }),
    )
    await act(() => router.navigate(address({ where: '{"all":[{"money":{"from":"5"}}]}' })))
    await waitFor(() =>
      expect(within(condition()).getByRole('spinbutton', { name: 'Value' })).toHaveProperty(
        'value',
        '5',
      ),
    )
    await person.click(
      await screen.findByRole('button', { name: 'Money from 5 – remove this filter' }),
    )
    await waitFor(() => expect(asked(provider)).toEqual({}))
    expect(screen.queryByRole('group', { name: 'Condition 1' })).toBeNull()
  })
})

describe('the chips above a list', () => {
  it('say which records are not there any more', async () => {
    visit(address({ reference: [1, 4040] }))
    const chips = await screen.findByRole('list', { name: 'Filtered by' })
    expect(await within(chips).findByText('Reference: VIP or #4040 (not found)')).toBeTruthy()
  })

  it('say what filters it, and go one by one with the focus on their neighbour', async () => {
    const filter = { reference: [1, 2], text_contains: 'la', timestamp: 'last_30_days' }
    const { person, provider } = visit(address(filter))
    const chips = await screen.findByRole('list', { name: 'Filtered by' })
    expect(await within(chips).findByText('Reference: VIP or Cold')).toBeTruthy()
    const names = within(chips)
      .getAllByRole('button')
      .map((one) => one.textContent)
    expect(names).toEqual([
      'Reference: VIP or Cold',
      'Text contains “la”',
      'Timestamp: Last 30 days',
    ])
    const first = within(chips).getByRole('button', { name: /^Reference/ })
    act(() => first.focus())
    await person.keyboard('{Enter}')
    await waitFor(() =>
      expect(asked(provider)).toEqual({ text_contains: 'la', timestamp: 'last_30_days' }),
    )
    expect(document.activeElement?.textContent).toBe('Text contains “la”')
    await person.keyboard('{Delete}')
    await waitFor(() => expect(asked(provider)).toEqual({ timestamp: 'last_30_days' }))
    await person.keyboard('{Delete}')
    await waitFor(() => expect(asked(provider)).toEqual({}))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filters' }))
  })

  it.each([
    ['who may not choose from them but see their list', ['options.tags'], 'VIP or Cold'],
    ['only by their numbers who may do neither', ['options.tags', 'tag.view'], '#1 or #2'],
  ])('name records to those %s', async (_, missing, names) => {
    const tags = [
      { id: 1, name: 'VIP' },
      { id: 2, name: 'Cold' },
    ]
    const getMany = vi.fn(async () => ({ data: tags })) as never
    const user = userWith(...everything.filter((one) => !missing.includes(one)))
    const provider = fakeProvider({ getMany })
    visit(address({ reference: [1, 2] }), { user, provider })
    expect(await screen.findByText(`Reference: ${names}`)).toBeTruthy()
    expect(provider.options).not.toHaveBeenCalled()
  })

  it('count what they do not name', async () => {
    visit(address({ id: [1, 2, 3, 4, 5] }))
    expect(await screen.findByText('ID: 1, 2, 3, or 2 more')).toBeTruthy()
  })

  it('say that a list is gone which only another tab had', async () => {
    visit(address({ email: '@list:abc' }))
    expect(await screen.findByText('Email: a list that is gone')).toBeTruthy()
  })

  it('are none while only the search box is used', async () => {
    visit(address({ search: 'x' }))
    await screen.findByRole('table')
    expect(screen.queryByRole('list', { name: 'Filtered by' })).toBeNull()
  })
})

describe('the simple filter of a date', () => {
  it('is a period, or days from and to', async () => {
    const { person, provider } = visit('/store/things')
    await screen.findByRole('table')
    await person.click(screen.getByRole('button', { name: 'Filters' }))
    const panel = await screen.findByRole('group', { name: 'Filters' })
    await choose(person, panel, 'Timestamp', 'This month')
    await waitFor(() => expect(asked(provider)).toEqual({ timestamp: 'this_month' }))
    await choose(person, panel, 'Timestamp', 'From – to …')
    await waitFor(() => expect(asked(provider)).toEqual({}))
    await person.type(await within(panel).findByLabelText('Timestamp from'), '2026-01-31')
    await waitFor(() => expect(asked(provider)).toEqual({ timestamp_from: '2026-01-31' }))
    await choose(person, panel, 'Timestamp', 'Any time')
    await waitFor(() => expect(asked(provider)).toEqual({}))
  })
})
