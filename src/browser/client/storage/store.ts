import type { Store } from 'react-admin'

import { createSignal } from './persisted.ts'
import { parseStored, preferencePrefix as prefix, readStored } from './storageKeys.ts'

/** What a view looked at, as opposed to how a user likes to see it. */
const isAboutRecords = (key: string) => /^recent\.|\.(?:listParams|selectedIds)$/.test(key)

export interface WatchedStore extends Store {
  listItems(start?: string): Record<string, unknown>
  /** Calls back when this page changes how its user likes to see things. Returns a function that stops it. */
  watch(listener: (key: string) => void): () => void
}

/**
 * Preferences in browser storage, in the shape that react-admin asks for. They survive a sign-out, where
 * react-admin calls `reset`: it forgets only which records were looked for and chosen.
 */
export function createStore(storage: Storage): WatchedStore {
  const heard = createSignal<{ key: string; value: unknown }>()
  const changed = createSignal<string>()
  const keys = (start: string) =>
    Object.keys(storage)
      .filter((key) => key.startsWith(prefix + start))
      .map((key) => key.slice(prefix.length))
  const change = (key: string, value: unknown) => {
    heard.send({ key, value })
    if (!isAboutRecords(key)) changed.send(key)
  }
  const remove = (key: string) => {
    storage.removeItem(prefix + key)
    change(key, undefined)
  }
  const hear = ({ key, newValue }: StorageEvent) => {
    if (!key?.startsWith(prefix)) return
    const name = key.slice(prefix.length)
    // A sign-out there forgets what was chosen; a page that waits for its user's next sign-in keeps it.
    if (newValue === null && isAboutRecords(name)) return
    heard.send({ key: name, value: parseStored(newValue) })
  }
  return {
    setup: () => window.addEventListener('storage', hear),
    teardown: () => window.removeEventListener('storage', hear),
    getItem: (key, defaultValue) => readStored(prefix + key, storage) ?? defaultValue,
    setItem(key, value) {
      if (value === undefined) return remove(key)
      storage.setItem(prefix + key, JSON.stringify(value))
      change(key, value)
    },
    removeItem: remove,
    removeItems: (start) => keys(start).forEach(remove),
    reset: () => keys('').filter(isAboutRecords).forEach(remove),
    listItems: (start = '') =>
      Object.fromEntries(keys(start).map((key) => [key, readStored(prefix + key, storage)])),
    subscribe: (key, listener) => heard.listen((one) => one.key === key && listener(one.value)),
    watch: changed.listen,
  }
}

export const store = createStore(window.localStorage)
