import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Http } from '../../../src/browser/http.ts'
import { merged, refreshProfile } from '../../../src/browser/profileRefresh.ts'
import { createSessionStore } from '../../../src/browser/session.ts'
import { sessionOf } from './fixture.ts'

const session = createSessionStore(window.localStorage)
const json = vi.fn()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  json.mockReset().mockResolvedValue({ data: sessionOf(['a.view'], { name: 'Ada King' }) })
  session.write(sessionOf(['a.view']))
  stop = refreshProfile({ json } as unknown as Http, session)
})
afterEach(() => {
  stop()
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

it('pauses after 15 minutes without a sign of life and goes on with the next', async () => {
  await vi.advanceTimersByTimeAsync(15 * 60_000)
  const before = json.mock.calls.length
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(json.mock.calls.length).toBe(before)
  window.dispatchEvent(new Event('pointermove'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(json.mock.calls.length).toBe(before + 1)
})

it('goes on after a refresh that failed', async () => {
  json.mockRejectedValueOnce(new Error('The server is unavailable'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(session.read()?.name).toBe('Ada King')
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
