import { beforeEach, describe, expect, it, vi } from 'vitest'

import { createSessionStore, sessionKey, userOf } from '../../../src/browser/session.ts'
import { sessionOf } from './fixture.ts'

const past = new Date(Date.now() - 1000).toISOString()

beforeEach(() => window.localStorage.clear())

describe('a session', () => {
  it('is kept in browser storage on every change and restored', () => {
    createSessionStore(window.localStorage).write(sessionOf(['a.view']))
    expect(createSessionStore(window.localStorage).read()).toMatchObject({
      email: 'ada@example.com',
      permissions: ['a.view'],
    })
  })

  it.each([
    ['past its end', JSON.stringify(sessionOf([], { expires_at: past }))],
    ['that cannot be read', '{"access_token'],
    ['without an end', '{}'],
  ])('%s is none', (_what, stored) => {
    window.localStorage.setItem(sessionKey, stored)
    expect(createSessionStore(window.localStorage).read()).toBeUndefined()
  })

  it('ends in every tab at once', () => {
    const session = createSessionStore(window.localStorage)
    session.write(sessionOf([]))
    const heard = vi.fn()
    session.subscribe(heard)
    window.dispatchEvent(new StorageEvent('storage', { key: sessionKey, newValue: null }))
    expect(session.read()).toBeUndefined()
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('names a user whom rules understand', () => {
    const user = userOf(sessionOf(['a.view'], { is_sender: 1 }))
    expect(user).toMatchObject({ id: 5, name: 'Ada Lovelace', is_sender: true })
    expect(user.permissions.has('a.view')).toBe(true)
  })
})
