import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestConsole, type TestConsole } from '../fixtures/console.ts'
import { endedImport } from '../fixtures/files/imports.ts'
import type { Client } from '../fixtures/server.ts'
import { upload } from '../fixtures/files/upload.ts'

let server: TestConsole
let admin: Client
beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

const rows = 200_000

/** A row of each hundred is refused, and one is of somebody who stands in the row before. */
const row = (at: number): string => {
  if (at % 100 === 7) return 'nobody,,GB'
  const person = at % 100 === 8 ? at - 2 : at
  return `person${person}@example.com,+44 7400 ${String(person).padStart(6, '0')},GB`
}

test('16: an import of 200,000 rows runs, and its check says before what becomes of them', async () => {
  const source = await admin.make('/settings/source', { name: 'Large' })
  const lines = Array.from({ length: rows }, (_, at) => row(at))
  const text = `email,phone,country\n${lines.join('\n')}\n`
  const upload_id = await upload(server.app, admin, text, { purpose: 'import:leads' })
  const order = { upload_id, mapping: ['email', 'phone', 'country'], settings: { source } }
  const { body } = await admin.post('/lead/import', { ...order, check: true })
  const path = `/lead/import/${body.data.id}`
  const counts = { created: rows - rows / 50, updated: 0, refused: rows / 50 }
  const checked = await endedImport(server, admin, path, ({ job_id }) => job_id)
  expect(checked).toMatchObject({ total: rows, checked: counts })
  expect((await admin.post(`${path}/start`)).status).toBe(202)
  const done = await endedImport(server, admin, path, ({ job_id }) => job_id)
  expect(done).toMatchObject({ state: 'done', total: rows, ...counts })
  const reasons = done.reasons.map(({ code, count }) => [code, count])
  expect(reasons.toSorted()).toEqual([
    ['bad_email', rows / 100],
    ['duplicate_in_file', rows / 100],
  ])
  const { rows: stored } = await sql<{ leads: number; failed: number }>`
    select (select count(*)::integer from leads where import = ${done.id}) as leads,
      (select count(*)::integer from failed_leads where import = ${done.id}) as failed
  `.execute(server.backend.database.sql)
  expect(stored).toEqual([{ leads: counts.created, failed: counts.refused }])
}, 1_800_000)
