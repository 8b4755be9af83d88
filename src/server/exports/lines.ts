import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import {
  fieldOf,
  isMasked,
  isMaskedInFiles,
  renderMessage,
  targetOf,
  type Field,
  type User,
} from '#schema'

import { columnsOf } from './columns.ts'
import {
  inOrder,
  isPresented,
  isWorded,
  orderOfExport,
  rowsLimit,
  type Exported,
  type Layout,
  type Page,
} from './pages.ts'
import { ruleCondition } from '../records/read/where.ts'
import { serverKindOf } from '../../kinds/kinds.server.ts'
import { inWords } from '../records/read/history/auditTexts.ts'
import { selectionOf, type Row } from '../records/read/select.ts'
import { inlined } from './literals.ts'
import { sourceOf } from '../records/read/source.ts'

/** The lines of a page as CSV, every cell in quotes: spreadsheets of all countries part them alike. */
export function linesOf(
  exported: Exported,
  { ids }: Page,
  layout: Layout,
): AsyncIterable<Uint8Array> {
  if (ids === undefined) return allLines(exported, layout)
  return isPresented(exported)
    ? presentedLines(exported, ids, layout)
    : linesOfIds(exported, ids, layout)
}

/** COPY is several times quicker than rows, and no file is ever in memory. */
async function* allLines(
  exported: Exported,
  { delimiter, written }: Layout,
): AsyncIterable<Uint8Array> {
  const { backend, columns } = exported
  const { cells, joins } = columnsOf(exported, exported.cells, columns)
  const records = inlined(inOrder(exported, sql`t.*`, rowsLimit), backend.database.sql)
  const order = inlined(orderOfExport(exported), backend.database.sql)
  // No cell of a person can look like it.
  const mark = `${randomBytes(12).toString('base64url')}#`
  const copy = backend.database.copyOut(`
    copy (select ${[`'${mark}' || t.id`, ...cells].join(', ')} from (${records}) t ${joins} order by ${order})
    to stdout (format csv, force_quote *, delimiter '${delimiter}')`)
  yield* withoutIds(copy, new RegExp(`"${mark}(\\d+)".?`, 'g'), written)
}

/** Takes the first cell and the delimiter behind it off each line, and notes the id that it holds. */
async function* withoutIds(
  content: AsyncIterable<Uint8Array>,
  idCell: RegExp,
  written: number[],
): AsyncIterable<Uint8Array> {
  let rest: Uint8Array = Buffer.alloc(0)
  for await (const part of content) {
    const piece = Buffer.concat([rest, part])
    const end = piece.lastIndexOf('\n') + 1
    const text = piece.toString('latin1', 0, end).replaceAll(idCell, (_cell, id: string) => {
      written.push(Number(id))
      return ''
    })
    yield Buffer.from(text, 'latin1')
    rest = piece.subarray(end)
  }
}

/**
 * The lines of those records that the rules still let in. The embedded database's one connection is in a
 * transaction, in which Kysely cannot stream a COPY: the database puts the lines together itself.
 */
async function* linesOfIds(
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

/** The lines of the records with these ids, in their order, as far as the rules still let them in. */
async function* presentedLines(
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

/** References stand in a file by their titles, where the user may know them. */
function cellText(
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
