import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { withConfirmation } from '../../../../src/browser/client/session/connection.ts'
import { HttpFailure } from '../../../../src/browser/client/http/httpFailure.ts'
import { createHttp } from '../connect.ts'
import { createSessionStore } from '../../../../src/browser/client/session/session.ts'
import { store } from '../../../../src/browser/client/storage/store.ts'
import { startApi, type Api } from '../api.ts'
import { sessionOf } from '../fixture.ts'

let api: Api
const session = createSessionStore(window.localStorage)
const reload = vi.fn()

const connect = () => createHttp({ origin: api.origin, session, locale: () => 'de', reload })

beforeEach(async () => {
  api = await startApi({ 'GET /api/thing': { body: { data: 1 } } })
  session.write(sessionOf([]))
  reload.mockClear()
})
afterEach(async () => {
  vi.useRealTimers()
  await api.stop()
})

const failure = async (promise: Promise<unknown>): Promise<HttpFailure> =>
  promise.then(
    () => expect.unreachable(),
    (error) => error,
  )

describe('a call', () => {
  it('specification 1: gives a file the name that the server gives it', async () => {
    const name = `attachment; filename="F_tes 2026-11-22.csv"; filename*=UTF-8''F%C3%A4tes%202026-11-22.csv`
    const headers = { 'content-disposition': name }
    api.answer('GET /api/file', { body: 'a', headers })
    expect(await connect().blob('/file')).toMatchObject({ name: 'Fätes 2026-11-22.csv' })
    expect(await connect().blob('/thing')).not.toHaveProperty('name')
  })

  it('goes to the host of the API, below /api', async () => {
    expect(window.location.origin).not.toBe(api.origin)
    expect(await connect().json('/thing?search=lamp')).toEqual({ data: 1 })
    expect(api.calls[0]?.path).toBe('/api/thing?search=lamp')
  })

  it('carries the bearer token, the locale and JSON', async () => {
    api.answer('POST /api/thing', { body: { message: 'Done' } })
    await connect().json('/thing', { method: 'POST', body: { name: 'lamp' } })
    expect(api.calls[0]).toMatchObject({ body: { name: 'lamp' } })
    expect(api.calls[0]?.headers).toMatchObject({
      authorization: 'Bearer secret-token',
      locale: 'de',
      accept: 'application/json',
      'content-type': 'application/json',
    })
  })

  it('carries no token when nobody is signed in', async () => {
    session.write(undefined)
    await connect().json('/thing')
    expect(api.calls[0]?.headers.authorization).toBeUndefined()
  })

  it('takes an answer without a body', async () => {
    api.answer('DELETE /api/thing', { status: 200 })
    expect(await connect().json('/thing', { method: 'DELETE' })).toEqual({})
  })

  it('fails with the first message of each field', async () => {
    const errors = { name: ['Too long', 'Not nice'], age: [] }
    api.answer('POST /api/thing', { status: 422, body: { message: 'Check', errors } })
    const error = await failure(connect().json('/thing', { method: 'POST', body: {} }))
    expect(error).toBeInstanceOf(HttpFailure)
    expect(error).toMatchObject({
      status: 422,
      message: 'Check',
      body: { message: 'Check', errors: { name: 'Too long' } },
    })
  })

  it.each([
    [503, 'The database is busy. Nothing was saved. Try again.'],
    [507, 'The disk of the server is full.'],
  ])('F8: tells the words of a %i', async (status, message) => {
    api.answer('POST /api/thing', { status, body: { message } })
    expect(await failure(connect().json('/thing', { method: 'POST' }))).toMatchObject({
      status,
      message,
    })
  })

  it('says for a 503 of a proxy that the server is unavailable', async () => {
    api.answer('GET /api/thing', { status: 503 })
    expect(await failure(connect().json('/thing'))).toMatchObject({
      status: 503,
      message: 'The server is unavailable',
    })
  })

  it.each([500, 502, 504])('says for a %i that the server is unavailable', async (status) => {
    api.answer('GET /api/thing', { status, body: { message: 'stack trace' } })
    expect(await failure(connect().json('/thing'))).toMatchObject({
      status,
      message: 'The server is unavailable',
    })
  })

  it.each([
    [403, 'You do not have the permission for this.'],
    [404, 'The server has nothing at this address.'],
    [418, 'The server answered 418'],
    [422, 'Check the marked fields.'],
  ])('has words for a %i without any', async (status, message) => {
    api.answer('GET /api/thing', { status })
    expect(await failure(connect().json('/thing'))).toMatchObject({ status, message })
  })

  it('says that the server is unavailable when there is no answer', async () => {
    const http = connect()
    await api.stop()
    expect(await failure(http.json('/thing'))).toMatchObject({
      status: 0,
      message: 'The server is unavailable',
    })
  })

  it('gives up after 120 seconds', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      expect(milliseconds).toBe(120_000)
      return AbortSignal.abort()
    })
    expect(await failure(connect().json('/thing'))).toMatchObject({ status: 0 })
    limit.mockRestore()
  })

  it('can be called off', async () => {
    api.answer('GET /api/thing', { hangs: true })
    const controller = new AbortController()
    const call = connect().json('/thing', { signal: controller.signal })
    await vi.waitFor(() => expect(api.calls).toHaveLength(1), 45_000)
    controller.abort()
    expect(await failure(call)).toMatchObject({ name: 'AbortError' })
  })
})

it('a call that finds the session gone while its user signs out tells nobody', async () => {
  const http = connect()
  const told = vi.fn()
  http.onExpired(told)
  let answer: (status: number) => void = () => {}
  api.answer('GET /api/thing', async () => ({
    status: await new Promise<number>((resolve) => (answer = resolve)),
    body: {},
  }))
  api.answer('DELETE /api/logout', () => {
    answer(401)
    return new Promise(() => {})
  })
  const call = failure(http.json('/thing'))
  await vi.waitFor(() => expect(api.calls).toHaveLength(1), 45_000)
  void http.json('/logout', { method: 'DELETE' }).catch(() => undefined)
  expect(await call).toMatchObject({ status: 401 })
  expect(told).not.toHaveBeenCalled()
})

it('M4: asks for the password once for many calls, and sends each again', async () => {
  const plain = connect()
  const { mock } = vi.spyOn(plain, 'json')
  const refused = () => mock.settledResults.filter(({ type }) => type === 'rejected')
  const http = withConfirmation(plain)
  let isKnown = false
  api.answer('PUT /api/thing', () =>
    isKnown ? { body: {} } : { status: 403, body: { message: 'No', code: 'confirm_password' } },
  )
  const put = () => http.json('/thing', { method: 'PUT', body: {} })
  expect(await failure(put())).toMatchObject({ status: 403, message: 'No' })
  let answer: (isConfirmed: boolean) => void = () => {}
  const ask = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)))
  const stop = http.onPasswordNeeded(ask)
  const declined = Promise.all([failure(put()), failure(put())])
  await vi.waitFor(() => expect(refused()).toHaveLength(3))
  answer(false)
  expect(await declined).toMatchObject([{ status: 403 }, { message: /^Nothing was changed/ }])
  const calls = Promise.all([put(), put()])
  await vi.waitFor(() => expect(refused()).toHaveLength(5))
  isKnown = true
  answer(true)
  await calls
  expect(api.calls).toHaveLength(7)
  expect(ask).toHaveBeenCalledTimes(2)
  stop()
})

it('M4: asks for the password for a file too', async () => {
  const http = withConfirmation(connect())
  let isKnown = false
  api.answer('POST /api/thing/file', () =>
    isKnown
      ? { body: 'whole' }
      : { status: 403, body: { message: 'No', code: 'confirm_password' } },
  )
  const stop = http.onPasswordNeeded(() => Promise.resolve((isKnown = true)))
  const file = await http.blob('/thing/file', { method: 'POST', body: {} })
  expect(await file.text()).toBe('"whole"')
  stop()
})

describe('a server that cannot answer', () => {
  it.each(['500', 'no response'])(
    'B3 4: is told at every act for a %s, and of what nobody asked for once until it has answered',
    async (what) => {
      const http = connect()
      const told = vi.fn()
      http.onUnavailable(told)
      api.answer('GET /api/bad', what === '500' ? { status: 500 } : { breaks: true })
      const act = () => failure(http.json('/bad'))
      const poll = () => failure(http.json('/bad', { isBackground: true }))
      await poll()
      await poll()
      expect(told).toHaveBeenCalledTimes(1)
      await act()
      await act()
      expect(told).toHaveBeenCalledTimes(3)
      await poll()
      expect(told).toHaveBeenCalledTimes(3)
      await http.json('/thing')
      await poll()
      expect(told).toHaveBeenCalledTimes(4)
    },
  )

  it('B3 4: is told at an act without a connection, where polls say nothing', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const http = connect()
    const told = vi.fn()
    http.onUnavailable(told)
    api.answer('GET /api/bad', { breaks: true })
    await failure(http.json('/bad', { isBackground: true }))
    expect(told).not.toHaveBeenCalled()
    await failure(http.json('/bad'))
    expect(told).toHaveBeenCalledTimes(1)
    online.mockRestore()
  })

  it('is told from one that refuses, and from a call that was called off', async () => {
    const http = connect()
    const told = vi.fn()
    http.onUnavailable(told)
    await failure(http.json('/nowhere'))
    await failure(http.json('/thing', { signal: AbortSignal.abort() }))
    expect(told).not.toHaveBeenCalled()
  })
})

describe('a session that the server no longer knows', () => {
  beforeEach(() => {
    api.answer('GET /api/thing', { status: 401, body: { message: 'Who?' } })
  })

  const message = 'Token has expired. Login again.'

  it('warns once for many calls and rejects them all with the same words', async () => {
    const http = connect()
    const warn = vi.fn()
    http.onExpired(warn)
    const calls = await Promise.all([1, 2, 3].map(() => failure(http.json('/thing'))))
    expect(calls.map((one) => one.message)).toEqual([message, message, message])
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it('blocks further calls without asking the server', async () => {
    const http = connect()
    await failure(http.json('/thing'))
    expect((await failure(http.json('/other'))).message).toEqual(message)
    expect(api.calls).toHaveLength(1)
  })

  it('ends after three seconds with a reload', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const http = connect()
    await failure(http.json('/thing'))
    await vi.advanceTimersByTimeAsync(2999)
    expect(session.read()).toBeDefined()
    expect(reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(session.read()).toBeUndefined()
    expect(window.localStorage.getItem('leadgate.auth')).toBeNull()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('L7: leaves nothing of what its user looked for, when it ends by itself', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    store.setItem('recent.5', [{ title: 'Canary Bird' }])
    store.setItem('authors.listParams', { filter: { email: 'canary@example.com' } })
    store.setItem('density', 'compact')
    await failure(connect().json('/thing'))
    await vi.advanceTimersByTimeAsync(3000)
    expect(JSON.stringify({ ...window.localStorage })).not.toMatch(/canary/i)
    expect(store.getItem('density')).toBe('compact')
  })

  it('ends nobody who has signed in anew in another tab', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await failure(connect().json('/thing'))
    session.write(sessionOf([], { access_token: 'another' }))
    await vi.advanceTimersByTimeAsync(3000)
    expect(session.read()?.access_token).toBe('another')
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('is found by an upload, too, and blocks it', async () => {
    const http = connect()
    const warn = vi.fn()
    http.onExpired(warn)
    expect(http.headers()).toMatchObject({ Authorization: 'Bearer secret-token' })
    http.answered(404)
    expect(warn).not.toHaveBeenCalled()
    http.answered(401)
    expect(warn).toHaveBeenCalledTimes(1)
    expect(() => http.headers()).toThrow(message)
    expect((await failure(http.json('/thing'))).message).toEqual(message)
    expect(api.calls).toHaveLength(0)
  })

  it('is found by the stream of events, too', async () => {
    api.answer('GET /api/events', { status: 401, body: {} })
    const http = connect()
    const warn = vi.fn()
    http.onExpired(warn)
    await failure(http.stream('/events', new AbortController().signal))
    await failure(http.stream('/events', new AbortController().signal))
    expect(warn).toHaveBeenCalledTimes(1)
    expect(api.calls).toHaveLength(1)
  })

  it('is not the new one of somebody who has signed in again meanwhile', async () => {
    const http = connect()
    const warn = vi.fn()
    http.onExpired(warn)
    api.answer('GET /api/thing', () => {
      session.write(sessionOf([], { access_token: 'another' }))
      return { status: 401, body: {} }
    })
    await failure(http.json('/thing'))
    expect(warn).not.toHaveBeenCalled()
    expect(session.read()?.access_token).toBe('another')
  })

  it('is not what a 401 means to somebody who is signing in', async () => {
    session.write(undefined)
    const http = connect()
    expect((await failure(http.json('/thing'))).message).toBe('Who?')
    await failure(http.json('/thing'))
    expect(api.calls).toHaveLength(2)
  })
})
