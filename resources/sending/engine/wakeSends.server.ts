import { sql, type RawBuilder } from 'kysely'

import type { Schedule, Sql } from '#server'

import type { BrokerDepartment } from '../../brokers/brokerDepartment.ts'
import { holdClaims } from './claim.server.ts'
import { nextOpening } from './openingHours.ts'
import { wakeForRoom } from './roomUnderCaps.server.ts'

type Ids = readonly number[]

/** Lets the sends go on that wait for integrations which are active again. */
export const wakeSends = (integrations: Ids, database: Sql): Promise<void> =>
  wake(sql`integration = any(${[...integrations]}::bigint[])`, restEnds, database)

/** Lets the sends go on that wait for departments which are active again. */
export const wakeDepartments = (departments: Ids, database: Sql): Promise<void> =>
  wake(sql`department = any(${[...departments]}::bigint[])`, restEnds, database)

/** Lets the sends go on that wait for a broker which is active again. */
export const wakeBroker = (broker: number, database: Sql): Promise<void> =>
  wake(
    sql`department in (select id from broker_departments where broker_id = ${broker})`,
    restEnds,
    database,
  )

const restEnds = { reasons: ['Integration paused', 'Authorization error'] }

/** Gives the sends that wait for a department to open the moment at which it does by its hours as they are now. */
export async function followHours(department: BrokerDepartment, database: Sql): Promise<void> {
  const at = nextOpening(department, new Date())
  if (!at) return
  const change = { reasons: ['Outside opening hours'], at }
  await wake(sql`department = ${department.id}`, change, database)
}

/** Lets the sends of a job go on that were put away while it rested. */
export async function wakeParked(job: number, database: Sql): Promise<void> {
  await holdClaims(database)
  await sql`
    update sends set next_attempt_at = greatest(now(), scheduled_at) where id in (
      select id from sends where job = ${job} and state = 'pending' and next_attempt_at > now()
      order by id for update
    )`.execute(database)
}

/**
 * Lets sends go on that wait for places under caps which were raised, changed or taken away: as many as are called within
 * seconds. The others follow by the schedule, so that no request waits for all of them.
 */
export async function wakeForCaps(departments: Ids, database: Sql): Promise<void> {
  await holdClaims(database)
  await wakeForRoom(database, { departments, most: 1_000 })
}

/** A minute of fast sending in line for each department that has room under its caps. */
export const followCaps: Schedule = {
  every: 1,
  run: ({ sql: database }) => wakeForRoom(database, { most: 5_000 }),
}

/** In the order of their ids, so that nobody waits in a circle; never before the time that a send was given itself. */
async function wake(
  which: RawBuilder<unknown>,
  { reasons, at = new Date(0) }: { readonly reasons: readonly string[]; readonly at?: Date },
  database: Sql,
): Promise<void> {
  await holdClaims(database)
  await sql`
    update sends set next_attempt_at = greatest(now(), scheduled_at, ${at.toISOString()}::timestamptz)
    where id in (
      select id from sends where ${which} and state = 'waiting' and next_attempt_at > now()
        and failure_status = any(${[...reasons]}::text[])
      order by id for update
    )`.execute(database)
}
