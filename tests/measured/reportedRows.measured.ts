import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  deleteReportedRows,
  reportedRows,
} from '../../resources/leads/privacy/reportedRows.server.ts'
import { createTestConsole, type TestConsole } from '../fixtures/console.ts'
import { timesAsLong } from './pace.ts'

let server: TestConsole
let file: number

/** As one file of 200,000 rows has them, in small. */
const count = 4_000
const contacts = {
  emails: ['mørk+a.b@example.com', '"o\\"neil"@example.com'],
  digits: ['447400876543', '07400876543'],
}
/** As people write them, among other cells. */
const written = [
  ' MØRK+A.B@example.com ',
  '"O\\"neil"@example.com',
  '+44 (7400) 876-543',
  "07400\t87\u000b65'43",
  '07400"876"543',
]
const others = ['morkka.b@example.com', '447400876544', '4474008765430', '7400876543', '876543']

beforeAll(async () => {
  server = await createTestConsole()
  const admin = await server.as('Administrator')
  const { id: user } = (await admin.get('/profile')).body.data
  const { rows } = await sql<{ id: number }>`
    insert into imports (resource, "user", name, file, state, options)
    values ('leads', ${user}, 'Refused', '', 'done', '{"headers":[]}') returning id`.execute(
    server.backend.database.sql,
  )
  file = rows[0]!.id
  await sql`
    insert into import_failures (import_id, row_number, code, reason, cells)
    select ${file}, n, 'invalid', 'Refused', (
      select jsonb_agg(case part when 1 then 'person' || n || '@example.org'
        when 2 then '+44 79 ' || lpad(n::text, 8, '0') else 'Some value ' || part || ' of ' || n end)
      from generate_series(1, 30) part)
    from generate_series(1, ${count}::int) n`.execute(server.backend.database.sql)
}, 120_000)
afterAll(() => server.close())

const put = (cells: readonly string[]) =>
  sql`
    insert into import_failures (import_id, row_number, code, reason, cells)
    select ${file}, ${count} + at, 'invalid', 'Refused', jsonb_build_array('Ida', cell, '')
    from unnest(${cells}::text[]) with ordinality found (cell, at)`.execute(
    server.backend.database.sql,
  )

test('a person is found among the refused rows of large files in a few times what it takes to read these', async () => {
  const { sql: database } = server.backend.database
  const find = () => reportedRows(contacts, database)
  const read = () =>
    sql`select from import_failures where cells::text like '%nowhere%'`.execute(database)
  expect(await timesAsLong(find, read, 12)).toBeLessThan(12)
})

test('a person is found in refused rows in whatever way the contacts are written, and nobody else', async () => {
  const { sql: database } = server.backend.database
  await put([...written, ...others])
  const cellsOf = async () =>
    (await reportedRows(contacts, database)).map(({ cells }) => (cells as string[])[1])
  expect(await cellsOf()).toEqual(written)
  expect(await reportedRows({ emails: [], digits: [] }, database)).toEqual([])
  expect(await deleteReportedRows(contacts, database)).toBe(written.length)
  expect(await cellsOf()).toEqual([])
})
