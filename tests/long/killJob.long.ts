import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { kill, makePlace, startChild, untilProgress } from '../fixtures/work/killing.ts'
import { addUser, declared, ended, jobsBackend, slow, startJob } from '../server/jobs/setting.ts'

const script = new URL('../server/jobs/child.ts', import.meta.url)
const kills = Number(process.env['KILLS']) || 3

test(
  'a job that is killed again and again does each chunk exactly once',
  async () => {
    const place = await makePlace(declared)
    const id = await place.visit(async (database) => {
      await sql`create table steps (job_id bigint, number integer)`.execute(database.sql)
      const user_id = await addUser(database, 'ada')
      const backend = jobsBackend(database, [])
      return startJob(backend, { type: 'slow', name: 'Slow', user_id, parameters: {} })
    })
    let interrupted = 0
    let isDone = false
    for (let count = 0; count < kills; count += 1) {
      const child = await startChild(script, place)
      if (count > 0 && !isDone) await untilProgress(child)
      await sleep(20 + Math.random() * 250)
      await kill(child)
      const state = await place.visit(async ({ sql: database }) => {
        const { rows } = await sql<{ state: string; processed: number; steps: number }>`
        select state, processed, (select count(*) from steps) as steps
        from jobs where id = ${id}`.execute(database)
        return rows[0]!
      })
      expect(state.steps).toBe(state.processed)
      isDone = state.state === 'finished'
      if (!isDone) interrupted += 1
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
  },
  kills * 40_000,
)
