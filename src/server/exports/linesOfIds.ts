import { sql } from 'kysely'

import { columnsOf } from './columns.ts'
import type { Exported, Layout } from './pages.ts'
import { ruleCondition } from '../records/read/where.ts'
import { sourceOf } from '../records/read/source.ts'

/**
 * The lines of those records that the rules still let in. The embedded database's one connection is in a
 * transaction, in which Kysely cannot stream a COPY: the database puts the lines together itself.
 */
export async function* linesOfIds(
  exported: Exported,
  ids: string,
  { delimiter, written }: Layout,
): AsyncIterable<Uint8Array> {
  const { resource, user, columns, sql: database } = exported
  const { cells, joins } = columnsOf(exported, exported.cells, columns)
  const line = lineOf(cells.map(quotable), delimiter)
  const { list, export: rule } = resource.access
  const { rows } = await sql<{ id: number; line: string }>`
    select t.id, ${sql.raw(line)} as line
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join ${sourceOf(resource)} t on t.id = page.id ${sql.raw(joins)}
    where ${ruleCondition(resource, list(user))} and ${ruleCondition(resource, rule(user))}
    order by page.place`.execute(database)
  for (const { id } of rows) written.push(id)
  yield Buffer.from(rows.map(({ line }) => line).join(''))
}

/** Calls of a function take at most a hundred values. */
const perCall = 90

function lineOf(cells: readonly string[], delimiter: string): string {
  const between = `'"${delimiter}"'`
  const calls = Array.from({ length: Math.ceil(cells.length / perCall) }, (_, index) => {
    const group = cells.slice(index * perCall, (index + 1) * perCall)
    return `concat_ws(${between}, ${group.join(', ')})`
  })
  return `'"' || ${calls.join(` || ${between} || `)} || '"' || chr(10)`
}

/** A cell to stand between quotes. */
const quotable = (cell: string) => `coalesce(replace((${cell})::text, '"', '""'), '')`
