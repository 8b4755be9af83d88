import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'

import { byId, dataOf, doneWith, jobOnly, keyHeader } from '#contract'
import type { RecordOf, Resource } from '#schema'
import {
  authorOf,
  conflict,
  getRecord,
  heavy,
  idPath,
  keyOf,
  once,
  recordAudit,
  transact,
  type Api,
  type Backend,
  type Context,
  type DeclaredJob,
  type Sql,
} from '#server'

import { msg } from '../../msg.server.ts'

/** Returns the statement that finds the ids of the leads which a setting would change. */
type LeadsOf<Setting> = (setting: Setting, database: Sql) => Promise<Found>

type Found = RawBuilder<{ id: number }>

interface Applied<R extends Resource> {
  /** Whose job `apply` does it. */
  readonly resource: R
  readonly leadsOf: LeadsOf<RecordOf<R>>
  /** What the routes do, for the description of the API. */
  readonly preview: string
  readonly start: string
  moved(count: number): string
  readonly begun: string
}

const applyPermission = 'lead.statusSetting.update'

/** How many leads a setting would change, and the job that does it (product.md 11.6). */
export function applyRoutes<R extends Resource>(
  app: Api,
  backend: Backend,
  { resource, leadsOf, preview, start, moved, begun }: Applied<R>,
): void {
  const path = `/${resource.api}/${idPath}/apply`
  const config = { access: { permission: applyPermission }, work: heavy }
  const tags = [resource.label]
  // A stored record has the declared fields by construction.
  const find = async (user: Context['user'], id: number, database: Sql) =>
    (await getRecord(backend, resource, user, id, database)) as unknown as RecordOf<R>

  const counted = {
    tags,
    summary: preview,
    params: byId,
    response: { 200: dataOf(z.object({ count: z.int() })) },
  }
  app.get(path, { schema: counted, config }, async ({ user, params }) => {
    const { sql: database } = backend.database
    const setting = await find(user, params.id, database)
    return { data: { count: await countOf(await leadsOf(setting, database), database) } }
  })

  const started = {
    tags,
    summary: start,
    params: byId,
    headers: keyHeader,
    body: z.strictObject({ expected_count: z.int().min(0) }),
    response: { 202: doneWith(jobOnly) },
  }
  app.post(path, { schema: started, config }, async (request, reply) => {
    const { params, body } = request
    const key = keyOf(request)
    const begin = async (user: Context['user'], transaction: Sql) => {
      const setting = await find(user, params.id, transaction)
      const count = await countOf(await leadsOf(setting, transaction), transaction)
      if (count !== body.expected_count) {
        throw conflict(moved(count), { expected_count: [String(count)] })
      }
      const type = `${resource.name}.apply`
      const job_id = await backend.jobs.start(transaction, {
        type,
        name: msg('applied_to_leads', { what: resource.one.toLowerCase() }),
        user_id: user.id,
        parameters: setting,
      })
      await recordAudit(transaction, {
        ...authorOf(request),
        action: 'job_start',
        resource: resource.name,
        job_id,
        detail: { type, setting: params.id, leads: count },
      })
      return { job_id }
    }
    const data = await transact(backend, request, ({ user, sql: transaction }) =>
      once(key, transaction, () => begin(user, transaction)),
    )
    reply.status(202)
    return { message: begun, data }
  })
}

async function countOf(ids: Found, database: Sql): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${ids}) found`.execute(database)
  return rows[0]?.count ?? 0
}

/** Leads that one part of a job changes, in one transaction. */
const partSize = 500

/** The job that changes the leads of a setting, and counts the messages that it gets of them. */
export const applyJob = <Setting>(
  leadsOf: LeadsOf<Setting>,
  apply: (
    ids: readonly number[],
    setting: Setting,
    context: Context,
  ) => Promise<readonly string[] | void>,
): DeclaredJob => ({
  permission: applyPermission,

  async plan({ sql: database, job }) {
    const found = await leadsOf(job.parameters as Setting, database)
    // A row for each of millions of leads would take ten times the memory.
    const { rows } = await sql<{ payload: number[] }>`
      select json_agg(id order by id) as payload from (
        select id, (row_number() over (order by id) - 1) / ${partSize} as part from (${found}) found
      ) numbered group by part order by part`.execute(database)
    return rows.map(({ payload }) => ({ size: payload.length, payload }))
  },
  async run({ payload, size }, context) {
    const warnings = await apply(payload as number[], context.job.parameters as Setting, context)
    return { processed: size, failed: 0, warnings: warnings ?? [] }
  },
})
