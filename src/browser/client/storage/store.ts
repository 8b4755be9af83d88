import type { Store } from 'react-admin'

import { createSignal } from './persisted.ts'
import { parseStored, preferencePrefix as prefix, readStored } from './storageKeys.ts'

/** What a view looked at, as opposed to how a user likes to see it. */
const isAboutRecords = (key: string) => /^recent\.|\.(?:listParams|selectedIds)$/.test(key)

export interface WatchedStore extends Store {
  listItems(start?: string): Record<string, unknown>
  /** Calls back after every change that this page makes. Answers how to stop. */
  watch(listener: (key: string) => void): () => void
}

/**
 * Preferences in browser storage, in the shape that react-admin asks for. They survive a sign-out, where
 * react-admin calls `reset`: it forgets only which records were looked for and chosen.
 */
export function createStore(storage: Storage): WatchedStore {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const changed = createSignal<string>()
  const publish = (key: string, value: unknown) => {
    for (const listener of listeners.get(key) ?? []) listener(value)
  }
  const keys = (start: string) =>
    Object.keys(storage)
      .filter((key) => key.startsWith(prefix + start))
      .map((key) => key.slice(prefix.length))
  const change = (key: string, value: unknown) => {
    publish(key, value)
    changed.send(key)
  }
  const remove = (key: string) => {
    storage.removeItem(prefix + key)
    change(key, undefined)
  }
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key?.startsWith(prefix)) publish(key.slice(prefix.length), parseStored(newValue))
  }
  return {
    setup: () => window.addEventListener('storage', heard),
    teardown: () => window.removeEventListener('storage', heard),
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
    subscribe(key, listener) {
      const known = listeners.get(key) ?? new Set()
      listeners.set(key, known.add(listener))
      return () => known.delete(listener)
    },
    watch: changed.listen,
  }
}

export const store = createStore(window.localStorage)
