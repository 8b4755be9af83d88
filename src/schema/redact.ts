import { wholeValue } from './query/compare.ts'
import type { Field } from '../kinds/field.ts'
import { kindOf } from '../kinds/kinds.ts'
import { splitKey } from './query/operand.ts'
import type { Resource } from './resource.ts'
import { searchedFields } from './query/searched.ts'
import { fieldOf, isMasked } from './access.ts'

type Keys = Readonly<Record<string, unknown>>

export const hiddenOperand = '•••'

/**
 * The keys of a list request as they may be written down and shown: operands of masked fields hidden, words of the
 * search box masked that are values of such a field. `isOpen` says which fields may be named at all.
 */
export function redactedKeys(
  resource: Resource,
  keys: Keys,
  isOpen: (field: Field) => boolean = () => true,
): Record<string, unknown> {
  const redacted = Object.entries(keys).map(([key, value]): [string, unknown] | undefined => {
    if (key === 'search') return [key, redactedSearch(resource, value)]
    if (key === 'where') return [key, redactedGroups(resource, asGroups(value), isOpen)]
    const field = fieldOf(resource, splitKey(resource, key)[0])
    if (!field) return [key, value]
    return isOpen(field) ? [key, redactedOperand(field, value)] : undefined
  })
  return Object.fromEntries(redacted.filter((one) => one !== undefined))
}

/** A text of the search box, its words masked that are whole values of a masked field. */
export function redactedSearch(resource: Resource, search: unknown): unknown {
  if (typeof search !== 'string') return search
  const masked = searchedFields(resource)
    .map(([, field]) => field)
    .filter(isMasked)
  return search.replaceAll(/\S+/g, (word) => {
    const field = masked.find((one) => wholeValue(one, word) !== undefined)
    return (field && kindOf(field).mask?.(wholeValue(field, word))) ?? word
  })
}

const redactedOperand = (field: Field, value: unknown) =>
  isMasked(field) && typeof value !== 'boolean' ? hiddenOperand : value

function asGroups(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

function redactedGroups(
  resource: Resource,
  node: unknown,
  isOpen: (field: Field) => boolean,
): unknown {
  if (Array.isArray(node)) return node.map((one) => redactedGroups(resource, one, isOpen))
  if (typeof node !== 'object' || node === null) return undefined
  const redacted = Object.entries(node).map(([key, value]): [string, unknown] | undefined => {
    if (key === 'all' || key === 'any') return [key, redactedGroups(resource, value, isOpen)]
    const field = fieldOf(resource, key)
    return field && isOpen(field) ? [key, redactedOperand(field, value)] : undefined
  })
  return Object.fromEntries(redacted.filter((one) => one !== undefined))
}
