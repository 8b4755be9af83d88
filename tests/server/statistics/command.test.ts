import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { migrate } from '../../../src/server/database/migration/migrate.ts'
import { engineDirectory } from '../../../src/server/database/migration/migrationFiles.ts'
import { openEmbedded } from '../../../src/server/database/embedded/pglite.ts'
import { silent, template } from '../../fixtures/database.ts'

const BUSINESS = 'examples/hire'
const own = resolve(import.meta.dirname, '../../..', BUSINESS, 'migrations')
const migrations = [engineDirectory, own]

test('npm run recount makes the sums of an embedded database anew', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadgate-'))
  const open = async () => openEmbedded({ dataDir, template: await template() }, silent)
  try {
    const before = await open()
    await migrate(before, migrations)
    await sql`insert into statistics values ('bookings_bookings', '2026-01-01', 0, 7)`.execute(
      before.sql,
    )
    await before.close()
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, BUSINESS }
    const command = ['--import', 'tsx', 'src/commands/recount.ts']
    const { stdout } = await promisify(execFile)(process.execPath, command, { env })
    expect(stdout).toContain('made anew')
    const after = await open()
    expect((await sql`select * from statistics`.execute(after.sql)).rows).toEqual([])
    await after.close()
  } finally {
    await rm(dataDir, { recursive: true })
  }
}, 60_000)
