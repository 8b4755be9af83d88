import { createHash } from 'node:crypto'

/** PostgreSQL cuts longer names off, silently. */
const most = 63

/** The name of an index or constraint: its words joined, kept apart by a hash where they are too long. */
export function identifier(...words: readonly string[]): string {
  const name = words.join('_')
  if (name.length <= most) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.slice(0, most - 9)}_${hash}`
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const text = (value: string) => `'${value.replaceAll("'", "''")}'`

/** A JavaScript value as a literal of a column's type. */
export function literal(value: unknown, type: string): string {
  if (type === 'jsonb') return `${text(JSON.stringify(value))}::jsonb`
  if (Array.isArray(value)) {
    return value.length === 0
      ? `'{}'::${type}`
      : `ARRAY[${value.map((one) => text(String(one))).join(', ')}]::${type}`
  }
  return typeof value === 'string' ? text(value) : String(value)
}
