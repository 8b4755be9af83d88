import { type Field, fieldOf, isMasked, kindOf, type Resource } from '#schema'

/** One operand of a list request, under the key the API knows: `status`, `created_at_from`. */
export type Operand = string | number | boolean | readonly (string | number)[] | undefined

export type FilterValues = Readonly<Record<string, Operand>>

/** Whether a key of a list request is about a field: its name, with or without a suffix. */
export const isKeyOf = (field: string, key: string): boolean =>
  key === field ||
  ['from', 'to', 'not', 'contains', 'empty', 'below'].some((end) => key === `${field}_${end}`)

/**
 * Whether an operand of a list says whom somebody looks for: values of masked fields, e-mail addresses and phone numbers,
 * and a search that looks like one. It stays out of addresses, which browsers and proxies write down.
 */
export function isPrivate(resource: Resource | undefined, key: string, value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'boolean') return false
  if (key === 'search' || key === 'q') return looksLikeContact(String(value))
  if (!resource) return false
  if (key === 'where') return namesIn(value).some((name) => isContact(fieldOf(resource, name)))
  return isContact(fieldOf(resource, key) ?? fieldOf(resource, key.replace(/_[a-z]+$/, '')))
}

/** An address, or as many digits as a phone number has. */
export const looksLikeContact = (text: string): boolean =>
  text.includes('@') || /\d(?:[\s().-]{0,2}\d){6}/.test(text)

const isContact = (field: Field | undefined): boolean =>
  field !== undefined && (isMasked(field) || kindOf(field).hasForm === true)

/** Every key in groups of conditions, which may be text. */
function namesIn(where: unknown): string[] {
  if (typeof where === 'string')
    return [...where.matchAll(/"([\w.]+)":/g)].map(([, name = '']) => name)
  if (typeof where !== 'object' || where === null) return []
  return Object.entries(where).flatMap(([key, value]) => [key, ...namesIn(value)])
}
