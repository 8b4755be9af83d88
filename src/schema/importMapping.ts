import { mayWrite, type User } from './access.ts'
import { sentence } from './label.ts'
import type { Field } from '../kinds/field.ts'
import type { Resource } from './resource.ts'

/** The field of each column of a file, by place; null leaves a column out. */
export type Mapping = readonly (string | null)[]

/** What a report of refused rows adds to the columns of a file. */
export const reportColumns = ['row_number', 'reason_code', 'reason'] as const

/** Returns how many of the columns are the file's own: those that an earlier report added are no data. */
export function ownColumns(headers: readonly string[]): number {
  const first = headers.length - reportColumns.length
  const isReport =
    first > 0 && reportColumns.every((name, index) => headers[first + index] === name)
  return isReport ? ownColumns(headers.slice(0, first)) : headers.length
}

export const importModes = ['new', 'fill', 'update'] as const

/** What a file does to records that are there: nothing, fill what is empty, or change just those whose ids it has. */
export type ImportMode = (typeof importModes)[number]

/** Returns the names of the fields that a column may become for this user; the id only where it says which record to change. */
export function importableNames(
  { fields, import: declared }: Resource,
  user: User,
  mode: ImportMode = 'new',
): string[] {
  const names = (declared?.fields ?? []).filter((name) => mayWrite(user, fields[name]))
  return mode === 'update' ? ['id', ...names] : names
}

/** Returns the field each column is for, by its header: a field's name, its label, or another header it is known by. */
export function guessMapping(
  resource: Resource,
  user: User,
  headers: readonly string[],
  mode: ImportMode = 'new',
): Mapping {
  const names = importableNames(resource, user, mode)
  const optionsOf = (name: string): Field['options'] => resource.fields[name]?.options ?? {}
  const known = new Map(
    [
      ...names.flatMap((name) => (optionsOf(name).headers ?? []).map((header) => [header, name])),
      ...names.map((name) => [optionsOf(name).label ?? sentence(name), name]),
      ...names.map((name) => [name, name]),
    ].map(([header = '', name = '']): [string, string] => [plain(header), name]),
  )
  const taken = new Set<string>()
  const own = ownColumns(headers)
  return headers.map((header, index) => {
    const name = index < own ? known.get(plain(header)) : undefined
    if (name === undefined || taken.has(name)) return null
    taken.add(name)
    return name
  })
}

/** Returns the fields that every record must have and that neither a column nor a setting brings. */
export function missingFields(resource: Resource, user: User, given: Mapping): string[] {
  const { fields, settings = [] } = resource.import ?? { fields: [] }
  return [...new Set<string>([...fields, ...settings])].filter((name) => {
    const field: Field = resource.fields[name]
    const { optional, default: standard } = field.options
    return !optional && standard === undefined && mayWrite(user, field) && !given.includes(name)
  })
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
