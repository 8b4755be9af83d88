import { sql } from 'kysely'

import { fieldOf, type Field, targetOf } from '#schema'

import { serverKindOf } from '../../kinds/kinds.server.ts'
import { tableOf } from '../database/names.ts'
import { selectionOf, type Row } from '../records/read/select.ts'
import { ruleCondition } from '../records/read/where.ts'
import type { Exported, Layout } from './pages.ts'

/** The lines of the records with these ids, in their order, as far as the rules still let them in. */
export async function* presentedLines(
  { backend, resource, user, sql: database }: Exported,
  ids: string,
  { columns, delimiter, onRecords }: Layout,
): AsyncIterable<Uint8Array> {
  const selection = selectionOf(backend, resource, user)
  const { list, export: rule } = resource.access
  const { rows } = await sql<Row>`
    select ${sql.raw(selection.columns)}
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join ${tableOf(resource)} t on t.id = page.id ${selection.joins}
    where ${ruleCondition(resource, list(user))} and ${ruleCondition(resource, rule(user))}
    order by page.place`.execute(database)
  onRecords?.(rows.length)
  const fields = columns.flatMap((name): [string, Field][] => {
    const field = fieldOf(resource, name)
    return field ? [[name, field]] : []
  })
  const lines = rows.map((row) => {
    const record = selection.present(row)
    return `${fields.map(([name, field]) => quotedCell(record, name, field)).join(delimiter)}\n`
  })
  yield Buffer.from(lines.join(''))
}

function quotedCell(record: Row, name: string, field: Field): string {
  return `"${cellText(record, name, field).replaceAll('"', '""')}"`
}

/** References stand in a file by their titles, where the user may know them. */
function cellText(record: Row, name: string, field: Field): string {
  const value = record[name]
  if (value === null || value === undefined) return ''
  const label = (record['labels'] as Row)[name]
  if (targetOf(field) && label) return [label].flat().map(titleIn).join(', ')
  return serverKindOf(field).exportText?.(value, field) ?? String(value)
}

const titleIn = (label: unknown) => String((label as { label: unknown }).label)
