import { beforeEach, expect, it, vi } from 'vitest'

import { createStore } from '../../../../src/browser/client/storage/store.ts'

const open = () => createStore(window.localStorage)

beforeEach(() => window.localStorage.clear())

it('remembers a preference across visits', () => {
  open().setItem('sidebar.open', false)
  expect(open().getItem('sidebar.open', true)).toBe(false)
  expect(open().getItem('theme', 'light')).toBe('light')
})

it('keeps preferences at a sign-out and forgets which records were looked for', () => {
  const store = open()
  store.setItem('theme', 'dark')
  store.setItem('authors.columns', ['name'])
  store.setItem('authors.listParams', { filter: { q: 'ada@example.com' } })
  store.setItem('authors.selectedIds', [1])
  store.reset()
  expect(store.listItems?.()).toEqual({ theme: 'dark', 'authors.columns': ['name'] })
})

it('leaves what is not its own alone', () => {
  window.localStorage.setItem('leadgate.auth', '{}')
  const store = open()
  store.setItem('a.one', 1)
  store.setItem('a.two', 2)
  store.removeItems('a.')
  store.reset()
  expect(store.listItems?.()).toEqual({})
  expect(window.localStorage.getItem('leadgate.auth')).toBe('{}')
})

it('tells of changes here and in other tabs', () => {
  const store = open()
  const heard = vi.fn()
  store.setup()
  const stop = store.subscribe('theme', heard)
  store.setItem('theme', 'dark')
  const key = 'leadgate.preference.theme'
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: '"light"' }))
  store.setItem('theme', undefined)
  stop()
  store.setItem('theme', 'dark')
  store.teardown()
  expect(heard.mock.calls).toEqual([['dark'], ['light'], [undefined]])
})

it('keeps on its page what is ticked when another tab signs out, and a theme as that tab left it', () => {
  const store = open()
  const heard = vi.fn()
  store.setup()
  for (const key of ['things.selectedIds', 'theme']) {
    store.subscribe(key, heard)
    const whole = `leadgate.preference.${key}`
    window.dispatchEvent(new StorageEvent('storage', { key: whole, newValue: null }))
  }
  store.teardown()
  expect(heard.mock.calls).toEqual([[undefined]])
})

it('takes a value that cannot be read for none', () => {
  window.localStorage.setItem('leadgate.preference.theme', '{"broken')
  expect(open().getItem('theme', 'light')).toBe('light')
})
