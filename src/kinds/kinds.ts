import type { Field } from './field.ts'
import { addKinds, kindOf, targetOf, type Kind } from './kind.ts'
import { derived } from './derived.ts'
import { lines } from './parts/lines.ts'
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

export { kindOf, targetOf }

/** Kinds by the name that their fields carry. */
export type Kinds<Own> = {
  readonly [Name in keyof Own]: Kind & { create(...given: never[]): Field<Name & string> }
}

/** A field of one of the kinds of a business. */
export type OwnField<Own extends Kinds<Own>, Name extends keyof Own> = ReturnType<
  Own[Name]['create']
>

/**
 * Adds a business's own kinds of field to those of the engine and returns the constructors of all, for its declarations
 * to import. What the server and the browser do with them, `defineServerKinds` and `defineBrowserKinds` are told.
 *
 * ```ts
 * export const kinds = { rating: ratingKind }
 * export const field = defineKinds(kinds)
 * ```
 */
export function defineKinds<Own extends Kinds<Own>>(
  own: Own,
): typeof field & { readonly [Name in keyof Own]: Own[Name]['create'] } {
  const taken = kindNames.find((name) => Object.hasOwn(own, name))
  if (taken) throw new Error(`the engine has a kind "${taken}"`)
  addKinds(own as Readonly<Record<string, Kind>>)
  const made = Object.entries<Kinds<Own>[keyof Own]>(own).map(([name, { create }]) => [
    name,
    create,
  ])
  return { ...field, ...Object.fromEntries(made) }
}
