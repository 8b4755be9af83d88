import type { ServerKind } from '../kind.server.ts'
import { maxReferences, tooMany, type ReferencesField } from './references.ts'
import { ValueError } from '../valueError.ts'

export const referencesServer: ServerKind<ReferencesField> = {
  storage: 'join',
  exportText: (ids) => ids.join(', '),
  importText(text, { target }, context) {
    const parts = text
      .split(/[|,;]/)
      .map((part) => part.trim())
      .filter(Boolean)
    if (parts.length > maxReferences) throw new ValueError('bad_list', tooMany)
    return [...new Set(parts.map((part) => context.reference(target, part)))]
  },
}
