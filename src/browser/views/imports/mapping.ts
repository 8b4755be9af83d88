import type { ImportOptions } from '#contract'
import { mayWrite, sentence, type Field, type Resource, type User } from '#schema'

import type { FormField } from '../forms/formValues.ts'
import type { Reading } from './reading.ts'

/** The field of each column, by place; null leaves a column out. */
export type Mapping = readonly (string | null)[]

/** The names of the fields a column may become. */
export function importableNames({ fields, import: declared }: Resource, user: User): string[] {
  return (declared?.fields ?? []).filter((name) => mayWrite(user, fields[name]))
}

/** What a report of refused rows adds to the columns of a file. */
const reportColumns = ['row_number', 'reason_code', 'reason']

/** How many of the columns are the file's own: those that an earlier report added are no data. */
export function ownColumns(headers: readonly string[]): number {
  const first = headers.length - reportColumns.length
  const isReport =
    first > 0 && reportColumns.every((name, index) => headers[first + index] === name)
  return isReport ? ownColumns(headers.slice(0, first)) : headers.length
}

/** The field each column is for, by its header: a field's name, its label, or another header it is known by. */
export function guessMapping(resource: Resource, user: User, headers: readonly string[]): Mapping {
  const names = importableNames(resource, user)
  const optionsOf = (name: string) => (resource.fields[name] as Field).options
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

/** The mapping with one column changed; a field that another column had moves to this one. */
export function remapped(mapping: Mapping, column: number, name: string | null): Mapping {
  return mapping.map((one, index) => {
    if (index === column) return name
    return name !== null && one === name ? null : one
  })
}

/** The fields every record must have that neither a column nor a setting brings. */
export function missingFields(
  resource: Resource,
  user: User,
  given: readonly (string | null)[],
): string[] {
  const { fields, settings = [] } = resource.import ?? { fields: [] }
  return [...new Set<string>([...fields, ...settings])].filter((name) => {
    const field: Field = resource.fields[name]
    const { optional, default: standard } = field.options
    return !optional && standard === undefined && mayWrite(user, field) && !given.includes(name)
  })
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The fields set once for all rows. None is required that a column brings; none begins with its default. */
export function settingFields(
  { fields, import: declared }: Resource,
  user: User,
  mapping: Mapping,
): FormField[] {
  return (declared?.settings ?? [])
    .filter((name) => mayWrite(user, fields[name]))
    .map((name) => {
      const { options, ...field }: Field = fields[name]
      const { default: standard, ...rest } = options
      const isGiven = standard !== undefined || mapping.includes(name)
      return {
        name,
        field: { ...field, options: { ...rest, ...(isGiven && { optional: true }) } },
        isWritable: true,
        isBlind: false,
      }
    })
}

/** How a file is to be taken in, as the server wants it beside the file itself. */
export interface ImportOrder
  extends Reading, Pick<ImportOptions, 'settings' | 'date_order' | 'decimal_sign'> {
  readonly mapping: Mapping
}
