import type { ServerKind } from '../kind.server.ts'
import type { ReferenceField } from './reference.ts'

export const referenceServer: ServerKind<ReferenceField> = {
  exportSql: (column, { target }, context) => context?.titleOf?.(target, column) ?? column,
  importText: (text, { target }, context) => context.reference(target, text.trim()),
}
