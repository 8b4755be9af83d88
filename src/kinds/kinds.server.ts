import type { Field } from './field.ts'
import { bounded, type ImportContext } from './kind.ts'
import * as kinds from './index.server.ts'
import type { ServerKind } from './kind.server.ts'
import { kindOf, type FieldOf, type KindName } from './kinds.ts'

/** Every kind; one that is missing does not compile. */
export type ServerKinds = { readonly [Name in KindName]: ServerKind<FieldOf<Name>> }

const byName: ServerKinds = kinds

export const serverKindOf = ({ kind }: Field): ServerKind => byName[kind as KindName]

/** Returns the value of one cell of an imported file that is not blank. Throws ValueError. */
export function importText(text: string, field: Field, context: ImportContext): unknown {
  const cell = bounded(kindOf(field), text, field)
  const { importText: own } = serverKindOf(field)
  return own ? own(cell, field, context) : kindOf(field).operand(cell.trim(), field)
}
