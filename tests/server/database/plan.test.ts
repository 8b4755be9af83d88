import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Resource } from '#schema'

import { migrate } from '../../../src/server/database/migration/migrate.ts'
import { engineDirectory } from '../../../src/server/database/migration/migrationFiles.ts'
import { migrationText, planMigration } from '../../../src/server/database/migration/plan.ts'
import { createTestDatabase } from '../../fixtures/database.ts'
import { author, library } from '../../fixtures/businesses/library.ts'

vi.setConfig({ testTimeout: 60_000 })

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'migrations-'))
})

afterEach(() => rm(directory, { recursive: true }))

test('the migration that is written makes what is declared, and then nothing is missing', async () => {
  const plan = async (resources: readonly Resource[]) => {
    const database = await createTestDatabase()
    const steps = await planMigration(database, resources, directory)
    await database.close()
    return steps
  }
  await writeFile(
    join(directory, '0001_authors.sql'),
    migrationText('authors', await plan([author])),
  )
  const rest = migrationText('library', await plan(library))
  expect(rest).not.toContain('create table "authors"')
  await writeFile(join(directory, '0002_library.sql'), rest)
  expect(await plan(library)).toEqual([])

  const database = await createTestDatabase()
  await migrate(database, [engineDirectory, directory])
  await sql`insert into authors (name) values ('Ursula')`.execute(database.sql)
  await sql`insert into books (title, author) values ('The Dispossessed', 1)`.execute(database.sql)
  const { rows } = await sql`select color, price, shelf from authors, books`.execute(database.sql)
  expect(rows).toEqual([{ color: '#334155', price: 0, shelf: 'back' }])
  await database.close()
})

test('a risky step says so in the file, and what runs outside stands below its line', () => {
  const text = migrationText('tidy', [
    { sql: 'drop table "a"', risk: 'drops the table a' },
    { sql: 'create index concurrently "i" on "b" (c)', isOutside: true },
  ])
  expect(text).toBe(`-- tidy

-- Careful: drops the table a.
drop table "a";

-- outside transaction
create index concurrently "i" on "b" (c);
`)
})
