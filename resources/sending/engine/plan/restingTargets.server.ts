import { sql } from 'kysely'

import type { Sql } from '#server'

import { msg } from '../../../msg.server.ts'

interface Row {
  readonly id: number
  readonly department: number
  readonly is_active: boolean
  readonly state: string | null
  readonly push_active: boolean
}

interface Resting {
  readonly id: number
  readonly reason: ReturnType<typeof msg>
}

/** The departments of some brokers that take nothing now, and those of their integrations that send nothing, each with the reason. */
export async function restingTargets(
  brokers: readonly number[],
  database: Sql,
): Promise<{ departments: Resting[]; integrations: Resting[] }> {
  const { rows } = await sql<Row>`
    select d.id as department, d.is_active, coalesce(i.id, 0) as id, i.state, coalesce(i.push_active, false) as push_active
    from broker_departments d
    left join send_integrations i on i.department = d.id and i.state <> 'archived'
    where d.broker_id = any(${brokers}::bigint[]) and d.deleted_at is null
    order by d.id, i.id`.execute(database)
  const departments = [...new Set(rows.map(({ department }) => department))].flatMap(
    (id): Resting[] => {
      const own = rows.filter(({ department }) => department === id)
      const reason = own[0]?.is_active ? restOfAll(own) : msg('the_department_is_paused')
      return reason ? [{ id, reason }] : []
    },
  )
  const integrations = rows.flatMap((row): Resting[] => {
    const reason = row.state === null ? undefined : restOf(row)
    return reason ? [{ id: row.id, reason }] : []
  })
  return { departments, integrations }
}

/** Undefined where one of a department's integrations sends. */
function restOfAll(own: readonly Row[]): Resting['reason'] | undefined {
  const reasons = own.map(restOf)
  if (reasons.includes(undefined)) return undefined
  return reasons.length === 1 ? reasons[0] : msg('none_of_its_integrations_sends')
}

function restOf({ state, push_active }: Row): Resting['reason'] | undefined {
  if (state === null) return msg('there_is_no_integration')
  if (state === 'paused' || state === 'auto_paused') return msg('the_integration_is_paused')
  if (state !== 'active') return msg('the_integration_is_not_active_yet')
  return push_active ? undefined : msg('push_is_switched_off')
}
