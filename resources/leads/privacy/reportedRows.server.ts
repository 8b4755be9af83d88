import { sql, type RawBuilder } from 'kysely'

import { renderMessage } from '#schema'
import type { Sql } from '#server'

import { lead } from '../lead/lead.ts'

/** E-mails in small letters, and the digits of phones, in the ways in which people write them. */
export interface WrittenContacts {
  readonly emails: readonly string[]
  readonly digits: readonly string[]
}

type Row = Readonly<Record<string, unknown>>

/** The rows of a person in reports of imports, with the headers of their file. A check keeps them without a failed lead. */
export async function reportedRows(written: WrittenContacts, database: Sql): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select jsonb_build_object('at', i.created_at, 'import', i.name, 'row_number', f.row_number,
      'reason', f.reason, 'headers', i.options -> 'headers', 'cells', f.cells) as row
    from import_failures f join imports i on i.id = f.import_id
    where ${isOf(written)} order by f.import_id, f.row_number`.execute(database)
  return rows.map(({ row }) => ({ ...row, reason: renderMessage(String(row['reason'])) }))
}

/** Deletes them. Returns how many there were. */
export async function deleteReportedRows(written: WrittenContacts, database: Sql): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from import_failures f using imports i
    where i.id = f.import_id and ${isOf(written)}`.execute(database)
  return Number(numAffectedRows ?? 0)
}

const isOf = (written: WrittenContacts): RawBuilder<boolean> => sql`
  i.resource = ${lead.name} and f.cells::text ~* ${hintOf(written)} and exists (
    select from jsonb_array_elements_text(f.cells) cell
    where lower(btrim(cell)) = any(${[...written.emails]}::text[])
      or length(cell) < 40 and regexp_replace(cell, '\\D', '', 'g') = any(${[...written.digits]}::text[])
  )`

/**
 * A pattern of what every row of the person holds, as text of JSON, and few others do: cells are looked at one by one
 * ten times as slowly, too slowly for files of which hundreds of thousands of rows were refused.
 */
function hintOf({ emails, digits }: WrittenContacts): string {
  const ends = new Set(digits.map((one) => one.slice(-surest).split('').join(between)))
  const texts = emails.map((one) =>
    JSON.stringify(one)
      .slice(1, -1)
      // A letter of another script may be written as two in capitals.
      .replaceAll(/[^\w@]/g, (sign) => (/[ -~]/.test(sign) ? `\\${sign}` : '.{0,3}')),
  )
  return [...texts, ...ends].join('|') || '(?!)'
}

/** Digits at the end of a number, which are the same in whatever way it is written. */
const surest = 7
/** What may stand between two digits of a phone; signs that cannot be printed are written with digits. */
const between = '(?:\\D|\\\\u00..)*'
