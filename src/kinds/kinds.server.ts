import * as kinds from './index.server.ts'
import { addServerKinds, importText, serverKindOf, type ServerKind } from './kind.server.ts'
import type { FieldOf, KindName } from './kinds.ts'

/** Every kind; one that is missing does not compile. */
export type ServerKinds = { readonly [Name in KindName]: ServerKind<FieldOf<Name>> }

const byName: ServerKinds = kinds

addServerKinds(byName)

export { importText, serverKindOf }
