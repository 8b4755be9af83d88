import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { Database } from '../../../src/server/database/database.ts'
import { createStructure } from '../../../src/server/database/ddl.ts'
import { migrate } from '../../../src/server/database/migrate.ts'
import { engineDirectory } from '../../../src/server/database/migrationFiles.ts'
import { openEmbedded } from '../../../src/server/database/pglite.ts'
import { structureOf } from '../../../src/server/database/structure.ts'
import { createTestDatabase, silent } from '../../fixtures/database.ts'
import { addUser, declared, ended, jobsBackend, slow, startJob } from './setting.ts'

const kills = 4

/** Opens the database for the test itself; the embedded one only while no child has it. */
interface Place {
  readonly address: string
  visit<Result>(work: (database: Database) => Promise<Result>): Promise<Result>
  remove(): Promise<void>
}

/** A database with the tables of jobs. */
async function makePlace(): Promise<Place> {
  if (process.env['TEST_DATABASE_URL']) {
    const database = await createTestDatabase(declared)
    return {
      address: database.url ?? '',
      visit: (work) => work(database),
      remove: () => database.close(),
    }
  }
  const address = await mkdtemp(join(tmpdir(), 'leadgate-kill-'))
  const visit: Place['visit'] = async (work) => {
    const database = await openEmbedded({ dataDir: address }, silent)
    return work(database).finally(() => database.close())
  }
  await visit(async (database) => {
    await migrate(database, [engineDirectory])
    await sql.raw(createStructure(structureOf(declared)).join(';\n')).execute(database.sql)
  })
  return { address, visit, remove: () => rm(address, { recursive: true }) }
}

async function startChild(address: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('./child.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, address], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout!, 'data')
  return child
}

it('a job that is killed again and again does each chunk exactly once', async () => {
  const place = await makePlace()
  const id = await place.visit(async (database) => {
    await sql`create table steps (job_id bigint, number integer)`.execute(database.sql)
    const user_id = await addUser(database, 'ada')
    const backend = jobsBackend(database, [])
    return startJob(backend, { type: 'slow', name: 'Slow', user_id, parameters: {} })
  })
  let interrupted = 0
  for (let count = 0; count < kills; count += 1) {
    const child = await startChild(place.address)
    await sleep(20 + Math.random() * 250)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const state = await place.visit(async ({ sql: database }) => {
      const { rows } = await sql<{ state: string; processed: number; steps: number }>`
        select state, processed, (select count(*) from steps) as steps
        from jobs where id = ${id}`.execute(database)
      return rows[0]!
    })
    expect(state.steps).toBe(state.processed)
    if (state.state !== 'finished') interrupted += 1
  }
  expect(interrupted).toBeGreaterThan(1)
  await place.visit(async (database) => {
    const { jobs } = jobsBackend(database, [slow])
    await jobs.work()
    const done = await ended(database, id)
    await jobs.stop()
    const { rows } = await sql<{ number: number }>`
      select number from steps order by abs(number), number desc`.execute(database.sql)
    expect(rows.map(({ number }) => number)).toEqual(
      Array.from({ length: 60 }, (_, index) => [index + 1, -index - 1]).flat(),
    )
    expect(done).toMatchObject({
      state: 'finished',
      total: 120,
      processed: 120,
      pending: 0,
      failed: 0,
      progress: 100,
    })
  })
  await place.remove()
}, 120_000)
