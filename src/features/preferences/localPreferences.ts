import type { WatchedStore } from '../../browser/client/storage/store.ts'

/** Whose preferences the browser holds. */
const ownerKey = 'leadgate.preferences.owner'

/** Whether this browser has held the preferences of a user before. */
export const holdsThoseOf = (storage: Storage, userId: number): boolean =>
  storage.getItem(ownerKey) === String(userId)

/** What follows a person to another browser: how they like lists and the console, not what they looked at. */
const isPreference = (key: string) =>
  /^(?:density|theme|sidebar\.open|shortcuts\.single_keys)$|^[a-z0-9_]+\.(?:columns|default_view|sidebar_views|export_sets)$/.test(
    key,
  )

/** Where the preferences of a person are held. */
export interface Holder {
  readonly store: WatchedStore
  readonly storage: Storage
  readonly userId: number
}

/** The preferences as this browser has them. */
export function createLocal({ store, storage, userId }: Holder, pending: Pending) {
  let isTaking = false
  /** Takes a value of the server's, which need not go back there. */
  const set = (key: string, value: unknown) => {
    if (JSON.stringify(store.getItem(key)) === JSON.stringify(value)) return
    isTaking = true
    store.setItem(key, value)
    isTaking = false
  }
  /** Notes a change that the server must hear of. Returns whether it is one. */
  const note = (key: string) => {
    if (isTaking || !isPreference(key)) return false
    pending.add(key, { value: store.getItem(key), at: Date.now() })
    return true
  }
  /** Puts what the server has in the place of what is here, but for changes that it has yet to hear of. */
  const take = (known: Readonly<Record<string, unknown>>) => {
    const isNobodys = storage.getItem(ownerKey) === null
    const changes = pending.read()
    const here = Object.keys(store.listItems()).filter(isPreference)
    for (const key of here.filter((one) => !(one in known) && !(one in changes))) {
      // Made before the server kept any: to be sent. Somebody else's, or reset in another browser: gone.
      if (isNobodys) note(key)
      else set(key, undefined)
    }
    const keys = new Set([...Object.keys(known), ...Object.keys(changes)].filter(isPreference))
    for (const key of keys) set(key, key in changes ? changes[key]?.value : known[key])
    storage.setItem(ownerKey, String(userId))
  }
  return { set, note, take }
}

/** A change of a preference that the server has not heard of. Without a value the preference was reset. */
export interface PendingChange {
  readonly value?: unknown
  /** When it was made, by the clock of this browser. */
  readonly at: number
}

type Changes = Readonly<Record<string, PendingChange>>

export type Pending = ReturnType<typeof createPending>

/** One user's changes on their way to the server. In browser storage, so that they outlive a closed tab. */
export function createPending(storage: Storage, userId: number) {
  const place = `leadgate.preferences.pending.${userId}`
  const read = (): Changes => JSON.parse(storage.getItem(place) ?? '{}')
  const write = (changes: Changes) => {
    if (Object.keys(changes).length === 0) storage.removeItem(place)
    else storage.setItem(place, JSON.stringify(changes))
  }
  return {
    read,
    add: (key: string, change: PendingChange) => write({ ...read(), [key]: change }),
    /** Forgets a change, unless a later one of the same key has taken its place. */
    done(key: string, { at }: PendingChange) {
      const { [key]: known, ...others } = read()
      if (known?.at === at) write(others)
    },
  }
}
