import { sql } from 'kysely'
import { z } from 'zod'

import { byId, dataOf, doneWith, jobOnly, keyHeader } from '#contract'
import {
  conflict,
  getRecord,
  idPath,
  keyOf,
  once,
  transact,
  type Api,
  type Backend,
  type Behavior,
  type Context,
  type Sql,
} from '#server'

import { lead, type Lead } from '../lead/lead.ts'
import { followStatus, ruleChanges } from '../lead/leadStatus.server.ts'
import { statusSetting, type StatusSetting } from './statusSetting.ts'
import { msg } from '../../msg.server.ts'

type Reach = Pick<StatusSetting, 'status' | 'scope' | 'source' | 'department'>

/** Leads that one part of a job changes, in one transaction. */
const partSize = 500

const mostLeads = 1_000_000

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

  jobs: {
    apply: {
      async plan({ sql: database, job }) {
        const ids = await leadsOf(job.parameters as unknown as Reach, database)
        return Array.from({ length: Math.ceil(ids.length / partSize) }, (_, part) => {
          const payload = ids.slice(part * partSize, (part + 1) * partSize)
          return { size: payload.length, payload }
        })
      },
      run: ({ payload }, context) => {
        const { status } = context.job.parameters as unknown as Reach
        return applyTo(payload as number[], status, context)
      },
    },
  },

  routes: applyRoutes,
}

/** How many leads a rule would reach that have its status already, and the job that does it (product.md 11.6). */
function applyRoutes(app: Api, backend: Backend): void {
  const path = `/${statusSetting.api}/${idPath}/apply`
  const config = { access: { permission: 'lead.statusSetting.update' } }
  const find = async (user: Context['user'], id: number, database: Sql) =>
    (await getRecord(backend, statusSetting, user, id, database)) as unknown as StatusSetting
  const { sql: database } = backend.database

  app.get(path, { schema: preview, config }, async ({ user, params }) => {
    const rule = await find(user, params.id, database)
    return { data: { count: (await leadsOf(rule, database)).length } }
  })

  app.post(path, { schema: start, config }, async (request, reply) => {
    const { params, body } = request
    const key = keyOf(request)
    const begin = async (user: Context['user'], transaction: Sql) => {
      const rule = await find(user, params.id, transaction)
      const count = (await leadsOf(rule, transaction)).length
      if (count !== body.expected_count) {
        throw conflict(msg('the_rule_now_reaches_leads', { count }), {
          expected_count: [String(count)],
        })
      }
      const { status, scope, source, department } = rule
      const job_id = await backend.jobs.start(transaction, {
        type: 'lead_status_settings.apply',
        name: `${lead.label}: ${statusSetting.label.toLowerCase()}`,
        user_id: user.id,
        parameters: { status, scope, source, department },
      })
      return { job_id }
    }
    const data = await transact(backend, request, ({ user, sql: transaction }) =>
      once(key, transaction, () => begin(user, transaction)),
    )
    reply.status(202)
    return { message: msg('the_rule_is_applied_in_the_background'), data }
  })
}

const tags = [statusSetting.label]

const preview = {
  tags,
  summary: 'How many leads have the status of a rule and fall under it',
  params: byId,
  response: { 200: dataOf(z.object({ count: z.int() })) },
}

const start = {
  tags,
  summary: 'Apply a rule to the leads that have its status already',
  params: byId,
  headers: keyHeader,
  body: z.strictObject({ expected_count: z.int().min(0) }),
  response: { 202: doneWith(jobOnly) },
}

/** The ids of the living leads under a rule, without those of a narrower one. */
async function leadsOf(
  { status, scope, source, department }: Reach,
  database: Sql,
): Promise<number[]> {
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
  const { rows } = await sql<{ id: number }>`
    select id from leads where status = ${status} and deleted_at is null and ${fits[scope]}
    order by id limit ${mostLeads}`.execute(database)
  return rows.map(({ id }) => id)
}

/** Leads that have another status by now are left as they are. */
async function applyTo(ids: readonly number[], status: number, context: Context): Promise<void> {
  let own: Lead[] = []
  await context.records(lead).updateAll(ids, (held) => {
    own = held.filter((one) => one.status === status && one.stage !== 'erased')
    return ruleChanges(own, context)
  })
  await followStatus(own, context)
}
