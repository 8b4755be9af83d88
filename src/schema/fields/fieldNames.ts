import type { systemFields } from '../access.ts'
import type { Field, Fields, ValueOf } from '../../kinds/field.ts'
import type { DatedKind } from '../../kinds/kinds.ts'
import type { Related } from '../related.ts'

type SystemName = keyof typeof systemFields

export type FieldName<F extends Fields> = keyof F & string

export type AnyName<F extends Fields> = FieldName<F> | SystemName

export type Signed<Name extends string> = Name | `-${Name}`

/** Field names in order, or by section heading. */
export type FormLayout<Name extends string> = readonly Name[] | Record<string, readonly Name[]>

/** Field names in order, or by section heading; a heading may have a related list in their place. */
export type ShowLayout<Name extends string> =
  | readonly Name[]
  | Record<string, readonly Name[] | Related>

/** Fields whose values have a day. */
export type DayName<F extends Fields> =
  | {
      [Key in FieldName<F>]: F[Key] extends Field<DatedKind> ? Key : never
    }[FieldName<F>]
  | 'created_at'

/** Fields whose values are numbers. */
export type NumberName<F extends Fields> = {
  [Key in FieldName<F>]: NonNullable<ValueOf<F[Key]>> extends number ? Key : never
}[FieldName<F>]

/** Fields of which no two records share all values. */
export type UniqueFields<Name extends string = string> =
  | readonly Name[]
  | { readonly fields: readonly Name[]; readonly nulls: 'same' }

export type RecordShape<F extends Fields> = {
  id: number
  created_at: string
  updated_at: string
  version: number
} & { -readonly [Key in keyof F]: ValueOf<F[Key]> }

/** The fields of a combination of which no two records share all values, and whether empty values are alike. */
export function uniqueGroup(declared: UniqueFields): {
  readonly names: readonly string[]
  readonly nullsAreSame: boolean
} {
  return 'nulls' in declared
    ? { names: declared.fields, nullsAreSame: true }
    : { names: declared, nullsAreSame: false }
}

/** Of the lines of a record the cells of which no two share all values; undefined where they may. */
export function lineKey(
  unique: readonly UniqueFields[],
  by: string,
): ReturnType<typeof uniqueGroup> | undefined {
  const found = unique.map(uniqueGroup).find(({ names }) => names.includes(by))
  return found && { ...found, names: found.names.filter((name) => name !== by) }
}
