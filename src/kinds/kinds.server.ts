import * as kinds from './index.server.ts'
import { addServerKinds, importText, serverKindOf, type ServerKind } from './kind.server.ts'
import type { FieldOf, KindName, Kinds, OwnField } from './kinds.ts'

/** Every kind; one that is missing does not compile. */
export type ServerKinds = { readonly [Name in KindName]: ServerKind<FieldOf<Name>> }

const byName: ServerKinds = kinds

addServerKinds(byName)

/**
 * Says what the server does with each of a business's own kinds: `defineServerKinds<typeof kinds>({ rating: {} })`.
 */
export function defineServerKinds<Own extends Kinds<Own>>(parts: {
  readonly [Name in keyof Own]: ServerKind<OwnField<Own, Name>>
}): void {
  addServerKinds(parts as Readonly<Record<string, ServerKind>>)
}

export { importText, serverKindOf }
