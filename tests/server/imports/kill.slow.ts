import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { expect, test as testAlways } from 'vitest'

import type { Database } from '../../../src/server/kernel/database.ts'
import { importing } from '../../fixtures/files/imports.ts'
import { isTooLong } from '../../fixtures/work/long.ts'
import { kill, makePlace, startChild, untilProgress } from '../../fixtures/work/killing.ts'
import { addImporter, importBackend, queueImport } from './setting.ts'

const script = new URL('./child.ts', import.meta.url)
// Each kill is a process that starts; an embedded database takes seconds to open again after it.
const test = testAlways.skipIf(isTooLong)
const kills = Number(process.env['KILLS']) || (process.env['LONG'] ? 10 : 3)
const rows = 20_000

/** Row `n`: every hundredth without a name, every hundredth with the e-mail of a row long before. */
const line = (n: number) =>
  `${n % 100 === 7 ? '' : `Reader ${n}`},r${n % 100 === 42 && n > 5_000 ? n - 4_950 : n}@example.com`

interface Counts {
  state: string
  total: number
  created: number
  refused: number
  readers: number
  failures: number
  processed: number
}

async function countsOf(database: Database, id: number): Promise<Counts> {
  const found = await sql<Counts>`
    select i.state, i.total, i.created, i.refused, j.processed,
      (select count(*) from readers) as readers,
      (select count(*) from import_failures) as failures
    from imports i join jobs j on j.id = i.job where i.id = ${id}`.execute(database.sql)
  return found.rows[0]!
}

test('an import that is killed again and again takes in every row exactly once', async () => {
  const place = await makePlace(importing)
  const text = `name,email\r\n${Array.from({ length: rows }, (_, n) => line(n)).join('\r\n')}\r\n`
  const { id } = await place.visit(async (database) => {
    const user = await addImporter(database)
    // In UTF-16, so that a kill may also hit the rewriting of the file.
    const content = Buffer.from(`\ufeff${text}`, 'utf16le')
    return queueImport(importBackend(database), user, content, { mapping: ['name', 'email'] })
  })

  let interrupted = 0
  let isDone = false
  for (let count = 0; count < kills; count += 1) {
    const child = await startChild(script, place)
    if (count % 2 > 0 && !isDone) await untilProgress(child)
    await sleep(Math.random() * 300)
    await kill(child)
    // Looking means opening an embedded database once more: not after every kill.
    if (count % 2 > 0) continue
    const counts = await place.visit((database) => countsOf(database, id))
    expect(counts).toMatchObject({
      readers: counts.created,
      failures: counts.refused,
      processed: counts.created + counts.refused,
    })
    isDone = counts.state === 'done'
    if (!isDone) interrupted += 1
  }
  expect(interrupted).toBeGreaterThan(1)

  await place.visit(async (database) => {
    const { jobs } = importBackend(database)
    await jobs.work()
    while ((await countsOf(database, id)).state !== 'done') await sleep(50)
    await jobs.stop()
    const refused = rows / 50 - 50
    expect(await countsOf(database, id)).toEqual({
      state: 'done',
      total: rows,
      created: rows - refused,
      refused,
      readers: rows - refused,
      failures: refused,
      processed: rows,
    })
    const emails = await sql<{ email: string }>`select email from readers`.execute(database.sql)
    expect(new Set(emails.rows.map(({ email }) => email)).size).toBe(rows - refused)
    const codes = await sql`
      select code, count(*) from import_failures group by code order by code`.execute(database.sql)
    expect(codes.rows).toEqual([
      { code: 'duplicate_in_file', count: rows / 100 - 50 },
      { code: 'missing', count: rows / 100 },
    ])
  })
  await place.remove()
}, 600_000)
