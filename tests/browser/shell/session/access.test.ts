import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'

import { mayAccess, signOut } from '../../../../src/browser/client/session/authProvider.ts'
import { createSessionStore } from '../../../../src/browser/client/session/session.ts'
import { store } from '../../../../src/browser/client/storage/store.ts'
import { homePath, sidebarGroups } from '../../../../src/browser/views/screens/sidebarGroups.ts'
import { createQueryClient } from '../../../../src/browser/client/records/queryClient.ts'
import { userOf } from '../../../../src/browser/client/session/user.ts'
import type { Http } from '../../../../src/browser/client/http/http.ts'
import { everything, newToken, resources, sessionOf } from '../fixture.ts'

const userWith = (...permissions: string[]) => userOf(sessionOf(permissions))

describe('what a user may do', () => {
  it.each([
    ['author.view', 'list', true],
    ['author.view', 'edit', false],
    ['author.update', 'edit', true],
    ['author.create', 'delete', false],
    ['book.reprint', 'reprint', false],
  ])('with %s on authors: %s is %s', (permission, action, answer) => {
    const question = { resource: 'authors', action }
    expect(mayAccess(resources, userWith(permission), question)).toBe(answer)
  })

  it('is nothing on what is not declared, by an unknown act, or without a user', () => {
    const user = userWith(...everything, 'book.reprint')
    expect(mayAccess(resources, user, { resource: 'books', action: 'reprint' })).toBe(true)
    expect(mayAccess(resources, user, { resource: 'ghosts', action: 'list' })).toBe(false)
    expect(mayAccess(resources, user, { resource: 'books', action: 'toString' })).toBe(false)
    expect(mayAccess(resources, undefined, { resource: 'books', action: 'list' })).toBe(false)
  })
})

it('a sign-out that the server answers late ends nobody who has signed in meanwhile', async () => {
  const session = createSessionStore(window.localStorage)
  session.write(sessionOf([]))
  const next = sessionOf(['author.view'], { access_token: newToken() })
  const json = vi.fn(async () => session.write(next))
  await signOut({ http: { json } as unknown as Http, session, store })
  expect(session.read()).toEqual(next)
})

describe('react-admin’s question about access', () => {
  const ask = (queryKey: readonly unknown[], answer: boolean) => {
    const queryFn = vi.fn(async () => 'asked')
    const client = createQueryClient(resources, () => answer)
    const observer = new QueryObserver(client, { queryKey, queryFn })
    const stop = observer.subscribe(() => {})
    const { data } = observer.getCurrentResult()
    stop()
    return { data, isAsked: queryFn.mock.calls.length > 0 }
  }
  const question = { resource: 'books', action: 'edit', enabled: true }

  it.each([true, false])('is answered %s at once and never sent', (answer) => {
    expect(ask(['auth', 'canAccess', question], answer)).toEqual({ data: answer, isAsked: false })
  })

  it('is told from every other query', () => {
    expect(ask(['books', 'getOne', { id: '1' }], true)).toEqual({ data: undefined, isAsked: true })
  })
})

describe('the first screen', () => {
  const places = { screens: [], resources }
  const home = [{ permission: 'dashboard.view', path: 'dashboard' }, { path: 'library/authors' }]

  it('is the first that exists and is permitted', () => {
    const withBooks = [{ permission: 'book.view', path: 'library/books/search' }, ...home]
    const user = userWith('book.view', 'dashboard.view')
    expect(homePath(withBooks, places, user)).toBe('/library/books/search')
    expect(homePath(withBooks, places, userWith('author.view'))).toBe('/library/authors')
  })

  it('B13: is the first of the sidebar where none of those is permitted', () => {
    expect(homePath(home, places, userWith('book.view', 'shelf.view'))).toBe(
      '/library/books/search',
    )
    expect(homePath(home, places, userWith('shelf.view', 'dashboard.view'))).toBe('/shelves')
    expect(homePath(home, places, userWith())).toBe('/library/authors')
  })

  it('is any list of the sidebar when none is named', () => {
    expect(homePath([], places, userWith('shelf.view'))).toBe('/shelves')
    expect(homePath([], places, userWith('user.profile.job.view'))).toBeUndefined()
  })
})

describe('the sidebar', () => {
  const board = {
    name: 'board',
    label: 'Board',
    path: 'board',
    permission: 'board.view',
    group: 'Top',
    Page: () => null,
  }
  const shown = (...permissions: string[]) =>
    sidebarGroups({ screens: [board], resources }, userWith(...permissions)).map(
      ({ name, entries }) => [name, ...entries.map((one) => one.name)],
    )

  it('has the groups and lists in the order of the declarations', () => {
    expect(shown(...everything)).toEqual([
      ['Library', 'authors', 'books'],
      ['Furniture', 'shelves'],
    ])
  })

  it('leaves out what the user may not see', () => {
    expect(shown('book.view')).toEqual([['Library', 'books']])
    expect(shown('book.view', 'board.view')).toEqual([
      ['Top', 'board'],
      ['Library', 'books'],
    ])
    expect(shown('book.update')).toEqual([])
  })
})
