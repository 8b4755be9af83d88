import { sql, type RawBuilder } from 'kysely'

import type { Schedule, Sql } from '#server'

import { holdClaims } from './claim.server.ts'
import { wakeForRoom } from './caps/roomUnderCaps.server.ts'
import { wakePart, type Wake } from './wakePart.server.ts'

type Ids = readonly number[]

/** Lets the sends go on that wait for integrations which are active again. */
export const wakeSends = (integrations: Ids, database: Sql): Promise<void> =>
  wake('integration', sql`unnest(${[...integrations]}::bigint[])`, database)

/** Lets the sends go on that wait for departments which are active again, or whose hours were changed. */
export const wakeDepartments = (departments: Ids, database: Sql): Promise<void> =>
  wake('department', sql`unnest(${[...departments]}::bigint[])`, database)

/** Lets the sends go on that wait for a broker which is active again. */
export const wakeBroker = (broker: number, database: Sql): Promise<void> =>
  wake('department', sql`id from broker_departments where broker_id = ${broker}`, database)

/** Lets the sends of a job go on that were put away while it rested. */
export const wakeParked = (job: number, database: Sql): Promise<void> =>
  wake('job', sql`${job}::bigint`, database)

/**
 * Lets sends go on that wait for places under caps which were raised, changed or taken away: as many as are called within
 * seconds. The others follow by the schedule, so that no request waits for all of them.
 */
export async function wakeForCaps(departments: Ids, database: Sql): Promise<void> {
  await holdClaims(database)
  await wakeForRoom(database, { departments, maxSends: 1_000 })
}

/** A minute of fast sending in line for each department that has room under its caps. */
export const followCaps: Schedule = {
  every: 1,
  run: ({ sql: database }) => wakeForRoom(database, { maxSends: 5_000 }),
}

/** Sends woken by the request itself: as many as are called within seconds. */
const atOnce = 1_000

/** Writes down whose sends go on, and wakes the first of them. The others follow when that is committed. */
async function wake(
  whose: 'department' | 'integration' | 'job',
  ids: RawBuilder<unknown>,
  database: Sql,
): Promise<void> {
  await holdClaims(database)
  const { rows } = await sql<Wake>`
    insert into send_wakes (${sql.ref(whose)}) select ${ids}
    returning id, department, integration, job`.execute(database)
  for (const one of rows) await wakePart(one, Math.ceil(atOnce / rows.length), database)
}
