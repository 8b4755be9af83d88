import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'

import { shortenedMessage } from '#schema'
import {
  createSlots,
  notify,
  type Backend,
  type LongRunning,
  type Schedule,
  type Sql,
} from '#server'

import { msg } from '../../../msg.server.ts'
import { reloadForCall } from '../../integration/loadForCall.server.ts'
import type { Integration } from '../../integration/integration.ts'
import { nightly } from '../nightly.ts'
import { maxPages, pullStatuses, type PullRun } from './pullStatuses.server.ts'
import { sendingResources } from '../../engine/wakePart.server.ts'

/** Days of the run that comes every hour. */
const hourly = 30

/** One that is being mended is asked for what was sent through it before: it was tested then. */
const canPull = sql`
  pull_mode <> 'off' and (pull_active or ftd_active) and state <> 'archived'
  and (state <> 'draft' or exists (
    select from sends s where s.integration = send_integrations.id and s.mode <> 'test'
  ))`

/** A run begins a little after the look that asked for it: the look that ends its minutes must not come too soon for it. */
const early = sql`interval '30 seconds'`

/** Asks for what is due, every integration by its own rhythm: often for some days, hourly for a month, nightly for all. */
export const pullSchedules: Readonly<Record<string, Schedule>> = {
  'due statuses': {
    every: 1,
    run: ({ sql: database }) =>
      sql`
        update send_integrations set pull_asked = greatest(pull_asked, case
          when pull_wide_at > now() - interval '1 hour' then coalesce(pull_days, 7)
          else greatest(${hourly}::int, pull_days) end)
        where ${canPull}
          and (pull_begun_at is null or pull_begun_at <= now()
            - coalesce(pull_every, 15) * interval '1 minute' + ${early})`.execute(database),
  },
  'statuses of three months': {
    at: '02:30',
    run: ({ sql: database }) =>
      sql`update send_integrations set pull_asked = ${nightly}::int where ${canPull}`.execute(
        database,
      ),
  },
}

const pollMs = 2_000
/** Commits wake it, and under load these come by hundreds a second. */
const leastPauseMs = 200

/** Pulls what is asked for: a broker that answers slowly keeps the others from nothing. */
export const createPullWorker = (backend: Backend): LongRunning =>
  createSlots(backend, {
    name: 'the worker of status pulls',
    count: 4,
    wokenBy: sendingResources,
    pollMs,
    async step(signal) {
      const hasPulled = await pullNext(backend, signal)
      if (!hasPulled) await pause(leastPauseMs, undefined, { signal }).catch(() => {})
      return hasPulled
    },
  })

interface Claimed {
  readonly id: number
  readonly asked: number
}

/** 50 pages of windows, two minutes each at worst, are cut off by it. */
const longestMinutes = 28

/** What a process that died, or lost its database, was asking for is begun anew so soon. */
const leaseMinutes = 3
const renewedEveryMs = 60_000

const leasedUntil = sql`now() + ${leaseMinutes} * interval '1 minute'`

/** Pulls for one integration that is asked for. False when there is none. */
async function pullNext(backend: Backend, signal: AbortSignal): Promise<boolean> {
  const { sql: database } = backend.database
  const { rows } = await sql<Claimed>`
    update send_integrations set pull_leased_until = ${leasedUntil}, pull_begun_at = now()
    where id = (
      select id from send_integrations
      where pull_asked is not null and (pull_leased_until is null or pull_leased_until < now())
      order by pull_begun_at nulls first limit 1 for update skip locked)
    returning id, pull_asked as asked`.execute(database)
  const [claimed] = rows
  if (!claimed) return false
  const renewal = setInterval(() => void renewLease(claimed.id, database), renewedEveryMs)
  const done = await pullClaimed(claimed, backend, signal).finally(() => clearInterval(renewal))
  // Stopped in the middle, it begins anew elsewhere.
  if (signal.aborted) {
    await sql`update send_integrations set pull_leased_until = null where id = ${claimed.id}`.execute(
      database,
    )
    return false
  }
  await database.transaction().execute(async (transaction: Sql) => {
    await sql`
      update send_integrations set pull_leased_until = null,
        pull_asked = case when pull_asked > ${claimed.asked} then pull_asked end
      where id = ${claimed.id}`.execute(transaction)
    if (done) await noteRun(done.integration, claimed.asked, done.run, transaction)
  })
  return true
}

/** Undefined where there is no such integration any more. */
async function pullClaimed({ id, asked }: Claimed, backend: Backend, signal: AbortSignal) {
  const loaded = await reloadForCall(id, backend)
  if (!loaded) return undefined
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longestMinutes * 60_000)])
  const run = await pullStatuses(loaded, asked, backend, limit).catch(problemOf(backend))
  return { integration: loaded.integration, run }
}

/** Fails while the database is away: then another process may begin anew. */
const renewLease = (id: number, database: Sql) =>
  sql`update send_integrations set pull_leased_until = ${leasedUntil}
    where id = ${id} and pull_leased_until is not null`
    .execute(database)
    .catch(() => {})

/** A fault of ours is no reason to ask for ever. */
const problemOf =
  ({ log }: Backend) =>
  (error: unknown): PullRun => {
    log.error({ err: error }, 'a status pull failed')
    const problem = msg('a_fault_of_the_console')
    return { rows: 0, unmatched: 0, problem, isWhole: false, isAsked: true }
  }

const failuresUntilNotice = 3

async function noteRun(one: Integration, days: number, run: PullRun, database: Sql): Promise<void> {
  const { problem, rows, unmatched, isWhole, isAsked } = run
  type Before = Pick<Integration, 'pull_rows' | 'pull_problem' | 'pull_failures'>
  const { rows: held } = await sql<Before>`
    select pull_rows, pull_problem, pull_failures from send_integrations
    where id = ${one.id} for update`.execute(database)
  const last = held[0]
  const before = last?.pull_rows ?? 0
  if (problem !== null) {
    const { rows: failures } = await sql<{ pull_failures: number }>`
      update send_integrations set pull_problem = ${shortenedMessage(problem, 500)}, pull_failures = pull_failures + 1
      where id = ${one.id} returning pull_failures`.execute(database)
    if (failures[0]?.pull_failures === failuresUntilNotice) await tellFailed(one, problem, database)
    return
  }
  // Of what changed since there may well be nothing.
  const isEmpty = isAsked && rows === 0 && (one.pull_mode !== 'since' || days >= nightly)
  const isEmptied = isEmpty && before > 0
  // A warning of a run without rows stands until there are some.
  const standing = isEmpty && last?.pull_failures === 0 ? last.pull_problem : null
  const warning = isEmptied
    ? msg('no_rows_where_there_were', { count: before })
    : isWhole
      ? standing
      : msg('only_the_first_pages_were_read', { count: maxPages })
  // What is told of is as it was when the run began: what has changed since is asked for the next time.
  await sql`
    update send_integrations set pull_problem = ${warning}, pull_failures = 0,
      pull_rows = case when ${isAsked}::boolean then ${rows}::integer else pull_rows end,
      pull_unmatched = case when ${isAsked}::boolean then ${unmatched}::integer else pull_unmatched end,
      pulled_at = case when pull_active then pull_begun_at else pulled_at end,
      ftd_pulled_at = case when ftd_active then pull_begun_at else ftd_pulled_at end,
      pull_wide_at = case when ${days >= hourly}::boolean then now() else pull_wide_at end
    where id = ${one.id}`.execute(database)
  if (isEmptied) await tellEmpty(one, before, database)
  if (days >= nightly && isWhole && warning === null && one.pull_mode !== 'since') {
    await countMissing(one, database)
  }
}

const minders = { permission: 'send.integration.update' } as const

const tellFailed = ({ id, name }: Integration, problem: string, database: Sql) =>
  notify(database, {
    event: 'sync_failed',
    title: 'Statuses cannot be read',
    message: 'Asking %{name} for statuses failed three times: %{problem}',
    values: { name, problem },
    about: { resource: 'send_integrations', id },
    to: minders,
  })

const tellEmpty = ({ id, name }: Integration, count: number, database: Sql) =>
  notify(database, {
    event: 'sync_empty',
    title: 'A broker returned no rows',
    message: '%{name} returned no rows, where the last run had %{count}.',
    values: { name, count },
    about: { resource: 'send_integrations', id },
    to: minders,
  })

/**
 * A lead that two full runs have not shown is missing at the broker; a young one may not be there yet. Of one without the ID by
 * which a broker is asked nothing is known.
 */
async function countMissing({ id, pull_mode }: Integration, database: Sql): Promise<void> {
  await sql`
    update sends set syncs_without = syncs_without + 1, missing_at_broker = syncs_without >= 1
    where integration = ${id} and state = 'sent' and not is_test and not missing_at_broker
      and created_at > now() - ${nightly} * interval '1 day'
      and sent_at < now() - interval '1 day'
      and (${pull_mode !== 'ids'}::boolean or api_lead_id is not null)
      and (last_synced_at is null or last_synced_at < (
        select pull_begun_at from send_integrations where id = ${id}))`.execute(database)
}
