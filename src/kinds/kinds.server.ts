import type { Field } from './field.ts'
import * as kinds from './index.server.ts'
import type { ServerKind } from './kind.server.ts'
import type { FieldOf, KindName } from './kinds.ts'

/** A missing kind does not compile. */
const byName: { readonly [Name in KindName]: ServerKind<FieldOf<Name>> } = kinds

export const serverKindOf = ({ kind }: Field): ServerKind => byName[kind as KindName]
