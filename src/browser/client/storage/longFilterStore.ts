import { mapValues } from '#schema'

import type { FilterValues, Operand } from '../records/filterValues.ts'
import { session } from '../session/session.ts'

/** Operands beyond this length stay out of the address, which would break. */
const maxLength = 1500

/** Most operands that are kept, and most long lists among them; the oldest go first. */
const maxOperands = 40
const maxLists = 8

const prefix = 'leadgate.list.'
const mark = '@list:'

/** Whether an operand names a list that could not be opened. */
export const isGone = (operand: unknown): boolean =>
  typeof operand === 'string' && operand.startsWith(mark)

/** Lists of thousands of e-mails or ids outlive a reload of the tab, and going back and forth. */
export function createLongFilterStore(storage: Storage) {
  const keep = (operand: Operand, isPrivate: boolean): Operand => {
    const text = JSON.stringify(operand) ?? ''
    if (operand === undefined || (text.length <= maxLength && !isPrivate)) return operand
    const name = knownName(storage, text) ?? newName()
    storage.removeItem(prefix + name)
    const [newest] = keysOf(storage)
    const at = (newest ? ageOf(storage, newest) : 0) + 1
    makeRoom(storage, text.length > maxLength)
    storage.setItem(prefix + name, JSON.stringify({ at, operand }))
    return mark + name
  }
  const open = (operand: unknown): Operand => {
    const name =
      typeof operand === 'string' && operand.startsWith(mark) ? operand.slice(mark.length) : ''
    return (name ? read(storage, prefix + name)?.operand : undefined) ?? (operand as Operand)
  }
  return {
    /** The filter with each long list, and each operand that `isPrivate`, kept in this tab and a short name in its place. */
    shortened: (
      values: FilterValues,
      isPrivate = (_key: string, _operand: Operand): boolean => false,
    ): FilterValues => mapValues(values, (operand, key) => keep(operand, isPrivate(key, operand))),
    /** The filter with the lists in the place of their names. A name whose list is gone stays: it matches nothing. */
    opened: (values: Readonly<Record<string, unknown>>): FilterValues => mapValues(values, open),
    forget: () => keysOf(storage).forEach((key) => storage.removeItem(key)),
  }
}

interface StoredOperand {
  /** Newer lists have greater numbers. */
  readonly at: number
  readonly operand: Operand
}

function read(storage: Storage, key: string): StoredOperand | undefined {
  const text = storage.getItem(key)
  if (text === null) return undefined
  const stored: StoredOperand = JSON.parse(text)
  return stored
}

/** The keys of all lists, the newest first. */
const keysOf = (storage: Storage): string[] =>
  Object.keys(storage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => ({ key, at: ageOf(storage, key) }))
    .sort((one, other) => other.at - one.at)
    .map(({ key }) => key)

/** `Kept.at`, without reading the rest, which may be long. */
const ageOf = (storage: Storage, key: string): number =>
  Number(/^\{"at":(\d+)/.exec(storage.getItem(key) ?? '')?.[1] ?? 0)

/** The same operand has the same name, so that an address stays true to what it asked for. */
function knownName(storage: Storage, text: string): string | undefined {
  const key = keysOf(storage).find((one) => storage.getItem(one)?.endsWith(`,"operand":${text}}`))
  return key?.slice(prefix.length)
}

/** By chance: a name made from an e-mail address would tell it to anyone who tries addresses. */
const newName = (): string =>
  [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('')

/** Takes the oldest away for one more, which may be a long list. */
function makeRoom(storage: Storage, isList: boolean): void {
  const keys = keysOf(storage)
  const isLong = (key: string) => (storage.getItem(key)?.length ?? 0) > maxLength
  const lists = isList ? keys.filter(isLong).slice(maxLists - 1) : []
  for (const key of [...keys.slice(maxOperands - 1), ...lists]) storage.removeItem(key)
}

export const longFilterStore = createLongFilterStore(window.sessionStorage)

// The next person who signs in has no business with the people that another looked for.
session.subscribe(() => {
  if (!session.read()) longFilterStore.forget()
})
