import { sql } from 'kysely'

import type { Behavior, Context } from '#server'

import { lead, type Lead } from '../lead/lead.ts'
import { followStatus, ruleChanges } from '../lead/status/leadStatus.server.ts'
import { applyJob, applyRoutes } from './applyRoutes.server.ts'
import { statusSetting, type StatusSetting } from './statusSetting.ts'
import { msg } from '../../msg.server.ts'

type Reach = Pick<StatusSetting, 'id' | 'status' | 'scope' | 'source' | 'department'>

export const statusSettingBehavior: Behavior<typeof statusSetting> = {
  // A rule of all leads names neither a source nor a department.
  prepare(values, previous) {
    const { scope } = { ...previous, ...values }
    return {
      ...values,
      ...(scope !== 'source' && { source: null }),
      ...(scope !== 'department' && { department: null }),
    }
  },

  jobs: { apply: applyJob(leadsOf, applyTo) },

  routes: (app, backend) =>
    applyRoutes(app, backend, {
      resource: statusSetting,
      leadsOf,
      preview: 'How many leads have the status of a rule and fall under it',
      start: 'Apply a rule to the leads that have its status already',
      moved: (count) => msg('the_rule_now_reaches_leads', { count: count.toLocaleString('en') }),
      begun: msg('the_rule_is_applied_in_the_background'),
    }),
}

/** The living leads under a rule, without those of a narrower one. What is erased is followed by no rule. */
async function leadsOf({ status, scope, source, department }: Reach) {
  const ruled = (narrower: 'source' | 'department', column: string) => sql`exists (
    select from lead_status_settings r where r.status = ${status} and r.scope = ${narrower}
      and r.${sql.ref(narrower)} = leads.${sql.ref(column)}
  )`
  const ofTeller = ruled('department', 'status_department')
  const fits = {
    all: sql`not ${ruled('source', 'source')} and not ${ofTeller}`,
    source: sql`source = ${source} and not ${ofTeller}`,
    department: sql`status_department = ${department}`,
  }
  return sql<{ id: number }>`
    select id from leads
    where status = ${status} and deleted_at is null and stage <> 'erased' and ${fits[scope]}`
}

/** Leads that have another status by now are left as they are, and a person's later time till which one is not available. */
async function applyTo(
  ids: readonly number[],
  { id, status }: Reach,
  context: Context,
): Promise<string[]> {
  let own: Lead[] = []
  let longer = 0
  const decide = async (held: Lead[]) => {
    own = held.filter((one) => one.status === status && one.stage !== 'erased')
    const ruled = await ruleChanges(own, context)
    longer = ruled.longer
    return ruled.changes
  }
  const note = msg('applied_status_rule', { rule: id })
  await context.records(lead).updateAll(ids, decide, { detail: { note } })
  await followStatus(own, context)
  return Array<string>(longer).fill(msg('not_available_for_longer_already'))
}
