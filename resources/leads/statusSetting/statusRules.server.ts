import { sql } from 'kysely'

import { prepared, type Sql } from '#server'

import type { Lead } from '../lead/lead.ts'
import type { StatusSetting } from './statusSetting.ts'

type Rule = Omit<StatusSetting, 'id' | 'version' | 'created_at' | 'updated_at'>

/** A status, and what it does. */
export interface RuledStatus {
  readonly id: number
  readonly name: string
  readonly group: string
  readonly rules: readonly Rule[]
}

const targets = (name: string) => sql`array(
  select target_id from ${sql.table(`lead_status_settings_${name}`)} where record_id = r.id
  order by target_id
)`

/** The columns of a status `s` that make one with its rules. */
export const ruledColumns = sql`
  s.id, s.name, s."group", coalesce((
    select jsonb_agg(to_jsonb(r) || jsonb_build_object(
      'add_tags', ${targets('add_tags')}, 'remove_tags', ${targets('remove_tags')},
      'notify_users', ${targets('notify_users')}, 'notify_roles', ${targets('notify_roles')}
    )) from lead_status_settings r where r.status = s.id
  ), '[]') as rules`

/** Statuses by their ids with all their rules, in one statement. */
export async function ruledStatuses(
  ids: readonly (number | null | undefined)[],
  database: Sql,
): Promise<Map<number, RuledStatus>> {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'number'))]
  const { rows } = await sql<RuledStatus>`${prepared}
    select ${ruledColumns}
    from statuses s where s.id = any(${wanted}::bigint[])`.execute(database)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What a rule may depend on. */
export type Ruled = Partial<Pick<Lead, 'source' | 'status_department'>>

/** The rule that holds for a lead: that of the department that told its status, before that of its source, before that of all. */
export function ruleFor({ rules }: Pick<RuledStatus, 'rules'>, lead: Ruled): Rule | undefined {
  const { source, status_department: teller } = lead
  return (
    rules.find((one) => one.scope === 'department' && teller && one.department === teller) ??
    rules.find((one) => one.scope === 'source' && one.source === source) ??
    rules.find((one) => one.scope === 'all')
  )
}
