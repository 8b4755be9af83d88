import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import type { TestBackend } from '../../fixtures/backend.ts'

import type { Database } from '../../../src/server/kernel/database.ts'
import { NotYet, RequestError } from '../../../src/server/kernel/errors.ts'
import type { JobKind } from '../../../src/server/jobs/kind.ts'
import { exportKind } from '../../../src/server/exports/exportJob.ts'
import { addChunks } from '../../../src/server/jobs/control.ts'
import { createTestDatabase } from '../../fixtures/database.ts'
import { putClockBack } from '../../fixtures/work/clock.ts'
import {
  addUser,
  chunksOf,
  declared,
  ended,
  jobsBackend,
  rest,
  startJob,
  waitFor,
} from './setting.ts'

let database: Database
let backend: TestBackend
let user: number
let seen: { job: number; number: number; payload: unknown; by: string }[]
let onRun: (number: number) => unknown

const copy: JobKind = {
  type: 'copy',
  async run({ number, size, payload }, { job, user, sql: tx }) {
    await sql`insert into steps (job_id, number) values (${job.id}, ${number})`.execute(tx)
    await onRun(number)
    seen.push({ job: job.id, number, payload, by: user.name })
    return { processed: size, failed: number === 2 ? 1 : 0, result: { [`chunk_${number}`]: size } }
  },
}
const planned: JobKind = {
  ...copy,
  type: 'planned',
  plan: async ({ job }) => ({
    chunks: chunksOf(...(job.parameters['sizes'] as number[])),
    message: 'Planned.',
    result: { planned: true },
  }),
  async finish(job, { sql: tx }) {
    await sql`insert into steps (job_id, number) values (${job.id}, 1000)`.execute(tx)
    return { message: `Ended as ${job.state}.`, result_file: 'some-file' }
  },
}
const light: JobKind = { ...copy, type: 'light', light: true }
const wide: JobKind = { ...copy, type: 'wide', parallel: true }
const early: JobKind = { ...wide, type: 'early', queue: 'first' }
const late: JobKind = { ...wide, type: 'late', queue: exportKind.queue! }

beforeAll(async () => {
  database = await createTestDatabase(declared)
  await sql`create table steps (job_id bigint, number integer)`.execute(database.sql)
  user = await addUser(database, 'ada')
})

beforeEach(() => {
  seen = []
  onRun = () => undefined
  backend = jobsBackend(database, [copy, planned, light, wide, early, late])
  return async () => {
    await backend.jobs.stop()
    await sql`update jobs set state = 'cancelled'`.execute(database.sql)
  }
})

afterAll(() => database.close())

const job = (type: string, more: object = {}) => ({
  type,
  name: 'A copy',
  user_id: user,
  parameters: {},
  ...more,
})

const steps = async (id: number) => {
  const { rows } = await sql<{ number: number }>`
    select number from steps where job_id = ${id} order by number`.execute(database.sql)
  return rows.map(({ number }) => number)
}

describe('a job', () => {
  it('runs to its end, chunk by chunk in order, and its numbers add up', async () => {
    await backend.jobs.work()
    const id = await startJob(backend, job('copy', { chunks: chunksOf(3, 2, 5) }))
    const done = await ended(database, id)
    expect(done).toMatchObject({
      state: 'finished_with_errors',
      total: 10,
      pending: 0,
      processed: 10,
      failed: 1,
      progress: 100,
      result: { chunk_1: 3, chunk_2: 2, chunk_3: 5 },
      cancelled_at: null,
    })
    expect(Date.parse(done['started_at'])).toBeLessThanOrEqual(Date.parse(done['finished_at']))
    expect(seen).toEqual([
      { job: id, number: 1, payload: { index: 0 }, by: 'ada' },
      { job: id, number: 2, payload: { index: 1 }, by: 'ada' },
      { job: id, number: 3, payload: { index: 2 }, by: 'ada' },
    ])
    expect(await steps(id)).toEqual([1, 2, 3])
  })

  it('comes before those of a later queue, whichever was started first', async () => {
    const [last, middle, first] = [
      await startJob(backend, job('late', { chunks: chunksOf(1, 1, 1) })),
      await startJob(backend, job('wide', { chunks: chunksOf(1, 1, 1) })),
      await startJob(backend, job('early', { chunks: chunksOf(1, 1, 1) })),
    ]
    await backend.jobs.work()
    await ended(database, last)
    const order = seen.map(({ job }) => job)
    expect(order.toSorted()).toEqual([last, middle, first].flatMap((id) => [id, id, id]).toSorted())
    expect(order.lastIndexOf(first)).toBeLessThan(order.indexOf(last))
  })

  it('begins when its transaction is committed, not at the next look', async () => {
    // No time passes, so there is no next look.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await backend.jobs.work()
      await rest(100)
      await ended(database, await startJob(backend, job('copy', { chunks: chunksOf(1) })))
    } finally {
      vi.useRealTimers()
    }
  })

  it('keeps what its chunks did when a later one ends it', async () => {
    onRun = async (number) => {
      if (number < 3) return
      throw new RequestError(409, 'Enough.')
    }
    await backend.jobs.work()
    const id = await startJob(backend, job('copy', { chunks: chunksOf(1, 1, 1) }))
    expect(await ended(database, id)).toMatchObject({
      state: 'failed',
      message: 'Enough.',
      processed: 2,
      pending: 1,
      progress: 67,
    })
    expect(await steps(id)).toEqual([1, 2])
  })

  it('without anything to do is finished', async () => {
    await backend.jobs.work()
    const id = await startJob(backend, job('copy', { chunks: [] }))
    expect(await ended(database, id)).toMatchObject({ state: 'finished', total: 0, progress: 100 })
  })

  it('may plan its own chunks, and says at the end what is left of it', async () => {
    await backend.jobs.work()
    const id = await startJob(backend, job('planned', { parameters: { sizes: [4, 1] } }))
    expect(await ended(database, id)).toMatchObject({
      total: 5,
      processed: 5,
      message: 'Ended as finished_with_errors.',
      result_file: 'some-file',
      result: { planned: true, chunk_1: 4, chunk_2: 1 },
    })
    expect(await steps(id)).toEqual([1, 2, 1000])
  })

  it('may find more to do while it runs', async () => {
    backend.jobs.register({
      ...copy,
      type: 'growing',
      async run(chunk, context) {
        if (chunk.number < 3) await addChunks(context.sql, context.job.id, chunksOf(2))
        return copy.run(chunk, context)
      },
    })
    await backend.jobs.work()
    const id = await startJob(backend, job('growing', { chunks: chunksOf(1) }))
    expect(await ended(database, id)).toMatchObject({ total: 5, processed: 5, pending: 0 })
    expect(await steps(id)).toEqual([1, 2, 3])
  })

  it('counts what a chunk really had', async () => {
    const odd: JobKind = { type: 'odd', run: async () => ({ processed: 7, failed: 0 }) }
    backend.jobs.register(odd)
    await backend.jobs.work()
    const id = await startJob(backend, job('odd', { chunks: chunksOf(10, 10) }))
    expect(await ended(database, id)).toMatchObject({ total: 14, processed: 14, pending: 0 })
  })

  it('is not begun when the transaction that started it is undone', async () => {
    await backend.jobs.work()
    await expect(
      database.sql.transaction().execute(async (tx) => {
        await backend.jobs.start(tx, job('copy', { name: 'Undone', chunks: chunksOf(1) }))
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    const { rows } = await sql`select 1 from jobs where name = 'Undone'`.execute(database.sql)
    expect(rows).toEqual([])
  })

  it('of a type nobody here knows is left to others', async () => {
    await backend.jobs.work()
    const id = await startJob(backend, job('unheard', { chunks: chunksOf(1) }))
    const other = await startJob(backend, job('copy', { chunks: chunksOf(1) }))
    await ended(database, other)
    expect(await waitFor(database, id, ({ state }) => state === 'running')).toMatchObject({
      pending: 1,
    })
  })
})

describe('a chunk that throws', () => {
  it('is tried again, and leaves nothing of the try behind', async () => {
    let tries = 0
    onRun = () => {
      tries += 1
      if (tries < 3) throw new Error('a passing trouble')
    }
    await backend.jobs.work()
    const id = await startJob(backend, job('copy', { chunks: chunksOf(2) }))
    expect(await ended(database, id)).toMatchObject({ state: 'finished', processed: 2 })
    expect(await steps(id)).toEqual([1])
    expect(tries).toBe(3)
  })

  it('three times ends the job, without telling the error to people', async () => {
    let tries = 0
    onRun = (number) => {
      if (number !== 2) return
      tries += 1
      throw new Error('relation "secret" does not exist')
    }
    await backend.jobs.work()
    const id = await startJob(backend, job('planned', { parameters: { sizes: [1, 1, 1] } }))
    expect(await ended(database, id)).toMatchObject({
      state: 'failed',
      total: 3,
      pending: 2,
      processed: 1,
      message: 'Ended as failed.',
    })
    expect(tries).toBe(3)
    const { rows } = await sql<{ number: number; state: string; error: string | null }>`
      select number, state, error from job_chunks where job_id = ${id} order by number
    `.execute(database.sql)
    expect(rows).toEqual([
      { number: 0, state: 'done', error: null },
      { number: 1, state: 'done', error: null },
      { number: 2, state: 'failed', error: 'Error: relation "secret" does not exist' },
      { number: 3, state: 'cancelled', error: null },
    ])
    expect(
      (await sql<any>`select message from jobs where id = ${id}`.execute(database.sql)).rows[0]
        .message,
    ).not.toContain('secret')
  })

  it('ends the job even when its last words fail too', async () => {
    backend.jobs.register({
      type: 'cursed',
      run: async () => {
        throw new RequestError(403, 'Not you.')
      },
      finish: async (_job, { sql: tx }) => {
        await sql`select * from nowhere`.execute(tx)
      },
    })
    await backend.jobs.work()
    const id = await startJob(backend, job('cursed', { chunks: chunksOf(1) }))
    expect(await ended(database, id)).toMatchObject({ state: 'failed', message: 'Not you.' })
  })
})

describe('F2: a fault of the database', () => {
  /** Every look at the clock is a minute later: rests are over at once. */
  const hurry = () => {
    let now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 60_000))
    return () => clock.mockRestore()
  }

  it('is waited for, said on the job, and counts as no try', async () => {
    const messages: unknown[] = []
    const codes = ['40P01', '57P01', '53100', '57014', '40001']
    backend.jobs.register({
      ...copy,
      type: 'unlucky',
      async run(chunk, context) {
        messages.push(context.job.message)
        const code = codes[messages.length - 1]
        if (code) throw Object.assign(new Error('not you'), { code })
        return copy.run(chunk, context)
      },
    })
    const calm = hurry()
    try {
      await backend.jobs.work()
      const id = await startJob(backend, job('unlucky', { chunks: chunksOf(4) }))
      expect(await ended(database, id)).toMatchObject({
        state: 'finished',
        processed: 4,
        message: null,
      })
    } finally {
      calm()
    }
    const busy = 'Waiting for the database…'
    const full = 'Waiting for the database: it is out of disk space, memory or connections.'
    expect(messages).toEqual([null, busy, busy, full, busy, busy])
  })

  it('is waited for no longer when the clock is put back', async () => {
    onTestFinished(() => void vi.restoreAllMocks())
    let isBack = false
    backend.jobs.register({
      ...copy,
      type: 'shifted',
      async run(chunk, context) {
        if (!isBack) throw Object.assign(new Error('not you'), { code: '40P01' })
        return copy.run(chunk, context)
      },
    })
    await backend.jobs.work()
    const id = await startJob(backend, job('shifted', { chunks: chunksOf(4) }))
    await waitFor(database, id, ({ message }) => message !== null)
    putClockBack(60_000)
    isBack = true
    expect(await ended(database, id)).toMatchObject({ state: 'finished', processed: 4 })
  })

  it('that ends the connection loses nothing', async () => {
    if (database.kind === 'embedded') return
    let cuts = 0
    backend.jobs.register({
      ...copy,
      type: 'cut',
      async run(chunk, context) {
        const outcome = await copy.run(chunk, context)
        cuts += 1
        if (cuts < 5) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(context.sql)
        return outcome
      },
    })
    const calm = hurry()
    try {
      await backend.jobs.work()
      const id = await startJob(backend, job('cut', { chunks: chunksOf(1) }))
      expect(await ended(database, id)).toMatchObject({ state: 'finished', processed: 1 })
      expect(await steps(id)).toEqual([1])
    } finally {
      calm()
    }
  })

  it.each([
    ['is given up with its items', { abandon: async () => ({ processed: 3, failed: 3 }) }],
    ['ends a job that cannot name them', {}],
  ])('H1: a chunk that three processes begin and never end %s', async (_what, more) => {
    const calm = hurry()
    try {
      backend.jobs.register({ ...copy, ...more, type: 'deadly' })
      const id = await startJob(backend, job('deadly', { chunks: chunksOf(3, 2) }))
      await sql`
        update job_chunks set claims = '{a,b,c}' where job_id = ${id} and number = 1
      `.execute(database.sql)
      await backend.jobs.work()
      const done = await ended(database, id)
      expect(done).toMatchObject(
        'abandon' in more
          ? { state: 'finished_with_errors', processed: 5, failed: 4 }
          : { state: 'failed', message: expect.stringContaining('begun three times') },
      )
      expect(await steps(id)).toEqual('abandon' in more ? [2] : [])
    } finally {
      calm()
    }
  })

  it('H1: a process that lives takes its name off what it did not end', async () => {
    onRun = (number) => {
      if (number === 2 && seen.length < 2) {
        seen.push(seen[0]!)
        throw new Error('a passing trouble')
      }
    }
    await backend.jobs.work()
    const id = await startJob(backend, job('copy', { chunks: chunksOf(1, 1) }))
    await ended(database, id)
    const { rows } = await sql`
      select 1 from job_chunks where job_id = ${id} and claims <> '{}'`.execute(database.sql)
    expect(rows).toEqual([])
  })
})

describe('the user of a job', () => {
  it('is asked for anew before each chunk: a deactivated one stops it', async () => {
    const eve = await addUser(database, 'eve')
    onRun = async (number) => {
      if (number === 2) throw new Error('should not get here')
    }
    backend.jobs.register({
      ...copy,
      type: 'betrayed',
      async run(chunk, context) {
        const outcome = await copy.run(chunk, context)
        await sql`update users set is_active = false where id = ${eve}`.execute(context.sql)
        return outcome
      },
    })
    await backend.jobs.work()
    const id = await startJob(backend, job('betrayed', { user_id: eve, chunks: chunksOf(1, 1, 1) }))
    expect(await ended(database, id)).toMatchObject({
      state: 'failed',
      processed: 1,
      pending: 2,
      message: 'The user who started this job may not sign in any more.',
    })
  })

  it('has at most three jobs running, light ones aside', async () => {
    const bob = await addUser(database, 'bob')
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const ids: number[] = []
    for (const type of ['copy', 'copy', 'copy', 'copy', 'light']) {
      ids.push(await startJob(backend, job(type, { user_id: bob, chunks: chunksOf(1, 1) })))
    }
    const mine = await startJob(backend, job('copy', { chunks: chunksOf(1) }))
    let states: string[] = []
    backend.jobs.register({
      ...copy,
      async run(chunk, context) {
        if (states.length === 0) {
          const { rows } = await sql<{ state: string }>`
            select state from jobs where id = any(${[...ids, mine]}::bigint[]) order by id
          `.execute(context.sql)
          states = rows.map(({ state }) => state)
        }
        await gate
        return copy.run(chunk, context)
      },
    })
    await backend.jobs.work()
    setTimeout(open, 100)
    for (const id of [...ids, mine]) await ended(database, id)
    expect(states).toEqual(['running', 'running', 'running', 'queued', 'running', 'running'])
  })
})

describe('M6: of one user', () => {
  const stateOf = async (ids: readonly number[]) => {
    const { rows } = await sql<{ state: string }>`
      select state from jobs where id = any(${ids}::bigint[]) order by id`.execute(database.sql)
    return rows.map(({ state }) => state)
  }

  it('ten light jobs have chunks at once, and twenty more wait', async () => {
    const cy = await addUser(database, 'cy')
    let isOpen = false
    onRun = () => {
      if (!isOpen) throw new NotYet('the first are under way')
    }
    await backend.jobs.work()
    const start = () => startJob(backend, job('light', { user_id: cy, chunks: chunksOf(1) }))
    const ids: number[] = []
    while (ids.length < 10) ids.push(await start())
    for (const id of ids) await waitFor(database, id, ({ state }) => state === 'running')
    while (ids.length < 30) ids.push(await start())
    await expect(start()).rejects.toThrow('Too many of your jobs are waiting')
    expect((await stateOf(ids)).slice(10)).toEqual(Array(20).fill('queued'))
    isOpen = true
    for (const id of ids) await ended(database, id)
  })

  it('light jobs that wait for others keep nobody’s jobs from their turn', async () => {
    const di = await addUser(database, 'di')
    const { rows } = await sql<{ id: number }>`
      insert into jobs (type, name, "user", state, total, pending, updated_at)
      select 'light', 'Waits', ${di}, 'running', 5, 5, now() - interval '1 day'
      from generate_series(1, 220) returning id`.execute(database.sql)
    await backend.jobs.work()
    for (const user_id of [di, user]) {
      const id = await startJob(backend, job('light', { user_id, chunks: chunksOf(1) }))
      expect(await ended(database, id)).toMatchObject({ state: 'finished' })
    }
    expect(new Set(await stateOf(rows.map(({ id }) => id)))).toEqual(new Set(['running']))
  })

  it('however many jobs have as many turns as the one of another', async () => {
    const many = await addUser(database, 'many')
    const one = await addUser(database, 'one')
    const chunks = chunksOf(1, 1, 1, 1, 1, 1)
    const ids: number[] = []
    for (let count = 0; count < 6; count += 1) {
      ids.push(await startJob(backend, job('light', { user_id: many, chunks })))
    }
    ids.push(await startJob(backend, job('light', { user_id: one, chunks })))
    await backend.jobs.work()
    for (const id of ids) await ended(database, id)
    const first = seen.slice(0, 12).map(({ by }) => by)
    // In turn by job it would have had two or three of them; by user it has six, or less where its job came a moment late.
    expect(first.filter((by) => by === 'one').length).toBeGreaterThan(3)
  })
})

describe('cancelling', () => {
  it('lets the chunk under way end, begins no other, and the numbers add up', async () => {
    await backend.jobs.work()
    backend.jobs.register({
      ...copy,
      type: 'stopped',
      async run(chunk, context) {
        if (chunk.number === 2) await backend.jobs.cancel(context.sql, context.job.id)
        return copy.run(chunk, context)
      },
      finish: async ({ state }) => ({ message: `Told ${state}.` }),
    })
    const id = await startJob(backend, job('stopped', { chunks: chunksOf(2, 2, 2, 2) }))
    const done = await ended(database, id)
    expect(done).toMatchObject({
      state: 'cancelled',
      total: 8,
      processed: 4,
      pending: 4,
      progress: 50,
      finished_at: null,
      message: 'Told cancelled.',
    })
    expect(done['cancelled_at']).toBeTruthy()
    expect(await steps(id)).toEqual([1, 2])
  })

  it('ends a queued job at once', async () => {
    const id = await startJob(backend, job('copy', { chunks: chunksOf(2) }))
    expect(await backend.jobs.cancel(database.sql, id)).toBe(true)
    expect(await ended(database, id)).toMatchObject({ state: 'cancelled', processed: 0, total: 2 })
    expect(await backend.jobs.cancel(database.sql, id)).toBe(false)
    await backend.jobs.work()
    await ended(database, await startJob(backend, job('copy', { chunks: chunksOf(1) })))
    expect(await steps(id)).toEqual([])
  })
})

describe('stopping', () => {
  it('waits for the chunk under way; the rest is done after the next start', async () => {
    let stopped: Promise<void> | undefined
    onRun = async (number) => {
      if (number !== 1) return
      stopped = backend.jobs.stop()
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await backend.jobs.work()
    const id = await startJob(backend, job('copy', { chunks: chunksOf(1, 1) }))
    await waitFor(database, id, ({ processed }) => processed === 1)
    await stopped
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await steps(id)).toEqual([1])
    backend = jobsBackend(database, [copy])
    await backend.jobs.work()
    expect(await ended(database, id)).toMatchObject({ state: 'finished_with_errors', processed: 2 })
    expect(await steps(id)).toEqual([1, 2])
  })
})

describe('two processes', () => {
  it('share the chunks of a job and do each once', async () => {
    const second = jobsBackend(database, [wide])
    const id = await startJob(backend, job('wide', { chunks: chunksOf(...Array(40).fill(1)) }))
    await Promise.all([backend.jobs.work(), second.jobs.work()])
    expect(await ended(database, id)).toMatchObject({ processed: 40, pending: 0, failed: 1 })
    await second.jobs.stop()
    expect(await steps(id)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  })
})
