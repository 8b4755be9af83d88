import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { migrate } from '../../../src/server/database/migration/migrate.ts'
import { engineDirectory } from '../../../src/server/database/migration/migrationFiles.ts'
import { makePlace } from '../../fixtures/work/killing.ts'

const BUSINESS = 'examples/hire'
const own = resolve(import.meta.dirname, '../../..', BUSINESS, 'migrations')
const migrations = [engineDirectory, own]

test('npm run recount makes the sums of a database anew', async () => {
  const place = await makePlace([])
  try {
    await place.visit(async (database) => {
      await migrate(database, migrations)
      await sql`insert into statistics values ('bookings_bookings', '2026-01-01', 0, 7)`.execute(
        database.sql,
      )
    })
    const env = { PATH: process.env['PATH'], ...place.env, BUSINESS }
    const command = ['--import', 'tsx', 'src/commands/recount.ts']
    const { stdout } = await promisify(execFile)(process.execPath, command, { env })
    expect(stdout).toContain('made anew')
    const { rows } = await place.visit((database) =>
      sql`select * from statistics`.execute(database.sql),
    )
    expect(rows).toEqual([])
  } finally {
    await place.remove()
  }
}, 60_000)
