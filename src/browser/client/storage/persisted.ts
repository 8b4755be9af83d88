import { stateKey } from './storageKeys.ts'

/** A value that is kept in browser storage on every change and restored on load. */
export interface PersistedState<Value> {
  read(): Value
  write(value: Value): void
  /** Calls back after every change, also by another tab. Returns a function that stops it. */
  subscribe(listener: () => void): () => void
  /** Back to the first value; nothing of the state stays in storage. */
  reset(): void
  /** Takes the value out of storage; this page keeps it. */
  unstore(): void
}

interface Options<Value> {
  readonly initial: Value
  readonly storage?: Storage
  /** Makes the value of what was kept; undefined when it is of no use any more. It is trusted unless given. */
  readonly restore?: (stored: unknown) => Value | undefined
  /** What this page makes of a value that another tab has stored, or taken out of storage. */
  readonly hear?: (stored: Value, known: Value) => Value
}

/** The states of this page by name: resetting one by its name reaches all of them. */
const living = new Map<string, Set<() => void>>()

/** Keeps a value under the key `leadgate.{name}`. What storage does not take is kept as long as the page. */
export function createPersistedState<Value>(
  name: string,
  { initial, storage = window.localStorage, restore, hear = (stored) => stored }: Options<Value>,
): PersistedState<Value> {
  const key = stateKey(name)
  const changed = createSignal()
  const valueOf = (text: string | null) => restored(text, restore) ?? initial
  let current = valueOf(storage.getItem(key))
  const tell = (value: Value) => {
    current = value
    changed.send()
  }
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) tell(hear(valueOf(event.newValue), current))
  })
  living.set(
    name,
    (living.get(name) ?? new Set()).add(() => tell(initial)),
  )
  return {
    read: () => current,
    write(value) {
      keep(storage, key, value)
      tell(value)
    },
    subscribe: changed.listen,
    reset() {
      storage.removeItem(key)
      tell(initial)
    },
    unstore: () => storage.removeItem(key),
  }
}

/** Resets states by their names, also those whose code this page has not loaded. */
export function resetStates(...names: readonly string[]): void {
  for (const name of names) {
    for (const storage of [window.localStorage, window.sessionStorage]) {
      storage.removeItem(stateKey(name))
    }
    for (const reset of living.get(name) ?? []) reset()
  }
}

function keep(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full: what it holds is old now, and none is better than that.
    storage.removeItem(key)
  }
}

function restored<Value>(
  text: string | null,
  restore: (stored: unknown) => Value | undefined = (stored) => stored as Value,
): Value | undefined {
  if (text === null) return undefined
  try {
    return restore(JSON.parse(text)) ?? undefined
  } catch {
    return undefined
  }
}

/** Tells its listeners that something has happened, with what there is to say about it. */
export interface Signal<Value = void> {
  send(value: Value): void
  /** Calls back at every signal. Returns how to stop. */
  listen(listener: (value: Value) => void): () => void
}

export function createSignal<Value = void>(): Signal<Value> {
  const listeners = new Set<(value: Value) => void>()
  return {
    send(value) {
      for (const listener of listeners) listener(value)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
