import { sql } from 'kysely'

import { fieldOf, isMasked, isMaskedInFiles, type Field, type User } from '#schema'

import type { Exported, Layout } from './pages.ts'
import { ruleCondition } from '../records/read/where.ts'
import { selectionOf, type Row } from '../records/read/select.ts'
import { sourceOf } from '../records/read/source.ts'
import { cellText } from './cellText.ts'

/** The lines of the records with these ids, in their order, as far as the rules still let them in. */
export async function* presentedLines(
  { backend, resource, user, cells, columns, zone, sql: database }: Exported,
  ids: string,
  { delimiter, written }: Layout,
): AsyncIterable<Uint8Array> {
  const selection = selectionOf(backend, resource, cells)
  const { list, export: rule } = resource.access
  const { rows } = await sql<Row>`
    select ${selection.columns}
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join ${sourceOf(resource)} t on t.id = page.id ${selection.joins}
    where ${ruleCondition(resource, list(user))} and ${ruleCondition(resource, rule(user))}
    order by page.place`.execute(database)
  for (const row of rows) written.push(Number(row['id']))
  const fields = columns.flatMap((name): [string, Field][] => {
    const field = fieldOf(resource, name)
    return field ? [[name, field]] : []
  })
  const records = rows.map((row): Row => ({
    ...selection.present(row),
    ...inTheClear(row, fields, cells),
  }))
  const { textsInFiles } = backend.business.behaviors[resource.name] ?? {}
  const texts = await textsInFiles?.(records as never, {
    backend,
    user: cells,
    sql: database,
    zone,
  })
  const lines = records.map((record, at) => {
    const quoted = ([name, field]: [string, Field]) => {
      const text = texts?.[at]?.[name] ?? cellText(record, name, field, { user: cells, zone })
      return `"${text.replaceAll('"', '""')}"`
    }
    return `${fields.map(quoted).join(delimiter)}\n`
  })
  yield Buffer.from(lines.join(''))
}

/** What a list shows masked, as far as files may have it. */
function inTheClear(row: Row, fields: readonly [string, Field][], user: User): Row {
  const open = fields.filter(
    ([name, field]) => isMasked(field) && name in row && !isMaskedInFiles(user, field),
  )
  return Object.fromEntries(open.map(([name]) => [name, row[name]]))
}
