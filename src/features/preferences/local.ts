import type { WatchedStore } from '../../browser/client/storage/store.ts'
import type { Pending } from './pending.ts'

/** Whose preferences the browser holds. */
const ownerKey = 'leadgate.preferences.owner'

/** Whether this browser has held the preferences of a user before. */
export const holdsThoseOf = (storage: Storage, userId: number): boolean =>
  storage.getItem(ownerKey) === String(userId)

export interface LocalPreferences {
  /** Takes a value of the server's, which need not go back there. */
  set(key: string, value: unknown): void
  /** Notes a change that the server must hear of. Answers whether it is one. */
  note(key: string): boolean
  /** Puts what the server has in the place of what is here, but for changes that it has yet to hear of. */
  take(known: Readonly<Record<string, unknown>>): void
}

/** What follows a person to another browser: how they like lists and the console, not what they looked at. */
const isPreference = (key: string) =>
  /^(?:density|theme|sidebar\.open|shortcuts\.single_keys)$|^[a-z0-9_]+\.(?:columns|default_view)$/.test(
    key,
  )

interface Place {
  readonly store: WatchedStore
  readonly storage: Storage
  readonly pending: Pending
  readonly owner: string
}

export function createLocal({ store, storage, pending, owner }: Place): LocalPreferences {
  let isTaking = false
  const set = (key: string, value: unknown) => {
    if (JSON.stringify(store.getItem(key)) === JSON.stringify(value)) return
    isTaking = true
    store.setItem(key, value)
    isTaking = false
  }
  const note = (key: string) => {
    if (isTaking || !isPreference(key)) return false
    pending.add(key, { value: store.getItem(key), at: Date.now() })
    return true
  }
  const take = (known: Readonly<Record<string, unknown>>) => {
    const isNobodys = storage.getItem(ownerKey) === null
    const changes = pending.read()
    const here = Object.keys(store.listItems()).filter(isPreference)
    for (const key of here.filter((one) => !(one in known) && !(one in changes))) {
      // Made before the server kept any: to be sent. Somebody else's, or reset in another browser: gone.
      if (isNobodys) note(key)
      else set(key, undefined)
    }
    const values = Object.entries(changes).map(([key, { value }]): [string, unknown] => [
      key,
      value,
    ])
    for (const [key, value] of [
      ...Object.entries(known).filter(([one]) => !(one in changes)),
      ...values,
    ]) {
      if (isPreference(key)) set(key, value)
    }
    storage.setItem(ownerKey, owner)
  }
  return { set, note, take }
}
