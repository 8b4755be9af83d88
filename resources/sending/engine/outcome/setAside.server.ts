import { sql } from 'kysely'

import { faultOf, transactAsProcess, type Backend, type Sql } from '#server'

import { msg } from '../../../msg.server.ts'
import { holdClaims } from '../claim.server.ts'
import { dueSends } from '../dueSend.server.ts'
import type { Ended } from './ended.server.ts'
import { applyOutcomes } from './outcomes.server.ts'

/** Until what could not be claimed or written is looked at again: what is wrong with it is mended by people. */
const minutes = 15
const aside = sql`(now() + ${minutes} * interval '1 minute')`

/**
 * Writes outcomes in one transaction, or each in one of its own where that fails: one that cannot be written stops no other. It
 * is set aside for some time.
 */
export async function applyApart(ended: readonly Ended[], backend: Backend): Promise<void> {
  if (ended.length === 0 || (await isApplied(ended, backend))) return
  for (const one of ended) {
    if (!(await isApplied([one], backend))) await setAside([one.send.id], backend.database.sql)
  }
}

function isApplied(ended: readonly Ended[], backend: Backend): Promise<boolean> {
  return transactAsProcess(backend, (context) => applyOutcomes(ended, context)).then(
    () => true,
    (error: unknown) => {
      backend.log.warn({ err: error }, 'outcomes of sends cannot be written')
      return false
    },
  )
}

/** Sets aside what a claim of one send would take, which has failed. */
export function setAsideFirst(backend: Backend): Promise<void> {
  return transactAsProcess(backend, async ({ sql: database }) => {
    await holdClaims(database)
    const { open, resting } = await dueSends(1, database)
    await setAside(
      [...open, ...resting].map(({ id }) => id),
      database,
    )
  })
}

async function setAside(ids: readonly number[], database: Sql): Promise<void> {
  await sql`
    update sends set failure_message = ${msg('it_was_set_aside', { count: minutes })},
      next_attempt_at = case when next_attempt_at is not null then ${aside} end,
      leased_until = case when leased_until is not null then ${aside} end
    where id = any(${[...ids]}::bigint[])`.execute(database)
}

/** Whether what could not be written is to blame itself: the database answers, and would take others. */
export async function isToBlame(error: unknown, { database }: Backend): Promise<boolean> {
  const fault = faultOf(error)
  if (fault === 'full' || fault === 'readonly') return false
  return sql`select 1`.execute(database.sql).then(
    () => true,
    () => false,
  )
}
