import {
  childRows,
  kindOf,
  presetFrom,
  targetOf,
  type ChildRows,
  type Field,
  type Fields,
} from '#schema'

import { serverKindOf } from '../../kinds/kinds.server.ts'
import type { ServerKind } from '../../kinds/kind.server.ts'

/** What of a resource's fields is more than a value in a column. */
interface Parts {
  /** How the values of the fields that have a column are written. */
  readonly columns: ReadonlyMap<string, Pick<ServerKind, 'write' | 'json'>>
  /** Values stand in a join table. */
  readonly joins: readonly string[]
  /** Values are the records of another resource. */
  readonly lines: readonly (readonly [name: string, lines: ChildRows])[]
  readonly files: readonly (readonly [name: string, field: Field])[]
  /** Values are made by a function of the stored record. */
  readonly functions: readonly (readonly [name: string, derive: (record: object) => unknown])[]
  /** Values name records of a resource. */
  readonly references: readonly (readonly [name: string, target: string, field: Field])[]
  /** Values begin with what a reference points at. */
  readonly hasPresets: boolean
  /** A value is required at times. */
  readonly isNeededAtTimes: boolean
  /** The record of the same resource above. */
  readonly parent: string | undefined
  /** People write them as they like. */
  readonly freeTexts: ReadonlySet<string>
  /** Values are never shown to anybody. */
  readonly secrets: ReadonlySet<string>
  readonly sealed: readonly string[]
  /** Writing takes long. */
  readonly slow: readonly string[]
}

const known = new WeakMap<Fields, Parts>()

/** Returns what is more than a value in a column; most resources have little of it. Found once. */
export function partsOf(fields: Fields): Parts {
  const found = known.get(fields) ?? findParts(fields)
  known.set(fields, found)
  return found
}

function findParts(fields: Fields): Parts {
  const all = Object.entries<Field>(fields)
  const where = (isMeant: (field: Field) => unknown) => all.filter(([, field]) => isMeant(field))
  const names = (isMeant: (field: Field) => unknown) => where(isMeant).map(([name]) => name)
  const isJoin = (field: Field) => serverKindOf(field).storage === 'join'
  const stored = where((field) => !field.options.derived && !isJoin(field))
  return {
    columns: new Map(stored.map(([name, field]) => [name, serverKindOf(field)])),
    joins: names(isJoin),
    lines: all.flatMap(([name, field]) => {
      const lines = childRows(field)
      return lines ? [[name, lines] as const] : []
    }),
    files: where((field) => kindOf(field).file),
    functions: all.flatMap(([name, { options }]) =>
      typeof options.derived === 'function' ? [[name, options.derived] as const] : [],
    ),
    references: all.flatMap(([name, field]) => {
      const target = targetOf(field)
      return target === undefined ? [] : [[name, target, field] as const]
    }),
    hasPresets: names(presetFrom).length > 0,
    isNeededAtTimes: names(({ options }) => options.requiredWhen).length > 0,
    parent: names((field) => kindOf(field).isParent?.(field))[0],
    freeTexts: new Set(names((one) => !one.options.computed && kindOf(one).isFreeText)),
    secrets: new Set(names((field) => kindOf(field).writeOnly)),
    sealed: names((field) => serverKindOf(field).isSealed),
    slow: names((field) => serverKindOf(field).isSlow),
  }
}

/** Whether records of other resources are written with a record of this one. */
export const hasLines = ({ fields }: { readonly fields: Fields }): boolean =>
  partsOf(fields).lines.length > 0

/** A stored record with the values that functions make of it. */
export function withFunctions<Record extends object>(
  { fields }: { readonly fields: Fields },
  record: Record,
): Record {
  const { functions } = partsOf(fields)
  if (functions.length === 0) return record
  const made = functions.map(([name, derive]) => [name, derive(record) ?? null])
  return { ...record, ...Object.fromEntries(made) }
}
