import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import {
  askEarly,
  readKnownSession,
  takeEarly,
} from '../../../../src/browser/client/http/earlyRequest.ts'
import { localeOf } from '../../../../src/browser/client/i18n/languageOrder.ts'
import { rememberRequest } from '../../../../src/browser/client/records/listCalls.ts'
import { paintFrame } from '../../../../src/browser/frame/paintFrame.ts'
import { createQueryClient } from '../../../../src/browser/client/records/queryClient.ts'
import { prepareList } from '../../../../src/browser/client/records/prepareList.ts'
import { endSession, session } from '../../../../src/browser/client/session/session.ts'
import { store } from '../../../../src/browser/client/storage/store.ts'
import { createDataProvider } from '../../../../src/browser/client/records/dataProvider.ts'
import { createHttp } from '../connect.ts'
import { author, sessionOf } from '../fixture.ts'

const path = '/library/author/search?sort=-id&page=1&per_page=25'
const url = `/api${path}`
const headers = {
  Accept: 'application/json',
  Locale: 'en',
  Authorization: 'Bearer secret-token',
}
const params = { sort: { field: 'id', order: 'DESC' }, pagination: { page: 1, perPage: 25 } }
const answer = { data: [{ id: 1 }], meta: { total: 1 } }
let ask: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  window.localStorage.clear()
  window.history.replaceState(null, '', '/library/authors')
  session.write(sessionOf(['author.view']))
  ask = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(answer))
})
afterEach(() => {
  // An answer that a test left is not taken for a later one's.
  takeEarly(url, headers)
  vi.restoreAllMocks()
  endSession(session)
})

/** What the first file of the next page does. */
function begin() {
  const known = readKnownSession()
  if (known) askEarly(known)
}

const connect = () =>
  createHttp({
    session,
    locale: () => localeOf(store, session.read()),
    reload: () => {},
    early: takeEarly,
  })

describe('First row: the list request of the next page', () => {
  it('leaves with the first file, and is not made again by the console', async () => {
    rememberRequest({ path, resource: 'authors', params })
    begin()
    expect(ask.mock.calls).toEqual([[url, { headers, signal: expect.any(AbortSignal) }]])
    const http = connect()
    expect(await http.json(path)).toEqual(answer)
    expect(ask).toHaveBeenCalledTimes(1)
    await http.json(path)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['is the person’s own, whatever was chosen here before', 'en', 'ar', 'en'],
    ['is that last chosen here, where the server keeps none', undefined, 'ar', 'ar'],
    ['is English, where nothing else is known', '', undefined, 'en'],
  ])('D1, B5: asks once, in the language that %s', async (_what, own, chosen, asked) => {
    rememberRequest({ path, resource: 'authors', params })
    session.write(
      sessionOf(['author.view'], { settings: { ...(own !== undefined && { locale: own }) } }),
    )
    if (chosen) store.setItem('locale', chosen)
    begin()
    expect(await connect().json(path)).toEqual(answer)
    expect(ask.mock.calls).toEqual([
      [url, { headers: { ...headers, Locale: asked }, signal: expect.any(AbortSignal) }],
    ])
  })

  it('is made for the query that the list had, and for the bare address', () => {
    window.history.replaceState(null, '', '/library/authors?page=2')
    rememberRequest({ path, resource: 'authors', params })
    begin()
    expect(ask).toHaveBeenCalledTimes(1)
    window.history.replaceState(null, '', '/library/authors?page=3')
    begin()
    expect(ask).toHaveBeenCalledTimes(1)
    window.history.replaceState(null, '', '/library/authors')
    begin()
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('is not made for who has never seen the list, is signed out or must choose a password', () => {
    begin()
    rememberRequest({ path, resource: 'authors', params })
    session.write(sessionOf([], { must_change_password: true }))
    begin()
    session.write(sessionOf([], { expires_at: new Date(Date.now() - 1).toISOString() }))
    begin()
    session.write(sessionOf([]))
    endSession(session)
    session.write(sessionOf([]))
    begin()
    expect(ask).not.toHaveBeenCalled()
  })

  it.each([
    ['another session', { ...headers, Authorization: 'Bearer other' }, 0],
    ['another language', { ...headers, Locale: 'ar' }, 0],
    ['a console that comes late', headers, 11_000],
  ])('answers nothing to %s', (_what, asked, later) => {
    rememberRequest({ path, resource: 'authors', params })
    begin()
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now + later)
    expect(takeEarly(url, asked)).toBeUndefined()
  })

  it('is called off like any other: what is asked anew meanwhile is not answered twice', async () => {
    rememberRequest({ path, resource: 'authors', params })
    ask.mockImplementation(async (_url: string, { signal }: RequestInit) => {
      await new Promise((resolve) => {
        if (!signal || signal.aborted) resolve(undefined)
        signal?.addEventListener('abort', resolve)
      })
      throw signal?.reason
    })
    begin()
    const controller = new AbortController()
    const answered = connect().json(path, { signal: controller.signal })
    controller.abort()
    await expect(answered).rejects.toMatchObject({ name: 'AbortError' })
    expect(ask.mock.calls[0]?.[1].signal?.aborted).toBe(true)
  })

  it('is made once more where it had no answer, and ends a session like any other', async () => {
    rememberRequest({ path, resource: 'authors', params })
    ask.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    begin()
    expect(await connect().json(path)).toEqual(answer)
    expect(ask).toHaveBeenCalledTimes(2)
    ask.mockResolvedValueOnce(new Response('{}', { status: 401 }))
    begin()
    const http = connect()
    const told = vi.fn()
    http.onExpired(told)
    await expect(http.json(path)).rejects.toMatchObject({ status: 401 })
    expect(told).toHaveBeenCalledTimes(1)
  })
})

describe('First row: the rows of the first page', () => {
  const prepare = async (isAllowed: boolean) => {
    const queryClient = createQueryClient([author], () => isAllowed)
    const dataProvider = createDataProvider([author], connect())
    await prepareList({ queryClient, dataProvider, mayAccess: () => isAllowed })
    return queryClient.getQueryData(['authors', 'getList', params])
  }

  it('are in the cache where the list looks for them, of the request that left first', async () => {
    rememberRequest({ path, resource: 'authors', params })
    begin()
    expect(await prepare(true)).toMatchObject({ data: answer.data, total: 1 })
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('are not asked for where the user may not see the list', async () => {
    rememberRequest({ path, resource: 'authors', params })
    expect(await prepare(false)).toBeUndefined()
    expect(ask).not.toHaveBeenCalled()
  })
})

describe('First row: the frame of the console', () => {
  afterEach(() => {
    document.body.replaceChildren()
    vi.useRealTimers()
  })

  it('is painted before its files are there, as wide as the user has it, and says when they take long', () => {
    vi.useFakeTimers()
    store.setItem('sidebar.open', false)
    document.body.innerHTML = '<div id="root"></div>'
    paintFrame({ isSignedIn: true })
    expect(document.querySelector('.early-sidebar')?.hasAttribute('data-narrow')).toBe(true)
    const said = () => document.querySelector('[role=status]')?.textContent
    vi.advanceTimersByTime(499)
    expect(said()).toBe('')
    vi.advanceTimersByTime(1)
    expect(said()).toBe('Loading …')
  })

  it('is not painted for who is signed out, nor over a console that is there', () => {
    document.body.innerHTML = '<div id="root"></div>'
    paintFrame({ isSignedIn: false })
    expect(document.querySelector('.early-frame')).toBeNull()
    // The console draws nothing at first, where a part of it is on its way.
    document.documentElement.dataset['shown'] = ''
    paintFrame({ isSignedIn: true })
    expect(document.querySelector('.early-frame')).toBeNull()
    delete document.documentElement.dataset['shown']
  })
})
