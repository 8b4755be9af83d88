import { titleFields, type Resource } from '#schema'

/** One entry of an option list (specification 3), with what is drawn before its label. */
export interface OptionItem {
  readonly value: number | string
  readonly label: string
  readonly color?: string
  readonly flag?: string
  /** It may no longer be chosen, except to find what points at it. */
  readonly inactive?: boolean
}

/** The entry that the server's words make: a plain text, or a record with its option fields. */
export function itemOf(resource: Resource | undefined, entry: unknown): OptionItem {
  if (typeof entry !== 'object' || entry === null) {
    const text = String(entry)
    return { value: text, label: text }
  }
  const record = entry as Readonly<Record<string, unknown>>
  const { id, color, bg_color: background, flag } = record
  const label = labelOf(resource, record)
  return {
    value: typeof id === 'number' || typeof id === 'string' ? id : label,
    label,
    ...(typeof (color ?? background) === 'string' && { color: String(color ?? background) }),
    ...(typeof flag === 'string' && { flag }),
    ...(record['inactive'] === true && { inactive: true }),
  }
}

/** The declared label, like a name with the names of its companies; the title unless declared. */
function labelOf(
  resource: Resource | undefined,
  record: Readonly<Record<string, unknown>>,
): string {
  const declared = resource?.options?.label
  const names = declared ?? (resource ? titleFields(resource) : namesOf(record).slice(0, 1))
  const parts = names.map((name) => textOf(record[name])).filter(Boolean)
  const [first = `#${String(record['id'])}`, ...rest] = parts
  if (rest.length === 0) return first
  return declared ? `${first} (${rest.join(', ')})` : parts.join(' ')
}

const namesOf = (record: object) => Object.keys(record).filter((name) => name !== 'id')

/** A reference arrives as the option of its target, references as several. */
function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ')
  if (typeof value !== 'object' || value === null) return ''
  const inner = Object.entries(value).find(([key, one]) => key !== 'id' && typeof one === 'string')
  return inner ? String(inner[1]) : ''
}
