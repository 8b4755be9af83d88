import type { Field } from './field.ts'
import { addKinds, kindOf, type Kind } from './kind.ts'
import { derived } from './derived.ts'
import { lines } from './lines.ts'
import { states } from './choice/states.ts'
import * as kinds from './index.ts'
import { parent } from './reference/reference.ts'

export type KindName = keyof typeof kinds

/** A field of a kind, as its constructor makes it. */
export type FieldOf<Name extends KindName> = ReturnType<(typeof kinds)[Name]['create']>

/** The kinds whose values have a day. */
export type DatedKind = {
  [Name in KindName]: (typeof kinds)[Name] extends { dated: string } ? Name : never
}[KindName]

export const kindNames = Object.keys(kinds) as KindName[]

/** The constructors of fields, by kind: `field.text({ max: 40 })`. */
export const field = {
  ...(Object.fromEntries(Object.entries(kinds).map(([name, { create }]) => [name, create])) as {
    readonly [Name in KindName]: (typeof kinds)[Name]['create']
  }),
  states,
  derived,
  parent,
  lines,
}

/** A kind under another name than its fields carry does not compile. */
const byName: {
  readonly [Name in KindName]: Kind<FieldOf<Name>> & { create(...given: never[]): Field<Name> }
} = kinds

addKinds(byName)

export { kindOf }

/** The resource that a field points at; undefined for a field that points at none. */
export const targetOf = (one: Field): string | undefined => kindOf(one).target?.(one)
