import { isMaskedInFiles, renderMessage, targetOf, type Field, type User } from '#schema'

import { isWorded } from './pages.ts'
import { serverKindOf } from '../../kinds/kinds.server.ts'
import { inWords } from '../records/read/history/auditTexts.ts'
import type { Row } from '../records/read/select.ts'

/** References stand in a file by their titles, where the user may know them. */
export function cellText(
  record: Row,
  name: string,
  field: Field,
  { user, zone }: { user: User; zone?: string | undefined },
): string {
  const value = record[name]
  if (value === null || value === undefined) return field.options.none ?? ''
  if (isMaskedInFiles(user, field)) return String(value)
  const label = (record['labels'] as Row)[name]
  if (targetOf(field) && label) return [label].flat().map(titleIn(field)).join(', ')
  // Only what the server wrote is a message.
  const said = withTitles(field.options.computed ? inWords(value) : value, label)
  return serverKindOf(field).exportText?.(said, field, { zone }) ?? String(said)
}

/** Lines with the titles of what they point at, which stand beside them. */
function withTitles(value: unknown, labels: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(labels)) return value
  return value.map((row: Row, at) => {
    const named = Object.entries<Row | null>(labels[at] ?? {})
    return { ...row, ...Object.fromEntries(named.map(([name, one]) => [name, one?.['label']])) }
  })
}

const titleIn = (field: Field) => (reference: unknown) => {
  const { label } = reference as { label: unknown }
  return isWorded(field) ? renderMessage(String(label)) : String(label)
}
