import { beforeEach, describe, expect, it, vi } from 'vitest'

import { createPersistedState } from '../../../../src/browser/client/storage/persisted.ts'
import {
  createSessionStore,
  endSession,
  profileOf,
} from '../../../../src/browser/client/session/session.ts'
import { userOf } from '../../../../src/browser/client/session/user.ts'
import { sessionOf } from '../fixture.ts'

const sessionKey = 'leadgate.auth'

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

  it('resets auth, dashboard and options when it ends, and keeps the locale', () => {
    const session = createSessionStore(window.localStorage)
    const dashboard = createPersistedState('dashboard', { initial: 'none' })
    session.write(sessionOf([]))
    dashboard.write('numbers')
    window.localStorage.setItem('leadgate.options', '{}')
    window.localStorage.setItem('leadgate.locale', '{}')
    endSession(session)
    expect([session.read(), dashboard.read()]).toEqual([undefined, 'none'])
    expect(Object.keys(window.localStorage)).toEqual(['leadgate.locale'])
  })

  it('of a server that tells no end lasts until that server says otherwise', () => {
    window.localStorage.setItem(
      sessionKey,
      JSON.stringify({ access_token: 'a', expires_at: 'soon' }),
    )
    expect(createSessionStore(window.localStorage).read()).toMatchObject({
      access_token: 'a',
      permissions: [],
      notifications: [],
      settings: {},
    })
  })

  it('needs no more of a user than specification 3 lists', () => {
    const { id: _id, ...told } = sessionOf(['a.view'])
    expect(userOf(profileOf(told))).toMatchObject({ id: 0, roles: [], email: 'ada@example.com' })
  })

  it('names a user whom rules understand', () => {
    const user = userOf(sessionOf(['a.view'], { is_sender: 1 }))
    expect(user).toMatchObject({ id: 5, name: 'Ada Lovelace', session: { is_sender: 1 } })
    expect(user.permissions.has('a.view')).toBe(true)
  })
})
