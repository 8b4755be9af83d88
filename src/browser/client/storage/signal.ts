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
