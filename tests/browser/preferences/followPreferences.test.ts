import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { createHttp } from '../shell/connect.ts'
import { followPreferences } from '../../../src/features/preferences/followPreferences.ts'
import { createSessionStore } from '../../../src/browser/client/session/session.ts'
import { createStore, type WatchedStore } from '../../../src/browser/client/storage/store.ts'
import { startApi, type Api, type Call } from '../shell/api.ts'
import { sessionOf } from '../shell/fixture.ts'

let api: Api
/** What the server has, by user. */
let kept: Record<string, unknown>
let store: WatchedStore
let stop: () => void

beforeEach(async () => {
  window.localStorage.clear()
  kept = {}
  store = createStore(window.localStorage)
  stop = () => {}
  api = await startApi({ 'GET /api/profile/preferences': () => ({ body: { data: kept } }) })
  for (const key of ['density', 'theme', 'leads.columns']) {
    const path = `/api/profile/preferences/${key}`
    api.answer(`PUT ${path}`, ({ body }: Call) => {
      kept[key] = body.value
      return { body: { data: { key, value: body.value } } }
    })
    api.answer(`DELETE ${path}`, () => {
      delete kept[key]
      return { body: { data: { key } } }
    })
  }
})
afterEach(async () => {
  stop()
  await api.stop()
})

function follow(userId = 5) {
  const session = createSessionStore(window.localStorage)
  session.write(sessionOf([], { id: userId }))
  const http = createHttp({ origin: api.origin, session, locale: () => 'en', reload: () => {} })
  stop = followPreferences({ http, store, storage: window.localStorage, userId })
}

const written = () =>
  api.calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)
const pulled = () => api.callsTo('GET /api/profile/preferences').length
const soon = 15_000
const rest = () => new Promise((resolve) => setTimeout(resolve, 1_300))
let away = 0
const comeBack = () => {
  away += 20_000
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + away)
  window.dispatchEvent(new Event('focus'))
  vi.restoreAllMocks()
}

it('the columns and the density of a user follow them to another browser', async () => {
  kept = { density: 'dense', 'leads.columns': { order: ['id'], hidden: [] } }
  const heard = vi.fn()
  store.subscribe('density', heard)
  follow()
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('dense'), soon)
  expect(store.getItem('leads.columns')).toEqual({ order: ['id'], hidden: [] })
  await rest()
  expect(written()).toEqual([])
})

it('a change holds at once and goes to the server once typing and clicking rest', async () => {
  follow()
  await vi.waitFor(() => expect(pulled()).toBe(1), soon)
  for (const density of ['dense', 'comfortable', 'compact']) store.setItem('density', density)
  expect(store.getItem('density')).toBe('compact')
  expect(written()).toEqual([])
  await vi.waitFor(() => expect(kept).toEqual({ density: 'compact' }), soon)
  expect(written()).toEqual(['PUT density'])
})

it('what a user looked for stays in the browser', async () => {
  follow()
  store.setItem('leads.listParams', { filter: { search: 'ada' } })
  store.setItem('leads.selectedIds', [1])
  await rest()
  expect(written()).toEqual([])
})

it('a reset reaches the server and, with the focus, the other browser', async () => {
  kept = { density: 'dense' }
  follow()
  await vi.waitFor(() => expect(store.getItem('density')).toBe('dense'), soon)
  store.removeItem('density')
  await vi.waitFor(() => expect(kept).toEqual({}), soon)
  kept = { theme: 'dark' }
  comeBack()
  await vi.waitFor(() => expect(store.getItem('theme')).toBe('dark'), soon)
  kept = {}
  comeBack()
  await vi.waitFor(() => expect(store.getItem('theme')).toBeUndefined(), soon)
})

it('the focus asks the server again, but not more often than every ten seconds', async () => {
  follow()
  await vi.waitFor(() => expect(pulled()).toBe(1), soon)
  window.dispatchEvent(new Event('focus'))
  window.dispatchEvent(new Event('focus'))
  comeBack()
  await vi.waitFor(() => expect(pulled()).toBe(2), soon)
})

it('a change made without connection is sent with its age when it is back', async () => {
  api.answer('PUT /api/profile/preferences/density', { status: 503 })
  follow()
  store.setItem('density', 'dense')
  await vi.waitFor(() => expect(written()).toEqual(['PUT density']), soon)
  stop()
  await rest()
  api.answer('PUT /api/profile/preferences/density', ({ body }) => ({ body: { data: body } }))
  kept = { density: 'comfortable' }
  follow()
  await vi.waitFor(() => expect(written()).toHaveLength(2), soon)
  expect(api.calls.at(-1)?.body).toEqual({ value: 'dense', age: expect.any(Number) })
  expect(api.calls.at(-1)?.body.age).toBeGreaterThan(900)
  expect(store.getItem('density')).toBe('dense')
})

it('the newer change of another browser wins over an older one of this', async () => {
  api.answer('PUT /api/profile/preferences/density', {
    body: { data: { key: 'density', value: 'comfortable' } },
  })
  follow()
  store.setItem('density', 'dense')
  await vi.waitFor(() => expect(store.getItem('density')).toBe('comfortable'), soon)
})

it('what the server refuses stays in the browser and is not sent again', async () => {
  api.answer('PUT /api/profile/preferences/density', { status: 422, body: { message: 'No' } })
  follow()
  store.setItem('density', 'dense')
  store.setItem('theme', 'dark')
  await vi.waitFor(() => expect(kept).toEqual({ theme: 'dark' }), soon)
  comeBack()
  await vi.waitFor(() => expect(pulled()).toBe(2), soon)
  await rest()
  expect(store.getItem('density')).toBe('dense')
  expect(written()).toEqual(['PUT density', 'PUT theme'])
})

it('preferences made before the server kept any are sent there', async () => {
  store.setItem('density', 'dense')
  follow()
  await vi.waitFor(() => expect(kept).toEqual({ density: 'dense' }), soon)
})

it('another user of the same browser does not get them', async () => {
  follow(5)
  store.setItem('density', 'dense')
  await vi.waitFor(() => expect(kept).toEqual({ density: 'dense' }), soon)
  stop()
  kept = { theme: 'dark' }
  follow(6)
  await vi.waitFor(() => expect(store.getItem('theme')).toBe('dark'), soon)
  expect(store.getItem('density')).toBeUndefined()
  await rest()
  expect(kept).toEqual({ theme: 'dark' })
})

it('a server without preferences is asked once, and everything stays in the browser', async () => {
  api.answer('GET /api/profile/preferences', { status: 404 })
  store.setItem('density', 'dense')
  follow()
  await vi.waitFor(() => expect(pulled()).toBe(1), soon)
  await rest()
  store.setItem('density', 'compact')
  comeBack()
  await rest()
  expect(store.getItem('density')).toBe('compact')
  expect(api.calls).toHaveLength(1)
})
