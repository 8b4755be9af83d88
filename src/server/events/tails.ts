import { sql, type RawBuilder } from 'kysely'

import type { Sql } from '../kernel/database.ts'

/**
 * Something was written to a record; without an id, to so many that they are not told one by one. A deletion has the version
 * behind the last one, which no list shows.
 */
export interface Change {
  readonly resource: string
  readonly id: number | null
  readonly version: number | null
}

/** More rows than this at once are told by resource only. */
const flood = 500
/** How long a number that was skipped may still be in a transaction under way. */
const gapTimeoutMs = 60_000
const gapsLimit = 1_000

/**
 * Follows the audit log, which every write goes through. Numbers are given before transactions commit, so
 * a number may come after a higher one: those that were skipped are looked for again for a while.
 */
export function createAuditTail(database: Sql) {
  let last = 0
  let gaps = new Map<number, number>()

  /** Begins behind what is there; what is being written now will still be told. */
  async function skip(): Promise<void> {
    last = Math.max(0, (await newest()) - gapsLimit / 2)
    gaps = new Map()
    await read()
  }

  async function newest(): Promise<number> {
    const { rows } = await sql<{ id: number | null }>`
      select max(id) as id from audit_log`.execute(database)
    return rows[0]?.id ?? 0
  }

  /** What was written since. */
  async function read(): Promise<Change[]> {
    const end = await newest()
    if (end > last + flood * 2) return leap(end)
    const { rows } = await sql<{ at_id: number; id: number | null } & Change>`
      select id as at_id, resource, version + (action = 'delete')::integer as version,
        case when action <> 'reveal' then record_id end as id
      from audit_log
      where id > ${last} or id = any(${[...gaps.keys()]}::bigint[])
      order by audit_log.id`.execute(database)
    remember(rows.map(({ at_id }) => at_id))
    return withoutFloods(rows)
  }

  function remember(ids: readonly number[]): void {
    const now = Date.now()
    const seen = new Set(ids)
    const end = Math.max(last, ids.at(-1) ?? 0)
    for (let id = last + 1; id < end; id += 1) gaps.set(id, now + gapTimeoutMs)
    const open = [...gaps].filter(([id, until]) => !seen.has(id) && until > now)
    gaps = new Map(open.slice(-gapsLimit))
    last = end
  }

  async function leap(end: number): Promise<Change[]> {
    const { rows } = await sql<{ resource: string }>`
      select distinct resource from audit_log
      where id > ${last} and id <= ${end} and record_id is not null and action <> 'reveal'`.execute(
      database,
    )
    last = end
    return rows.map(({ resource }) => ({ resource, id: null, version: null }))
  }

  return { skip, read }
}

/** Changes of records, those of a resource as one when there are too many. */
function withoutFloods(rows: readonly Change[]): Change[] {
  const changes = rows.filter((row) => row.resource !== null && row.id !== null)
  const counts = new Map<string, number>()
  for (const { resource } of changes) counts.set(resource, (counts.get(resource) ?? 0) + 1)
  const isMany = ({ resource }: Change) => (counts.get(resource) ?? 0) > flood
  const many = [...new Set(changes.filter(isMany).map(({ resource }) => resource))]
  return [
    ...changes
      .filter((change) => !isMany(change))
      .map(({ resource, id, version }) => ({ resource, id, version })),
    ...many.map((resource) => ({ resource, id: null, version: null })),
  ]
}

/** How far a job is. */
interface JobEvent {
  readonly id: number
  readonly state: string
  readonly total: number
  readonly pending: number
  readonly processed: number
  readonly failed: number
  readonly progress: number
}

/** Follows the jobs of the users who listen, and tells what moved. */
export const createJobTail = (database: Sql) =>
  createTail(
    (users) => sql<JobEvent & { user: number }>`
      select id, "user", state, total, pending, processed, failed, progress from jobs
      where "user" = any(${[...users]}::bigint[])
        and (state in ('queued', 'running', 'paused', 'cancelling')
          or updated_at > now() - interval '1 minute')
      order by id`,
    database,
  )

/** Follows the notifications of the users who listen, new ones and those that rang again. No user did them, so the audit log does not have them. */
export const createNoticeTail = (database: Sql) =>
  createTail(
    (users) => sql<{ id: number; user: number; updated_at: string }>`
      select id, "user", updated_at from notifications
      where "user" = any(${[...users]}::bigint[]) and updated_at > now() - interval '1 minute'
      order by id`,
    database,
  )

/** Returns what reads those rows of the users who listen that are not as they were at the last look. */
function createTail<Row extends { readonly id: number }>(
  rowsOf: (users: readonly number[]) => RawBuilder<Row>,
  database: Sql,
) {
  let previous = new Map<number, string>()

  async function read(users: readonly number[]): Promise<Row[]> {
    const { rows } = await rowsOf(users).execute(database)
    const now = new Map(rows.map((row) => [row.id, JSON.stringify(row)]))
    const moved = rows.filter(({ id }) => previous.get(id) !== now.get(id))
    previous = now
    return moved
  }

  return { read }
}
