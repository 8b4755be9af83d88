import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Backend } from '#server'

import type { Database } from '../../../src/server/kernel/database.ts'
import { vacuumWorn } from '../../../src/server/jobs/vacuum.ts'
import { createTestDatabase } from '../../fixtures/database.ts'
import { addUser, chunksOf, declared, jobsBackend, startJob } from './setting.ts'

let database: Database
let backend: Backend

beforeAll(async () => {
  database = await createTestDatabase(declared)
  backend = jobsBackend(database, [])
})
afterAll(() => database.close())

const count = async (what: ReturnType<typeof sql>) =>
  (await sql<{ count: number }>`select count(*) as count from ${what}`.execute(database.sql))
    .rows[0]!.count

it('forgets files and sessions whose time is over, old sign-in failures and the chunks of old jobs', async () => {
  for (const hours of [-1, 1]) {
    await sql`
      insert into files (id, user_id, purpose, name, media_type, expires_at)
      values (${randomUUID()}, 1, 'export', 'a.csv', 'text/csv', now() + ${hours} * interval '1 hour')
    `.execute(database.sql)
  }
  await sql`insert into file_chunks select id, 0, 'x' from files`.execute(database.sql)
  await sql`
    insert into login_failures (key, at) values ('a', now()), ('a', now() - interval '3 days')
  `.execute(database.sql)
  await sql`
    insert into sessions (user_id, token_hash, expires_at)
    values (1, 'a', now() - interval '1 minute'), (1, 'b', now() + interval '1 minute')
  `.execute(database.sql)
  const user_id = await addUser(database, 'ada')
  for (const [state, days] of [
    ['finished', 2],
    ['failed', 0],
    ['queued', 9],
  ] as const) {
    const id = await startJob(backend, {
      type: 'copy',
      name: 'x',
      user_id,
      parameters: {},
      chunks: chunksOf(1),
    })
    await sql`
      update jobs set state = ${state}, updated_at = now() - ${days} * interval '1 day'
      where id = ${id}`.execute(database.sql)
  }
  await backend.jobs.upkeep()
  expect(await count(sql`files`)).toBe(1)
  expect(await count(sql`file_chunks`)).toBe(1)
  expect(await count(sql`login_failures`)).toBe(1)
  expect(await count(sql`sessions where expires_at > now()`)).toBe(1)
  expect(await count(sql`sessions`)).toBe(1)
  expect(await count(sql`job_chunks`)).toBe(2)
})

it('G8: keeps what a job was asked for and has found for 180 days after it has ended', async () => {
  const user_id = await addUser(database, 'grace')
  const jobs = await Promise.all(
    (['finished', 'failed', 'cancelled', 'paused'] as const).flatMap((state) =>
      [181, 179].map(async (days) => {
        const parameters = { search: 'ada@example.com' }
        const id = await startJob(backend, { type: 'copy', name: state, user_id, parameters })
        await sql`
          update jobs set state = ${state}, result = '{"found": 3}', processed = 3,
            updated_at = now() - ${days} * interval '1 day'
          where id = ${id}`.execute(database.sql)
        return { id, state, days }
      }),
    ),
  )
  await backend.jobs.upkeep()
  const { rows } = await sql<{ id: number; is_empty: boolean; processed: number }>`
    select id, parameters is null and result is null as is_empty, processed from jobs
    where "user" = ${user_id}`.execute(database.sql)
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const { id, state, days } of jobs) {
    expect([state, days, found.get(id)]).toEqual([
      state,
      days,
      { id, is_empty: days > 180 && state !== 'paused', processed: 3 },
    ])
  }
})

it('makes room in the audit log for the months to come, and keeps it insert-only there', async () => {
  await backend.jobs.upkeep()
  await sql`
    insert into audit_log (at, action) values
      (now() + interval '2 months', 'soon'), (now() + interval '30 months', 'far')
  `.execute(database.sql)
  const { rows } = await sql<{ action: string; place: string }>`
    select action, tableoid::regclass::text as place from audit_log
    where action in ('soon', 'far') order by action`.execute(database.sql)
  expect(rows[0]).toEqual({ action: 'far', place: 'audit_log_rest' })
  expect(rows[1]?.place).toMatch(/^audit_log_20\d\d_\d\d$/)
})

it('L9: the audit log takes no update, delete or truncate, whole or by a partition', async () => {
  await backend.jobs.upkeep()
  await sql`insert into audit_log (action) values ('kept')`.execute(database.sql)
  const { rows: parts } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'audit_log'::regclass`.execute(database.sql)
  expect(parts.length).toBeGreaterThan(3)
  for (const { name } of [{ name: 'audit_log' }, ...parts]) {
    await expect(sql.raw(`truncate ${name}`).execute(database.sql)).rejects.toThrow('insert-only')
  }
  const { rows } = await sql<{ place: string }>`
    select tableoid::regclass::text as place from audit_log where action = 'kept'`.execute(
    database.sql,
  )
  for (const name of ['audit_log', rows[0]!.place]) {
    for (const statement of [`update ${name} set action = 'changed'`, `delete from ${name}`]) {
      await expect(sql.raw(statement).execute(database.sql)).rejects.toThrow('insert-only')
    }
  }
})

it('L9: its owner takes nothing out of the audit log but values, and puts none in', async () => {
  const owner = database.sql.transaction()
  const changes = (what: string) =>
    owner.execute(async (transaction) => {
      await sql`set local leadgate.forgetting = 'on'`.execute(transaction)
      await sql.raw(`update audit_log set ${what} where action = 'told'`).execute(transaction)
    })
  await sql`
    insert into audit_log (action, after, detail) values ('told', '{"a": 1, "b": 2}', '{"c": 3}')`.execute(
    database.sql,
  )
  for (const what of [
    `user_id = 7`,
    `at = at - interval '1 second'`,
    `after = '{"a": 2}'`,
    `before = '{"a": 1}'`,
    `after = null, version = 3`,
  ]) {
    await expect(changes(what)).rejects.toThrow('insert-only')
  }
  await expect(
    sql`select forget_values('users', '{1}', '{}')`.execute(database.sql),
  ).rejects.toThrow('keeps the values of users')
  await changes(`after = '{"a": 1}', detail = null`)
  const { rows } = await sql`select after, detail from audit_log where action = 'told'`.execute(
    database.sql,
  )
  expect(rows).toEqual([{ after: { a: 1 }, detail: null }])
})

it('deletes lines of the audit log that are older than 730 days, no younger one, and says how many', async () => {
  const line = (action: string, age: string) =>
    sql`insert into audit_log (at, action) values (now() - ${age}::interval, ${action})`.execute(
      database.sql,
    )
  for (const age of ['731 days', '40 months']) await line('old', age)
  await line('young', '729 days 23 hours')
  await backend.jobs.upkeep()
  await backend.jobs.upkeep()
  const { rows } = await sql`
    select action, detail from audit_log where action in ('old', 'young', 'forget_lines')
    order by at`.execute(database.sql)
  expect(rows).toEqual([
    { action: 'young', detail: null },
    { action: 'forget_lines', detail: { lines: 2, days: 730 } },
  ])
})

it('forgets what exports wrote that long ago in bounded numbers, the oldest first', async () => {
  await sql`
    insert into exported_records (at, job_id, resource, block, ids)
    select now() - n * interval '1 day', n, 'things', 0, 'x' from generate_series(728, 733) n`.execute(
    database.sql,
  )
  const left = async (lines: number) => {
    await sql`select forget_old_lines(730, ${lines})`.execute(database.sql)
    const { rows } = await sql<{ jobs: number[] }>`
      select array_agg(job_id order by job_id) as jobs from exported_records`.execute(database.sql)
    return rows[0]?.jobs
  }
  expect(await left(2)).toEqual([728, 729, 730, 731])
  expect(await left(2)).toEqual([728, 729])
  expect(await left(2)).toEqual([728, 729])
})

it('drops the months of the audit log that are empty and older than that, and no other', async () => {
  const month = (text: string, next: string) =>
    sql
      .raw(
        `create table audit_log_${text} partition of audit_log
          for values from ('${text.replace('_', '-')}-01') to ('${next}-01')`,
      )
      .execute(database.sql)
  const now = new Date()
  const monthsAgo = (count: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count)).toISOString().slice(0, 7)
  const [young, after] = [monthsAgo(2), monthsAgo(1)]
  await month('2019_11', '2019-12')
  await month('2019_12', '2020-01')
  await month(young.replace('-', '_'), after)
  await sql`insert into audit_log (at, action) values ('2019-11-20', 'gone')`.execute(database.sql)
  await backend.jobs.upkeep()
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'audit_log'::regclass`.execute(database.sql)
  const names = rows.map(({ name }) => name)
  expect(names).toContain(`audit_log_${young.replace('-', '_')}`)
  expect(names.filter((name) => name.startsWith('audit_log_2019'))).toEqual([])
  const { rows: left } = await sql<{ gone: string | null }>`
    select to_regclass('audit_log_2019_11')::text as gone`.execute(database.sql)
  expect(left).toEqual([{ gone: null }])
})

it.each(['729', '0', '-900', 'null'])(
  'deletes no line of the audit log whoever asks for those of more than %s days',
  async (days) => {
    await sql`insert into audit_log (at, action) values (now() - interval '720 days', 'lately')`.execute(
      database.sql,
    )
    await expect(
      sql.raw(`select forget_old_lines(${days}, 100)`).execute(database.sql),
    ).rejects.toThrow('keeps its lines')
    const owner = sql.raw(
      `set leadgate.forgetting = 'on'; delete from audit_log where action = 'lately'`,
    )
    await expect(owner.execute(database.sql)).rejects.toThrow('insert-only')
    await sql`set leadgate.forgetting = 'off'`.execute(database.sql)
  },
)

it('leaves a month alone whose rows stand elsewhere already', async () => {
  const other = await createTestDatabase(declared)
  await sql`insert into audit_log (action) values ('early')`.execute(other.sql)
  const { jobs } = jobsBackend(other, [])
  await jobs.upkeep()
  const { rows } = await sql<{ partitions: number }>`
    select count(*) as partitions from pg_inherits
    where inhparent = 'audit_log'::regclass`.execute(other.sql)
  expect(rows[0]?.partitions).toBe(4)
  await other.close()
})

it('runs each task on one node at a time', async () => {
  if (database.kind === 'embedded') return
  let atOnce = 0
  let most = 0
  const nodes = [1, 2, 3].map(() => jobsBackend(database, []))
  for (const { jobs } of nodes) {
    jobs.every(60, 'alone', async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await new Promise((resolve) => setTimeout(resolve, 200))
      atOnce -= 1
    })
  }
  await Promise.all(nodes.map(({ jobs }) => jobs.upkeep()))
  expect(most).toBe(1)
})

it('a task that fails keeps nothing else from being done', async () => {
  const { jobs } = jobsBackend(database, [])
  let done = 0
  jobs.every(60, 'broken', async (tx) => sql`select * from nowhere`.execute(tx))
  jobs.every(60, 'sound', async () => (done += 1))
  await jobs.upkeep()
  expect(done).toBe(1)
})

it('clears tables that were written a lot, since the embedded database does not', async () => {
  if (database.kind !== 'embedded') return
  await sql`create table worn as select n from generate_series(1, 5000) n`.execute(database.sql)
  await sql`delete from worn where n > 100`.execute(database.sql)
  // The figures would be told a second later.
  const tellFigures = () => sql`select pg_stat_force_next_flush()`.execute(database.sql)
  const cleared: unknown[] = []
  await tellFigures()
  for (let name = await vacuumWorn(database); name; name = await vacuumWorn(database)) {
    cleared.push(name)
    await tellFigures()
  }
  expect(cleared).toContain('worn')
  const { rows } = await sql<{ rows: number }>`
    select reltuples::integer as rows from pg_class where relname = 'worn'`.execute(database.sql)
  expect(rows[0]?.rows).toBe(100)
})
