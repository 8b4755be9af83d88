import { setTimeout as pause } from 'node:timers/promises'

import { sql, type RawBuilder } from 'kysely'

import { createSlots, type Backend, type LongRunning, type Sql } from '#server'

import { nextOpening } from './plan/openingHours.ts'
import { loadTargets } from './plan/target.server.ts'

/** A row of `send_wakes`: one of the three is given. */
export interface Wake {
  readonly id: number
  readonly department: number | null
  readonly integration: number | null
  readonly job: number | null
}

interface Waiting {
  readonly which: RawBuilder<unknown>
  readonly at: RawBuilder<unknown>
}

/** A write of one of these may let sends go on, or ask a broker for statuses. */
export const sendingResources = [
  'sends',
  'leads',
  'brokers',
  'broker_departments',
  'department_caps',
  'department_changes',
  'send_integrations',
]

/** Sends woken in one transaction, which other saves of them wait for. */
const partSize = 5_000
const pollMs = 1_000
/** Commits wake it, and under load these come by hundreds a second. */
const leastPauseMs = 200

/** Wakes what saves have left to be woken, part by part, also what a killed process has left. */
export const createWakeWorker = (backend: Backend): LongRunning =>
  createSlots(backend, {
    name: 'the worker that wakes sends',
    count: 1,
    wokenBy: sendingResources,
    pollMs,
    async step(signal) {
      const hasWoken = await backend.database.sql.transaction().execute(wakeNext)
      if (hasWoken) backend.commits.emit('commit')
      else await pause(leastPauseMs, undefined, { signal }).catch(() => {})
      return hasWoken
    },
  })

/** Wakes some more sends of one department, integration or job, of which another process wakes none now. False when there is none. */
export async function wakeNext(database: Sql): Promise<boolean> {
  // By chance: one with very many must not keep the others.
  const { rows } = await sql<Wake>`
    select id, department, integration, job from send_wakes
    order by random() limit 1 for update skip locked`.execute(database)
  const [wake] = rows
  if (wake) await wakePart(wake, partSize, database)
  return wake !== undefined
}

/**
 * Wakes at most so many sends, those first that would come first. What is put off while this is under way, is so by what holds
 * now. No claim waits for it: it holds only what is not due.
 */
export async function wakePart(wake: Wake, maxSends: number, database: Sql): Promise<void> {
  const { which, at } = await waitingOf(wake, database)
  const isOff = sql`${which} and next_attempt_at > now() and next_attempt_at <> ${at}`
  const { rows } = await sql<{ count: number }>`
    with found as (
      select id from sends where ${isOff} order by next_attempt_at limit ${maxSends}
    ), held as (
      select id from sends where id in (select id from found) and ${isOff} order by id for update
    ), woken as (
      update sends set next_attempt_at = ${at}, waits_since = null where id in (select id from held)
    )
    select count(*)::integer as count from found`.execute(database)
  if (rows[0]?.count === maxSends) return
  await sql`delete from send_wakes where id = ${wake.id}`.execute(database)
}

/** Which sends wait, and when each goes: never before the time that it was given itself. */
async function waitingOf({ department, integration, job }: Wake, database: Sql): Promise<Waiting> {
  const at = sql`greatest(now(), scheduled_at)`
  if (job !== null) {
    // What waits for nothing but its time came due while the job rested.
    const isTimed = sql`state = 'waiting' and failure_status is null`
    return { which: sql`job = ${job} and (state = 'pending' or ${isTimed})`, at }
  }
  const rested = sql`failure_status in ('Integration paused', 'Authorization error')`
  if (integration !== null) {
    return { which: sql`integration = ${integration} and state = 'waiting' and ${rested}`, at }
  }
  const [target] = await loadTargets(department === null ? [] : [{ department }], database)
  const now = new Date()
  const opening = target ? nextOpening(target, now) : null
  const opens = opening && opening > now ? opening.toISOString() : null
  const isHours = sql`failure_status = 'Outside opening hours'`
  return {
    which: sql`department = ${department} and state = 'waiting'
      and (${rested} or ${opening !== null} and ${isHours})`,
    at: sql`greatest(now(), scheduled_at, case when ${isHours} then ${opens}::timestamptz end)`,
  }
}
