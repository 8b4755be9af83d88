import { phonePlaces, type Field, type Resource } from '#schema'

import type { Business } from '../../kernel/backend.ts'
import type { Row as Values } from '../../records/read/select.ts'
import { labelOf } from './columns.ts'
import type { StoredOptions } from '../storedOptions.ts'

/** What the order of an import says of its rows. */
export type RowOptions = Pick<
  StoredOptions,
  'headers' | 'reading' | 'mapping' | 'date_order' | 'decimal_sign' | 'mode'
>

/** Everything that makes records of rows, without a database. */
export interface Conversion {
  readonly resource: Resource
  readonly options: RowOptions
  /** In the order in which they are read: what says where phone numbers are dialled before these. */
  readonly columns: readonly Column[]
  /** What a record has before its row is read. */
  readonly base: Values
  /** The country of two letters, or the calling code, of phone numbers whose row names none. */
  readonly country: string | undefined
  /** The records of countries by their codes, where a row may be of the country of its phone number. */
  readonly regions: Regions | undefined
  /** The business's own form of a new record. */
  readonly prepare: ((values: Values, previous: undefined) => Values) | undefined
  /** What no text may hold. */
  readonly rules: Pick<Business, 'forbiddenText'>
  /** Whether the user may import such a record. */
  allows(values: Values): boolean
}

export type Regions = ReadonlyMap<string, unknown>

/** What of the file becomes a field. */
export interface Column {
  /** The places of its columns: several where they make one value together. */
  readonly indexes: readonly number[]
  readonly name: string
  readonly field: Field
  readonly label: string
}

/** The columns that become fields, in the order in which they are read: what says where phone numbers are dialled before these. */
export function columnsOf(resource: Resource, { mapping }: Pick<RowOptions, 'mapping'>): Column[] {
  const columns = [...new Set(mapping)].flatMap((name) => {
    const field: Field | undefined = name === null ? undefined : resource.fields[name]
    if (name === null || !field) return []
    const indexes = [...mapping.keys()].filter((index) => mapping[index] === name)
    return [{ indexes, name, field, label: labelOf(resource, name) }]
  })
  const places = phonePlaces(resource)
  const first = places.flatMap((place) => columns.filter(({ name }) => name === place))
  return [...first, ...columns.filter(({ name }) => !places.includes(name))]
}
