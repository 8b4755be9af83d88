import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { watchActivity } from '../../../../src/browser/client/live/activity.ts'
import type { Http } from '../../../../src/browser/client/http/http.ts'
import {
  merged,
  readProfile,
  refreshProfile,
} from '../../../../src/browser/client/session/profileRefresh.ts'
import { createSessionStore } from '../../../../src/browser/client/session/session.ts'
import { sessionOf } from '../fixture.ts'

const session = createSessionStore(window.localStorage)
const json = vi.fn()
let stop: () => void
let unwatch: () => void

beforeEach(() => {
  vi.useFakeTimers()
  const activity = watchActivity()
  unwatch = activity.start()
  json.mockReset().mockResolvedValue({ data: sessionOf(['a.view'], { name: 'Ada King' }) })
  session.write(sessionOf(['a.view']))
  stop = refreshProfile({ http: { json } as unknown as Http, session, activity })
})
afterEach(() => {
  stop()
  unwatch()
  vi.useRealTimers()
})

it('reads the profile after 100 ms and then every 30 s', async () => {
  await vi.advanceTimersByTimeAsync(99)
  expect(json).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(json).toHaveBeenCalledTimes(1)
  expect(json.mock.calls[0]?.[0]).toBe('/profile')
  expect(session.read()?.name).toBe('Ada King')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(json).toHaveBeenCalledTimes(3)
})

it('D8: learns that a session in use ends later, but not of every minute', async () => {
  const { expires_at } = session.read()!
  const after = (minutes: number) =>
    new Date(Date.parse(expires_at) + minutes * 60_000).toISOString()
  json.mockResolvedValue({ data: { ...session.read(), expires_at: after(30) } })
  await vi.advanceTimersByTimeAsync(100)
  expect(session.read()?.expires_at).toBe(expires_at)
  json.mockResolvedValue({ data: { ...session.read(), expires_at: after(90) } })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(session.read()?.expires_at).toBe(after(90))
})

it('calls a question off that a newer one asks again', async () => {
  const signals: AbortSignal[] = []
  json.mockImplementation((_path, { signal }) => {
    signals.push(signal)
    return new Promise(() => undefined)
  })
  await vi.advanceTimersByTimeAsync(100)
  void readProfile((signal) => json('/profile', { signal }), session)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  stop()
  expect(signals[1]?.aborted).toBe(true)
})

it('does not undo what was changed while it asked, and asks again', async () => {
  json.mockImplementationOnce(async () => {
    const data = sessionOf(['a.view'], { name: 'Ada', email: 'old@example.com' })
    session.write({ ...session.read()!, name: 'Ada Byron' })
    return { data }
  })
  json.mockImplementationOnce(async () => {
    expect(session.read()).toMatchObject({ name: 'Ada Byron', email: 'ada@example.com' })
    return { data: { name: 'Ada Byron', email: 'new@example.com' } }
  })
  await vi.advanceTimersByTimeAsync(100)
  expect(json).toHaveBeenCalledTimes(2)
  expect(session.read()).toMatchObject({ name: 'Ada Byron', email: 'new@example.com' })
  expect(session.read()?.is_fetched).toBe(true)
})

it('replaces name, e-mail, sender flag and notifications', async () => {
  const notice = { id: 1, data: { title: 'Hello', message: 'Read me' }, updated_at: '' }
  const told = {
    name: 'Ada King',
    email: 'king@example.com',
    is_sender: 1,
    notifications: [notice],
    total_notifications: 1,
  } as const
  json.mockResolvedValue({ data: sessionOf(['a.view'], told) })
  await vi.advanceTimersByTimeAsync(100)
  expect(session.read()).toMatchObject(told)
})

it('pauses after 15 minutes without a sign of life and goes on at once with the next', async () => {
  await vi.advanceTimersByTimeAsync(15 * 60_000)
  const before = json.mock.calls.length
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(json.mock.calls.length).toBe(before)
  window.dispatchEvent(new Event('pointermove'))
  window.dispatchEvent(new Event('pointermove'))
  await vi.advanceTimersByTimeAsync(0)
  expect(json.mock.calls.length).toBe(before + 1)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(json.mock.calls.length).toBe(before + 2)
})

it('goes on after a refresh that failed', async () => {
  json.mockRejectedValueOnce(new Error('The server is unavailable'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(session.read()?.name).toBe('Ada King')
})

it('marks the user as fetched, and says nothing when nothing is new', async () => {
  expect(session.read()?.is_fetched).toBeUndefined()
  await vi.advanceTimersByTimeAsync(100)
  expect(session.read()?.is_fetched).toBe(true)
  const heard = vi.fn()
  const forget = session.subscribe(heard)
  await vi.advanceTimersByTimeAsync(60_000)
  forget()
  expect(json).toHaveBeenCalledTimes(3)
  expect(heard).not.toHaveBeenCalled()
})

it('does not mix two people up when somebody else signs in meanwhile', async () => {
  json.mockImplementationOnce(async () => {
    session.write(sessionOf(['b.view'], { name: 'Grace', access_token: 'another' }))
    return { data: sessionOf(['a.view'], { name: 'Ada King' }) }
  })
  await vi.advanceTimersByTimeAsync(100)
  expect(session.read()).toMatchObject({ name: 'Grace', permissions: ['b.view'] })
})

it('keeps what a profile leaves out', () => {
  const known = sessionOf(['a.view'])
  expect(merged(known, { name: 'Ada King' })).toEqual({ ...known, name: 'Ada King' })
})

it('does not sign anybody in again', async () => {
  session.write(undefined)
  await vi.advanceTimersByTimeAsync(100)
  expect(session.read()).toBeUndefined()
})

it('keeps the very same permissions and settings unless something in them changed', () => {
  const known = sessionOf(['a.view'])
  const same = merged(known, sessionOf(['a.view'], { total_notifications: 3 }))
  expect(same.permissions).toBe(known.permissions)
  expect(same.settings).toBe(known.settings)
  expect(same.total_notifications).toBe(3)
  expect(merged(known, sessionOf(['a.view', 'b.view'])).permissions).toEqual(['a.view', 'b.view'])
})
