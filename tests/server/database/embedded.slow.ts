import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test as testAlways, vi } from 'vitest'

import type { Database } from '../../../src/server/kernel/database.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { openEmbedded } from '../../../src/server/database/embedded/pglite.ts'
import { startProblem } from '../../../src/server/startProblem.ts'
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

test('it learns what is in a table from a quarter of the rows that a server would read', async () => {
  const database = await open()
  await run(database, 'create table many as select generate_series(1, 40000) as a; analyze many')
  const bounds = `select cardinality(histogram_bounds::text::int[]) as count from pg_stats where tablename = 'many'`
  expect(await run(database, bounds)).toEqual([{ count: 26 }])
})

test('I4 a second process on the same folder does not start, and says why', async () => {
  const database = await open()
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: '0', DEMO: '0' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => (output += String(data)))
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
  expect(output).toContain(`Another Leadgate process (pid ${process.pid})`)
  expect(output).not.toContain('ready at')
  expect(await run(database, 'select 1 as one')).toEqual([{ one: 1 }])
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

// Killed once more after it was killed: in `npm run test:long`.
const kills = process.env['LONG'] ? [1, 2] : [1]

test('another process is refused too, and what a killed process committed is all there', async () => {
  for (const round of kills) {
    const child = spawn(process.execPath, [
      '--import',
      'tsx',
      'tests/fixtures/work/writer.ts',
      dataDir,
    ])
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

test('F13: a start waits for its database however long that takes to open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const opening = open()
  opening.catch(() => undefined)
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  while (!existsSync(join(dataDir, 'database.unfinished'))) await turn()
  for (let turns = 0; turns < 10_000 && vi.getTimerCount() === 0; turns += 1) await turn()
  await vi.advanceTimersByTimeAsync(600_000)
  vi.useRealTimers()
  expect(await run(await opening, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a statement that does not end is stopped, and nothing committed is lost', async () => {
  const database = await open(limit)
  await run(database, 'create table kept (a int); insert into kept values (1)')
  const planned = '/* prepared */ select a + 0 as a from kept'
  expect(await run(database, planned)).toEqual([{ a: 1 }])
  const { rows } = await sql`select statement from pg_prepared_statements`.execute(database.sql)
  expect(rows).toEqual([{ statement: planned }])
  const runaway = database.sql.transaction().execute(async (transaction) => {
    await sql`insert into kept values (2)`.execute(transaction)
    await sql.raw(endless).execute(transaction)
  })
  const waiting = run(database, 'select * from kept')
  await expect(runaway).rejects.toMatchObject({ code: '57014' })
  expect(await waiting).toEqual([{ a: 1 }])
  expect(await run(database, planned)).toEqual([{ a: 1 }])
  await run(database, 'insert into kept values (3)')
  expect(await run(database, 'select * from kept')).toEqual([{ a: 1 }, { a: 3 }])
})

test('I5: a database that PostgreSQL gave up, as on a full disk, answers again once it can be written', async () => {
  const database = await open()
  await run(database, 'create table kept (a text); insert into kept values (1)')
  // Where the next file of the log is to be made.
  const next = join(dataDir, 'database/pg_wal/xlogtemp.42')
  await mkdir(next)
  const filling = database.sql.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`
      insert into kept select repeat(md5(n::text), 30) from generate_series(1, 60000) n`.execute(
      transaction,
    )
  })
  await expect(filling).rejects.toThrow('xlogtemp.42')
  await run(database, 'select 1').catch(() => undefined)
  await rm(next, { recursive: true })
  await expect
    .poll(() => run(database, 'select count(*) as count from kept').catch(() => undefined))
    .toEqual([{ count: 1 }])
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

test('F13: a file in the place of the folder is named, with the way out', async () => {
  const file = join(dataDir, 'file')
  await writeFile(file, '')
  const error = await openEmbedded({ dataDir: file }, silent).catch((reason: unknown) => reason)
  expect(startProblem(error, { dataDir: file, host: '', port: 0 })).toBe(
    `${file} is not a folder. Move the file away, or set DATA_DIR to a folder.`,
  )
})

test.each([
  [
    { code: 'EACCES', message: 'EACCES: permission denied, mkdir' },
    /The folder x\/ cannot be written/,
  ],
  [{ message: 'Error: EROFS: read-only file system' }, /The folder x\/ cannot be written/],
  [
    { code: 'ENOENT', message: "ENOENT: no such file or directory, mkdir '/x/new'" },
    /The folder x\/ cannot be written/,
  ],
  [{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, /::1 is no address of this machine/],
  [{ message: 'ENOSPC: no space left on device, write' }, /The disk that holds x\/ is full/],
  [{ code: 'EADDRINUSE', syscall: 'listen' }, /Port 4000 of ::1 is in use/],
  [{ code: 'EACCES', syscall: 'listen' }, /Port 4000 is not open to this user/],
  [{ code: 'EADDRNOTAVAIL', syscall: 'listen' }, /::1 is no address of this machine/],
  [{ message: 'something else' }, /^something else$/],
])('F13: a start that fails with %o says what to do', (problem, words) => {
  const error = Object.assign(new Error('message' in problem ? problem.message : ''), problem)
  expect(startProblem(error, { dataDir: 'x', host: '::1', port: 4000 })).toMatch(words)
})

test('F13: a database that does not open on a full disk is not called damaged', () => {
  const error = new Error('PGlite failed to initialize properly')
  // There is no room at all.
  expect(startProblem(error, { dataDir: '/proc', host: '', port: 0 })).toBe(
    'The disk that holds /proc/ is full. Make room on it and start again.',
  )
})

test('F12: a process that lost its folder is told to end', async () => {
  const error = vi.fn()
  const log = { info: vi.fn(), warn: vi.fn(), error }
  const lost = new Promise<void>((resolve, reject) => {
    openEmbedded({ dataDir, onLost: resolve, heartbeatMs: 20 }, log)
      .then(() => rm(dataDir, { recursive: true, maxRetries: 5 }))
      .catch(reject)
  })
  await lost
  expect(error).toHaveBeenCalledWith(
    `The folder ${dataDir}/ is gone. Leadgate cannot go on without its database.`,
  )
  await mkdir(dataDir, { recursive: true })
})

test('F13: a folder that holds no database is an error, and is let go', async () => {
  await open()
  await close()
  await writeFile(join(dataDir, 'database/PG_VERSION'), 'nonsense')
  const error = await open().catch((reason: unknown) => reason)
  expect(startProblem(error, { dataDir, host: '', port: 0 })).toBe(
    `The database in ${dataDir}/database/ is damaged and does not open. Move ${dataDir}/ away and restore a copy of it (docs/operating.md, "Backups").`,
  )
  await rm(join(dataDir, 'database'), { recursive: true })
  await open()
})
