import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Database } from '../../src/server/kernel/database.ts'
import { openEmbedded } from '../../src/server/database/embedded/pglite.ts'
import { createPostgresDatabase, silent, template } from '../fixtures/database.ts'

const server = process.env['TEST_DATABASE_URL']
let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'leadgate-'))
})

afterEach(() => rm(dataDir, { recursive: true }))

/** What `npm run migrate:to-postgres -- URL` prints; fails with what it prints on standard error. */
async function command(...words: string[]): Promise<string> {
  const script = ['--import', 'tsx', 'src/commands/copy.ts', ...words]
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir }
  return (await promisify(execFile)(process.execPath, script, { env })).stdout
}

test('without an address, or without a database, it says what is missing', async () => {
  await expect(command()).rejects.toThrow('Usage: npm run migrate:to-postgres')
  const nowhere = command('postgres://nobody@127.0.0.1:1/nothing')
  await expect(nowhere).rejects.toThrow(`There is no embedded database in ${dataDir}/.`)
})

test.skipIf(!server)('it copies an embedded database to an empty PostgreSQL, once', async () => {
  const source = await openEmbedded({ dataDir, template: await template() }, silent)
  await sql`insert into audit_log (action) values ('login'), ('logout')`.execute(source.sql)
  await expect(command('postgres://nobody@127.0.0.1:1/nothing')).rejects.toThrow(
    `pid ${process.pid}`,
  )
  await source.close()

  const target: Database & { url: string } = await createPostgresDatabase(server ?? '')
  expect(await command(target.url)).toMatch(/ 2 {2}audit_log_rest\n[^]*Every row arrived/)
  const { rows } = await sql`select id, action from audit_log order by id`.execute(target.sql)
  expect(rows).toEqual([
    { id: 1, action: 'login' },
    { id: 2, action: 'logout' },
  ])
  await expect(command(target.url)).rejects.toThrow(
    'The target is not empty: audit_log_rest has rows.',
  )
  await target.close()
})
