import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { resources } from '#resources'

import { setDisplayLocale } from '../../../src/browser/client/i18n/formats.ts'
import { createHttp } from '../../browser/shell/connect.ts'
import {
  itemOf,
  itemsOf,
  mayHave,
  maxItems,
  optionListsOf,
  type OptionList,
} from '../../../src/browser/client/options/lists.ts'
import { refreshOptions } from '../../../src/browser/client/options/refresh.ts'
import {
  createOptionStore,
  itemsToPick,
  notLoaded,
  type OptionStore,
} from '../../../src/browser/client/options/store.ts'
import { observeWrites } from '../../../src/browser/client/live/ownWrites.ts'
import type { ConsoleProvider } from '../../../src/browser/client/records/provider.ts'
import { createSessionStore } from '../../../src/browser/client/session/session.ts'
import { optionLists } from '../../../resources/optionLists.ts'
import { startApi, type Api } from '../../browser/shell/api.ts'
import { sessionOf } from '../../browser/shell/fixture.ts'

const lists = optionListsOf(resources, optionLists)
const named = (name: string) => lists.find((list) => list.name === name)!

/** Specification 3 and 7, with the permissions of specification 6. */
const twelve = [
  ['users', '/management/user/all', ['options.users.all']],
  ['brokers', '/broker/all', ['options.brokers.all']],
  ['brokersForSend', '/broker/all/for/send', ['options.brokers.send']],
  ['broker_departments', '/broker/department/all', ['options.broker_departments.all']],
  ['sources', '/settings/source/all', ['options.sources.all']],
  ['tags', '/settings/tag/all', ['options.tags.all']],
  ['countries', '/settings/country/all', ['options.countries.all']],
  ['statuses', '/settings/status/all', ['options.statuses.all']],
  ['sentLeadStatuses', '/lead/last/statuses/all', ['options.statusesOfSent.all']],
  [
    'sentHistoryFailureStatuses',
    '/lead/history/send/failure/statuses',
    ['options.statuses.sendHistoryFailure'],
  ],
  ['affiliate_companies', '/settings/affiliate/company/all', ['options.affiliateCompanies.all']],
  ['roles', '/management/role/all', ['management.user.create', 'management.user.update']],
] as const

describe('the twelve option lists of the specification', () => {
  it.each(twelve)('%s stands at its address', (name, path, permissions) => {
    expect(named(name)).toMatchObject({ path, permissions })
  })

  it.each(twelve)('%s is only for holders of its permission', (name, _path, permissions) => {
    const others = lists.flatMap((list) => list.permissions)
    const without = others.filter((one) => !permissions.some((own) => own === one))
    expect(mayHave({ permissions: new Set(without) }, named(name))).toBe(false)
    for (const one of permissions) {
      expect(mayHave({ permissions: new Set([one]) }, named(name))).toBe(true)
    }
  })
})

describe('an item', () => {
  afterEach(() => setDisplayLocale({ locale: 'en', zone: undefined }))

  it.each([
    ['countries', { id: 1, name: 'Germany', iso_3166_2: 'DE' }, 'ألمانيا'],
    ['countries', { id: 1, name: 'Atlantis', iso_3166_2: '??' }, 'Atlantis'],
    ['languages', { id: 1, name: 'German', code: 'de' }, 'الألمانية'],
    ['tags', { id: 1, name: 'VIP', code: 'de' }, 'VIP'],
  ])('of %s is called what the language calls a country or language', (name, entry, label) => {
    const resource = resources.find((one) => one.name === name)
    setDisplayLocale({ locale: 'ar', zone: undefined })
    expect(itemOf(resource, entry).label).toBe(label)
  })

  const company = [
    { id: 1, name: 'North' },
    { id: 2, name: 'South' },
  ]
  it.each([
    ['users', { id: 5, name: 'Ada' }, { value: 5, label: 'Ada' }],
    ['brokers', { id: 5, name: 'Acme', affiliate_companies: [] }, { value: 5, label: 'Acme' }],
    [
      'brokers',
      { id: 5, name: 'Acme', affiliate_companies: company },
      { value: 5, label: 'Acme (North, South)' },
    ],
    [
      'brokersForSend',
      { id: 5, name: 'Acme', affiliate_companies: company },
      { value: 5, label: 'Acme (North, South)' },
    ],
    [
      'broker_departments',
      { id: 7, branch_name: 'Berlin', broker_id: { id: 5, name: 'Acme', affiliate_companies: [] } },
      { value: 7, label: 'Berlin (Acme)' },
    ],
    ['tags', { id: 1, name: 'VIP', user_setting_id: null }, { value: 1, label: 'VIP' }],
    [
      'countries',
      { id: 1, name: 'Germany', iso_3166_2: 'DE', iso_3166_3: 'DEU', flag: '🇩🇪' },
      { value: 1, label: 'Germany', flag: '🇩🇪' },
    ],
    ['sentLeadStatuses', { status: 'No answer' }, { value: 'No answer', label: 'No answer' }],
    ['sentHistoryFailureStatuses', 'Duplicate', { value: 'Duplicate', label: 'Duplicate' }],
    [
      'roles',
      { id: 2, name: 'Manager', permissions: [{ id: 1, name: 'lead.view' }] },
      { value: 2, label: 'Manager' },
    ],
  ])('of %s is a value with a label', (name, entry, item) => {
    expect(itemOf(named(name).resource, entry)).toEqual(item)
  })
})

describe('an answer', () => {
  const users = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `User ${index + 1}` }))

  it('is a list, or carries one as data', () => {
    const item = { value: 'Busy', label: 'Busy' }
    const list = named('sentHistoryFailureStatuses')
    expect(itemsOf(list, ['Busy'])).toEqual({ items: [item], is_complete: true })
    expect(itemsOf(list, { data: ['Busy'] })).toEqual({ items: [item], is_complete: true })
    expect(() => itemsOf(list, { message: 'Hello' })).toThrow('no list')
  })

  it('of a list that is too long is kept in part, and known to be a part', () => {
    for (const answer of [
      { data: users(maxItems), meta: { is_complete: false } },
      { data: users(maxItems + 1), meta: { is_complete: true } },
      { data: users(2000) },
    ]) {
      const { items, is_complete } = itemsOf(named('users'), answer)
      expect([items.length, is_complete]).toEqual([maxItems, false])
    }
  })

  it('of a server that says nothing of a limit is the whole list', () => {
    const { items, is_complete } = itemsOf(named('users'), { data: users(maxItems) })
    expect([items.length, is_complete]).toEqual([maxItems, true])
  })
})

describe('the state of a list', () => {
  let store: OptionStore
  const answer = { items: [{ value: 1, label: 'VIP' }], is_complete: true }
  const kept = () => JSON.parse(window.localStorage.getItem('leadgate.options') ?? 'null')

  beforeEach(() => {
    window.localStorage.clear()
    store = createOptionStore()
  })
  afterEach(() => void vi.useRealTimers())

  it('moves from not loaded over fetching to loaded, each saved to browser storage', () => {
    expect(store.of('tags').state).toBe('not_loaded')
    store.fetching('tags')
    expect([store.of('tags').state, kept().tags.state]).toEqual(['fetching', 'fetching'])
    store.loaded('tags', answer)
    expect([store.of('tags').state, kept().tags.state]).toEqual(['loaded', 'loaded'])
    expect(createOptionStore().of('tags')).toMatchObject({ state: 'loaded', ...answer })
  })

  it('moves to failed, keeps what it had, and offers it to no picker', () => {
    store.fetching('tags')
    store.loaded('tags', answer)
    expect(itemsToPick(store.of('tags'))).toEqual(answer.items)
    store.fetching('tags')
    expect(itemsToPick(store.of('tags'))).toEqual(answer.items)
    store.failed('tags')
    expect(store.of('tags')).toMatchObject({ state: 'failed', items: answer.items })
    expect(itemsToPick(store.of('tags'))).toBeUndefined()
  })

  it('that was fetching when the page was left is restored as what it was before', () => {
    store.fetching('tags')
    expect(createOptionStore().of('tags').state).toBe('not_loaded')
    store.loaded('tags', answer)
    store.fetching('tags')
    expect(createOptionStore().of('tags').state).toBe('loaded')
  })

  it('keeps the very same items when the server says the same again', () => {
    store.fetching('tags')
    store.loaded('tags', answer)
    const { items } = store.of('tags')
    store.fetching('tags')
    store.loaded('tags', structuredClone(answer))
    expect(store.of('tags').items).toBe(items)
  })

  it('whose records have changed is not offered until it is fetched anew', () => {
    vi.useFakeTimers()
    store.fetching('tags')
    vi.advanceTimersByTime(1)
    store.markOld('tags')
    store.loaded('tags', answer)
    expect(itemsToPick(store.of('tags'))).toBeUndefined()
    vi.advanceTimersByTime(1)
    store.fetching('tags')
    expect(itemsToPick(store.of('tags'))).toBeUndefined()
    store.loaded('tags', answer)
    expect(itemsToPick(store.of('tags'))).toEqual(answer.items)
  })

  it('is forgotten with its permission, and all of them with the session', () => {
    store.fetching('tags')
    store.fetching('users')
    store.keepOnly(new Set(['users']))
    expect(store.of('tags')).toBe(notLoaded)
    expect(Object.keys(kept())).toEqual(['users'])
    store.reset()
    expect(store.of('users')).toBe(notLoaded)
    expect(kept()).toBeNull()
  })
})

it('a write of this browser makes the list of its resource old, a refused one does not', async () => {
  const told = vi.fn()
  const create = vi.fn(async () => ({ data: { id: 1 } }))
  const provider = observeWrites({ create } as unknown as ConsoleProvider, [], told)
  expect(await provider.create('tags', { data: {} })).toEqual({ data: { id: 1 } })
  expect(told.mock.calls).toEqual([['tags', []]])
  create.mockRejectedValueOnce(new Error('refused'))
  await expect(provider.create('tags', { data: {} })).rejects.toThrow('refused')
  expect(told).toHaveBeenCalledTimes(1)
})

describe('the cycle', () => {
  let api: Api
  let store: OptionStore
  let controller: AbortController
  let permissions: string[]
  let isPaused: boolean
  let times: [path: string, at: number][]
  const session = createSessionStore(window.localStorage)
  const few: OptionList[] = ['tags', 'sources', 'users'].map(named)

  beforeEach(async () => {
    window.localStorage.clear()
    session.write(sessionOf([]))
    const body = { data: [{ id: 1, name: 'One' }] }
    times = []
    const answer = ({ path }: { path: string }) => {
      times.push([path, Date.now()])
      return { body }
    }
    api = await startApi({
      'GET /api/settings/tag/all': answer,
      'GET /api/settings/source/all': answer,
      'GET /api/management/user/all': answer,
    })
    permissions = ['options.tags.all', 'options.sources.all', 'options.users.all']
    isPaused = false
    store = createOptionStore()
    controller = new AbortController()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const http = createHttp({ origin: api.origin, session, locale: () => 'en', reload() {} })
    void refreshOptions({
      http,
      queryClient: new QueryClient(),
      store,
      lists: few,
      permissions: () => permissions,
      isPaused: () => isPaused,
      signal: controller.signal,
    })
  })
  afterEach(async () => {
    controller.abort()
    vi.useRealTimers()
    await api.stop()
  })

  const asked = () => times.map(([path]) => path.split('?')[0]?.replace('/api', ''))
  /** Lets time pass in small steps, so that real answers arrive in between. */
  async function pass(milliseconds: number) {
    for (let rest = milliseconds; rest > 0; rest -= 500) {
      await vi.advanceTimersByTimeAsync(500)
      await vi.waitFor(() => {
        const states = few.map(({ name }) => store.of(name).state)
        expect(states).not.toContain('fetching')
      }, 45_000)
    }
  }

  it('asks for one list after the other with 2.5 s between, each again after 60 s', async () => {
    await pass(90_000)
    expect(asked().slice(0, 3)).toEqual([
      '/settings/tag/all',
      '/settings/source/all',
      '/management/user/all',
    ])
    const starts = times.map(([, at]) => at)
    const gaps = starts.slice(1).map((at, index) => at - starts[index]!)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2500)
    const ofTags = times.filter(([path]) => path.includes('tag')).map(([, at]) => at)
    expect(ofTags.length).toBe(2)
    expect(ofTags[1]! - ofTags[0]!).toBeGreaterThanOrEqual(60_000)
    expect(ofTags[1]! - ofTags[0]!).toBeLessThan(65_000)
    expect(few.map(({ name }) => store.of(name).state)).toEqual(['loaded', 'loaded', 'loaded'])
  })

  it('7: asks without anything in the address, as specified', async () => {
    await pass(500)
    expect(times[0]?.[0]).toBe('/api/settings/tag/all')
  })

  it('asks for a list only with its permission', async () => {
    permissions = ['options.sources.all']
    await pass(10_000)
    expect(asked().slice(1)).toEqual(['/settings/source/all'])
  })

  it('pauses while nobody looks or works', async () => {
    await pass(500)
    isPaused = true
    await pass(20_000)
    expect(times).toHaveLength(1)
    isPaused = false
    await pass(3000)
    expect(times.length).toBeGreaterThan(1)
  })

  it('tells a list that could not be had from one that is empty, and goes on', async () => {
    api.answer('GET /api/settings/source/all', { status: 500 })
    await pass(6000)
    expect(few.map(({ name }) => store.of(name).state)).toEqual(['loaded', 'failed', 'loaded'])
  })

  it('leaves alone what another tab has asked for within the minute', async () => {
    await pass(500)
    const other = createOptionStore()
    other.fetching('sources')
    other.loaded('sources', { items: [], is_complete: true })
    const key = 'leadgate.options'
    const newValue = window.localStorage.getItem(key)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
    await pass(3000)
    expect(asked()).toEqual(['/settings/tag/all', '/management/user/all'])
  })
})
