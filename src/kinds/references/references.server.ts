import type { ServerKind } from '../kind.server.ts'
import type { ReferencesField } from './references.ts'

export const referencesServer: ServerKind<ReferencesField> = {
  storage: 'join',
  exportText: (ids) => ids.join(', '),
}
