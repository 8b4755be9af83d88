import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test as testAlways, vi } from 'vitest'

import type { Database } from '../../../src/server/database/database.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { openEmbedded } from '../../../src/server/database/pglite.ts'
import { silent, template } from '../../fixtures/database.ts'

vi.setConfig({ testTimeout: 120_000 })

// It is the same whatever database the other tests run on.
const test = testAlways.skipIf(process.env['TEST_DATABASE_URL'])

let dataDir: string
const opened: Database[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'leadgate-'))
})

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
  await rm(dataDir, { recursive: true })
})

async function open(timeLimit?: number): Promise<Database> {
  const database = await openEmbedded({ dataDir, timeLimit, template: await template() }, silent)
  opened.push(database)
  return database
}

async function close(): Promise<void> {
  await opened.pop()?.close()
}

const run = async (database: Database, text: string) =>
  (await sql.raw<Record<string, unknown>>(text).execute(database.sql)).rows

/** Milliseconds; long enough for everything else that a busy machine does meanwhile. */
const limit = 3000

/** Longer than any test. */
const endless = 'select count(*) from generate_series(1, 100000000000)'

test('what was written is there after closing and opening', async () => {
  await run(await open(), 'create table kept (a int); insert into kept values (1)')
  await close()
  expect(await run(await open(), 'select * from kept')).toEqual([{ a: 1 }])
})

test('a second opening of the same folder is refused, until the first is closed', async () => {
  await open()
  const second = openDatabase({ databaseUrl: undefined, dataDir }, silent)
  await expect(second).rejects.toThrow(
    `Another Leadgate process (pid ${process.pid}) uses ${dataDir}/. Stop it first, or set DATA_DIR.`,
  )
  await close()
  await open()
})

test('another process is refused too, and what a killed process committed is all there', async () => {
  for (const round of [1, 2, 3]) {
    const child = spawn(process.execPath, ['--import', 'tsx', 'tests/fixtures/writer.ts', dataDir])
    let output = ''
    child.stdout.on('data', (text: Buffer) => (output += text.toString()))
    while (output.split('\n').length < 10 + 10 * round) await once(child.stdout, 'data')
    await expect(open()).rejects.toThrow(`Another Leadgate process (pid ${child.pid})`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const last = Number(output.trim().split('\n').at(-1))
    const [found] = await run(await open(), 'select count(*) as count, max(a) as max from written')
    expect(found?.['max']).toBeGreaterThanOrEqual(last)
    expect(found?.['count']).toBe(Number(found?.['max']) + 1)
    await close()
  }
})

test('a new database whose making was cut off is made anew', async () => {
  await mkdir(join(dataDir, 'database'))
  await writeFile(join(dataDir, 'database/PG_VERSION'), '18')
  await writeFile(join(dataDir, 'database.unfinished'), '')
  expect(await run(await open(), 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await readdir(dataDir)).toEqual(['database', 'lock'])
})

test('a statement that does not end is stopped, and nothing committed is lost', async () => {
  const database = await open(limit)
  await run(database, 'create table kept (a int); insert into kept values (1)')
  const runaway = database.sql.transaction().execute(async (transaction) => {
    await sql`insert into kept values (2)`.execute(transaction)
    await sql.raw(endless).execute(transaction)
  })
  const waiting = run(database, 'select * from kept')
  await expect(runaway).rejects.toMatchObject({ code: '57014' })
  expect(await waiting).toEqual([{ a: 1 }])
  await run(database, 'insert into kept values (3)')
  expect(await run(database, 'select * from kept')).toEqual([{ a: 1 }, { a: 3 }])
})

test('a statement may set its own time limit', async () => {
  const database = await open(limit)
  await database.sql.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`select pg_sleep(${limit / 1000 + 1})`.execute(transaction)
  })
  await run(database, `set statement_timeout = '200ms'`)
  await expect(run(database, endless)).rejects.toMatchObject({ code: '57014' })
  await run(database, 'reset statement_timeout')
  await expect(run(database, endless)).rejects.toMatchObject({ code: '57014' })
})

test('listeners still hear after the database was started anew', async () => {
  const database = await open(limit)
  const heard: string[] = []
  await database.listen('events', (payload) => heard.push(payload))
  await expect(run(database, endless)).rejects.toThrow()
  await run(database, `notify events, 'hello'`)
  expect(heard).toEqual(['hello'])
})

test('a folder that holds no database is an error, and is let go', async () => {
  await open()
  await close()
  await writeFile(join(dataDir, 'database/PG_VERSION'), 'nonsense')
  await expect(open()).rejects.toThrow()
  await rm(join(dataDir, 'database'), { recursive: true })
  await open()
})
