import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Database } from '../../../src/server/kernel/database.ts'
import { migrate } from '../../../src/server/database/migration/migrate.ts'
import { engineDirectory } from '../../../src/server/database/migration/migrationFiles.ts'
import { createTestDatabase } from '../../fixtures/database.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let database: Database
let directory: string

beforeEach(async () => {
  database = await createTestDatabase()
  directory = await mkdtemp(join(tmpdir(), 'migrations-'))
})

afterEach(async () => {
  await database.close()
  await rm(directory, { recursive: true })
})

const file = (name: string, text: string) => writeFile(join(directory, name), text)

const count = async () =>
  (await sql<{ n: number }>`select count(*) as n from shelves`.execute(database.sql)).rows[0]?.n

test('files are applied by name, once', async () => {
  await file('0002_fill.sql', `insert into shelves values (1); insert into shelves values (2);`)
  await file(
    '0001_shelves.sql',
    `-- with a comment; and a semicolon\ncreate table shelves (a int);`,
  )
  expect(await migrate(database, [engineDirectory, directory])).toEqual([
    '2/0001_shelves',
    '2/0002_fill',
  ])
  expect(await migrate(database, [engineDirectory, directory])).toEqual([])
  expect(await count()).toBe(2)
})

test('a file added later is applied alone', async () => {
  await file('0001_shelves.sql', `create table shelves (a int);`)
  await migrate(database, [engineDirectory, directory])
  await file('0002_fill.sql', `insert into shelves values (1);`)
  expect(await migrate(database, [engineDirectory, directory])).toEqual(['2/0002_fill'])
})

test('a file that fails leaves nothing of itself and says which it was', async () => {
  await file('0001_shelves.sql', `create table shelves (a int);`)
  await file('0002_wrong.sql', `insert into shelves values (1); insert into shelves values ('x');`)
  await expect(migrate(database, [engineDirectory, directory])).rejects.toThrow(
    /^Migration 2\/0002_wrong: invalid input/,
  )
  expect(await count()).toBe(0)
  await file('0002_wrong.sql', `insert into shelves values (1);`)
  expect(await migrate(database, [engineDirectory, directory])).toEqual(['2/0002_wrong'])
})

test('where records stand in its way, a file that fails says what to do', async () => {
  await file('0001_shelves.sql', `create table shelves (a int); insert into shelves values (null);`)
  await migrate(database, [engineDirectory, directory])
  const required = `alter table shelves alter column a set not null;`
  await file('0002_required.sql', required)
  await expect(migrate(database, [engineDirectory, directory])).rejects.toThrow(
    'Migration 2/0002_required: column "a" of relation "shelves" contains null values. Records that are there stand in its way: write what mends them, like an update, above that statement in its file, and start again.',
  )
  await file('0002_required.sql', `update shelves set a = 1 where a is null;\n${required}`)
  expect(await migrate(database, [engineDirectory, directory])).toEqual(['2/0002_required'])
})

test('what stands outside the transaction runs after it, also when it failed before', async () => {
  const outside = (statement: string) =>
    `create table shelves (a int);\n-- outside transaction\ninsert into shelves values (1);\n${statement};\n`
  await file('0001_shelves.sql', outside('create index concurrently shelves_x on shelves (x)'))
  await expect(migrate(database, [engineDirectory, directory])).rejects.toThrow(
    '0001_shelves (outside)',
  )
  expect(await count()).toBe(1)
  await file('0001_shelves.sql', outside('create index concurrently shelves_a on shelves (a)'))
  expect(await migrate(database, [engineDirectory, directory])).toEqual([
    '2/0001_shelves (outside)',
  ])
  expect(await count()).toBe(2)
})

test('F13: a database of a newer release is refused, and what to do is said', async () => {
  await file('0001_shelves.sql', `create table shelves (a int);`)
  await migrate(database, [engineDirectory, directory])
  await rm(join(directory, '0001_shelves.sql'))
  await expect(migrate(database, [engineDirectory, directory])).rejects.toThrow(
    'The database was made by a newer release: it has the migration 2/0001_shelves, which this one does not know. Start the newer release',
  )
})

test.skipIf(!process.env['TEST_DATABASE_URL'])('several at once apply each file once', async () => {
  await file(
    '0001_shelves.sql',
    `create table shelves (a int); insert into shelves values (1);
-- outside transaction
create index concurrently shelves_a on shelves (a);`,
  )
  const applied = await Promise.all(
    [1, 2, 3].map(() => migrate(database, [engineDirectory, directory])),
  )
  expect(applied.flat()).toEqual(['2/0001_shelves', '2/0001_shelves (outside)'])
  expect(await count()).toBe(1)
})

test('the trigram extension is there', async () => {
  const { rows } = await sql<{ like: boolean }>`select 'leads' % 'lead' as like`.execute(
    database.sql,
  )
  expect(rows).toEqual([{ like: true }])
})
