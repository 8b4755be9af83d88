import { sql } from 'kysely'

import { conflict, type Context, type DeclaredJob } from '#server'

import { brokerDepartment } from '../../brokers/department/brokerDepartment.ts'
import { msg } from '../../msg.server.ts'
import { addUp, zonesOfUsers } from './rollUp.server.ts'

const type = `${brokerDepartment.name}.rebuild`

/** Begins to add up all sends anew, unless somebody has just asked for that (product.md 16.4). */
export async function startRebuild({ backend, sql: database, user }: Context): Promise<void> {
  const { rows } = await sql`
    select from jobs where type = ${type} and finished_at is null`.execute(database)
  if (rows.length > 0) throw conflict(msg('the_statistics_are_being_rebuilt'))
  const name = msg('the_statistics_of_all_days')
  await backend.jobs.start(database, { type, name, user_id: user.id, parameters: {} })
}

/** Days that are added up in one transaction. */
const daysAtOnce = 31

interface Part {
  readonly zone: string
  readonly days: readonly string[]
}

/** Adds up every day anew on which there are sends or sums, the newest first. */
export const rebuildJob: DeclaredJob = {
  permission: 'broker.department.update',

  async plan({ sql: database }) {
    const parts: Part[] = []
    for (const zone of await zonesOfUsers(database)) {
      const { rows } = await sql<{ day: string }>`
        select day::date::text as day from (
          select (least(min(created_at), min(sent_at), min(ftd_at)) at time zone ${zone})::date as first,
            (greatest(now(), max(ftd_at)) at time zone ${zone})::date as last from sends
        ) sent cross join lateral generate_series(first, last, interval '1 day') day
        union select day::text from send_days where zone = ${zone}
        order by day desc`.execute(database)
      const days = rows.map(({ day }) => day)
      for (let from = 0; from < days.length; from += daysAtOnce) {
        parts.push({ zone, days: days.slice(from, from + daysAtOnce) })
      }
    }
    return parts.map((part) => ({ size: part.days.length, payload: part }))
  },

  run: ({ payload }, { sql: database }) => addUp(database, payload as Part),
}
