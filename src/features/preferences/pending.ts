/** A change of a preference that the server has not heard of. Without a value the preference was reset. */
export interface PendingChange {
  readonly value?: unknown
  /** When it was made, by the clock of this browser. */
  readonly at: number
}

type Changes = Readonly<Record<string, PendingChange>>

export interface Pending {
  read(): Changes
  add(key: string, change: PendingChange): void
  /** Forgets a change, unless a later one of the same key has taken its place. */
  done(key: string, change: PendingChange): void
}

/** One user's changes on their way to the server. In browser storage, so that they outlive a closed tab. */
export function createPending(storage: Storage, userId: number): Pending {
  const place = `leadgate.preferences.pending.${userId}`
  const read = (): Changes => JSON.parse(storage.getItem(place) ?? '{}')
  const write = (changes: Changes) => {
    if (Object.keys(changes).length === 0) storage.removeItem(place)
    else storage.setItem(place, JSON.stringify(changes))
  }
  return {
    read,
    add: (key, change) => write({ ...read(), [key]: change }),
    done(key, { at }) {
      const { [key]: known, ...others } = read()
      if (known?.at === at) write(others)
    },
  }
}
