import type { Field } from './field.ts'
import * as kinds from './index.ts'
import type { Kind } from './kind.ts'

export type KindName = keyof typeof kinds

/** A field of a kind, as its constructor makes it. */
export type FieldOf<Name extends KindName> = ReturnType<(typeof kinds)[Name]['create']>

/** The kinds whose values have a day. */
export type DatedKind = {
  [Name in KindName]: (typeof kinds)[Name] extends { dated: string } ? Name : never
}[KindName]

/** A kind that is registered under another name than its fields carry does not compile. */
const known: { readonly [Name in KindName]: { create(...given: any[]): Field<Name> } } = kinds

export const kindNames = Object.keys(known) as KindName[]

/** The constructors of fields, by kind: `field.text({ max: 40 })`. */
export const field = Object.fromEntries(
  Object.entries(kinds).map(([name, { create }]) => [name, create]),
) as { readonly [Name in KindName]: (typeof kinds)[Name]['create'] }

const byName = new Map<string, Kind>(Object.entries(kinds as Record<string, Kind<any>>))

export function kindOf(one: Field): Kind {
  const kind = byName.get(one.kind)
  if (!kind) throw new Error(`there is no kind "${one.kind}"`)
  return kind
}

/** The resource that a field points at; undefined for a field that points at none. */
export const targetOf = (one: Field): string | undefined => kindOf(one).target?.(one)
