import { parse } from 'csv-parse/sync'
import { sql, type RawBuilder } from 'kysely'
import { expect } from 'vitest'

import type { Database } from '../../../../src/server/kernel/database.ts'

/** Rows of each file, and leads of each bulk act. */
export const rows = Number(process.env['ROWS'] ?? 3_000)

/** Leads of each export: it writes so many in a second or two. */
export const stock = 150_000

/** Of each hundred rows one has no address, and one is of somebody who stands in an earlier row. */
const refusedOf = (count: number) => count / 50
const refused = refusedOf(rows)

/** A file of people that no other file has. */
export function fileOf(name: string, count: number): string {
  const lines = Array.from({ length: count }, (_, n) => {
    if (n % 100 === 7) return 'nobody,Ada'
    return `${name}.${n % 100 === 42 ? n - 40 : n}@example.com,Ada`
  })
  return `email,first_name\n${lines.join('\n')}\n`
}

/** What was asked for before the process was killed, and what must have come of it. */
export type Check = (ended: Ended, database: Database) => Promise<void>

interface Ended {
  readonly job: number
  /** The answer with which the work began. */
  readonly id: number
  download(): Promise<string>
}

const all = { total: rows, pending: 0, processed: rows }

/** The first row that a query finds. */
async function one({ sql: database }: Database, query: RawBuilder<unknown>): Promise<unknown> {
  return (await query.execute(database)).rows[0]
}

const jobOf = (job: number, database: Database) =>
  one(database, sql`select state, total, pending, processed, failed from jobs where id = ${job}`)

/** A check counts each row once, and saves none. */
export const checked: Check = async ({ id, job }, database) => {
  const state = 'finished_with_errors'
  expect(await jobOf(job, database)).toEqual({ ...all, state, failed: refused })
  const found = await one(
    database,
    sql`
      select i.state, i.total, i.checked, i.created, i.refused,
        (select count(*) from leads where import = i.id) as leads,
        (select count(*) from failed_leads where import = i.id) as failed,
        (select count(*) from import_failures where import_id = i.id) as told,
        (select count(distinct row_number) from import_failures where import_id = i.id) as numbers,
        (select count(*) from import_keys where import_id = i.id) as keys
      from imports i where i.id = ${id}`,
  )
  expect(found).toEqual({
    state: 'checked',
    total: rows,
    checked: { created: rows - refused, updated: 0, refused },
    created: 0,
    refused: 0,
    leads: 0,
    failed: 0,
    told: refused,
    numbers: refused,
    keys: 0,
  })
}

/** Each row is a lead or a failed lead, once, and the log names each lead once. */
export const importedOf =
  (count: number): Check =>
  async ({ id, job }, database) => {
    const refused = refusedOf(count)
    const state = 'finished_with_errors'
    const counts = { total: count, pending: 0, processed: count, failed: refused }
    expect(await jobOf(job, database)).toEqual({ ...counts, state })
    const found = await one(
      database,
      sql`
      with logged as (
        select jsonb_array_elements(detail -> 'ids')::bigint as id from audit_log
        where job_id = ${job} and action = 'import'
      )
      select i.state, i.total, i.created, i.refused,
        (select count(*) from leads where import = i.id) as leads,
        (select count(distinct email_key) from leads where import = i.id) as people,
        (select count(*) from failed_leads where import = i.id) as failed,
        (select count(distinct row_number) from import_failures where import_id = i.id) as numbers,
        (select count(*) from logged) as lines,
        (select count(distinct id) from logged join leads using (id)) as named
      from imports i where i.id = ${id}`,
    )
    const created = count - refused
    expect(found).toEqual({
      state: 'done',
      total: count,
      created,
      refused,
      leads: created,
      people: created,
      failed: refused,
      numbers: refused,
      lines: created,
      named: created,
    })
  }

/** Each lead of the import is deleted, once. */
export const undone: Check = async ({ id, job }, database) => {
  const created = rows - refused
  const counts = { total: created, pending: 0, processed: created, failed: 0 }
  expect(await jobOf(job, database)).toEqual({ ...counts, state: 'finished' })
  const found = await one(
    database,
    sql`
      select i.state, i.undone,
        (select count(*) from leads where import = i.id and deleted_at is not null) as deleted,
        (select count(*) from leads where import = i.id and deleted_at is null) as left,
        (select count(*) from audit_log where job_id = ${job} and action = 'delete') as lines,
        (select count(distinct record_id) from audit_log
          where job_id = ${job} and action = 'delete') as named
      from imports i where i.id = ${id}`,
  )
  expect(found).toEqual({
    state: 'undone',
    undone: created,
    deleted: created,
    left: 0,
    lines: created,
    named: created,
  })
}

/** Each lead of a funnel is changed, once. */
export const changed =
  (funnel: string): Check =>
  async ({ job }, database) => {
    expect(await jobOf(job, database)).toEqual({ ...all, state: 'finished', failed: 0 })
    const found = await one(
      database,
      sql`
        select count(*) as leads, min(version) as lowest, max(version) as highest,
          (select count(*) from audit_log where job_id = ${job} and action = 'update') as lines,
          (select count(distinct record_id) from audit_log
            where job_id = ${job} and action = 'update') as named
        from leads where funnel = ${funnel}`,
    )
    expect(found).toEqual({ leads: rows, lowest: 2, highest: 2, lines: rows, named: rows })
  }

/** Each lead of a funnel has the other tag, once, and the one that it had is gone. */
export const merged =
  (funnel: string, { from, into }: { from: number; into: number }): Check =>
  async ({ job }, database) => {
    const counts = { total: rows + 1, pending: 0, processed: rows + 1, failed: 0 }
    expect(await jobOf(job, database)).toEqual({ ...counts, state: 'finished' })
    const found = await one(
      database,
      sql`
        select count(*) as leads, min(l.version) as lowest, max(l.version) as highest,
          (select count(*) from tags where id in (${from}, ${into})) as tags,
          (select count(*) from audit_log where job_id = ${job} and action = 'update') as lines,
          (select count(*) from audit_log where job_id = ${job} and action = 'delete') as deleted
        from leads l join leads_tags t on t.record_id = l.id
        where l.funnel = ${funnel} and t.target_id = ${into}`,
    )
    const expected = { leads: rows, lowest: 2, highest: 2, tags: 1, lines: rows, deleted: 1 }
    expect(found).toEqual(expected)
  }

/** The file has a line of each lead of a funnel, once, and so many lines were told. */
export const exported =
  (funnel: string, count: number): Check =>
  async ({ job, download }, database) => {
    const counts = { total: count, pending: 0, processed: count, failed: 0 }
    expect(await jobOf(job, database)).toEqual({ ...counts, state: 'finished' })
    const lines: string[][] = parse(await download(), { from_line: 2 })
    const { rows: leads } = await sql<{ id: number }>`
      select id from leads where funnel = ${funnel} order by id`.execute(database.sql)
    const numbers = lines.map(([id]) => Number(id))
    expect(numbers.toSorted((first, other) => first - other)).toEqual(leads.map(({ id }) => id))
    const found = await one(
      database,
      sql`select count(*) as lines from audit_log where job_id = ${job} and action = 'exported'`,
    )
    expect(found).toEqual({ lines: 1 })
  }
