import type { FilterValues, Operand } from './fields/filter.ts'
import { session } from './session.ts'

/** Operands beyond this length stay out of the address, which would break (product.md 13). */
const longest = 1500

/** Most lists that are kept; the oldest go first. */
const most = 8

const prefix = 'leadgate.list.'
const mark = '@list:'

/** Whether an operand names a list that could not be opened. */
export const isGone = (operand: unknown): boolean =>
  typeof operand === 'string' && operand.startsWith(mark)

export interface KeptLists {
  /** The filter with each long list kept in this tab and a short name in its place. */
  shortened(values: FilterValues): FilterValues
  /** The filter with the lists in the place of their names. A name whose list is gone stays: it matches nothing. */
  opened(values: Readonly<Record<string, unknown>>): FilterValues
  forget(): void
}

/** Lists of thousands of e-mails or ids outlive a reload of the tab, and going back and forth. */
export function createKeptLists(storage: Storage): KeptLists {
  const keep = (operand: Operand): Operand => {
    const text = JSON.stringify(operand) ?? ''
    if (text.length <= longest) return operand
    const name = nameOf(text)
    storage.removeItem(prefix + name)
    const [newest, ...others] = keysOf(storage)
    for (const old of others.slice(most - 2)) storage.removeItem(old)
    const at = (newest ? (read(storage, newest)?.at ?? 0) : 0) + 1
    storage.setItem(prefix + name, JSON.stringify({ at, operand }))
    return mark + name
  }
  const open = (operand: unknown): Operand => {
    const name =
      typeof operand === 'string' && operand.startsWith(mark) ? operand.slice(mark.length) : ''
    return (name ? read(storage, prefix + name)?.operand : undefined) ?? (operand as Operand)
  }
  return {
    shortened: (values) => mapped(values, keep),
    opened: (values) => mapped(values, open),
    forget: () => keysOf(storage).forEach((key) => storage.removeItem(key)),
  }
}

interface Kept {
  /** Newer lists have greater numbers. */
  readonly at: number
  readonly operand: Operand
}

function read(storage: Storage, key: string): Kept | undefined {
  const text = storage.getItem(key)
  if (text === null) return undefined
  const kept: Kept = JSON.parse(text)
  return kept
}

/** The keys of all lists, the newest first. */
function keysOf(storage: Storage): string[] {
  const at = (key: string) => read(storage, key)?.at ?? 0
  return Object.keys(storage)
    .filter((key) => key.startsWith(prefix))
    .sort((one, other) => at(other) - at(one))
}

/** The same list has the same name, so that an address stays true to what it asked for. */
function nameOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x1000193]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other + code, 0x5bd1e995) ^ (other >>> 13)
  }
  return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}${text.length.toString(36)}`
}

function mapped<Value>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Operand,
): FilterValues {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]))
}

export const keptLists = createKeptLists(window.sessionStorage)

// Whoever signs in next has no business with the people that another looked for.
session.subscribe(() => {
  if (!session.read()) keptLists.forget()
})
