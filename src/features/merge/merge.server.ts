import { sql } from 'kysely'

import type { Resource } from '#schema'

import type { Api } from '../../server/kernel/behavior/serverParts.ts'
import type { Backend, ServerParts } from '../../server/kernel/backend.ts'
import { conflict, RequestError } from '../../server/kernel/errors.ts'
import { heavy } from '../../server/kernel/turns/fairShare.ts'
import { keyOf } from '../../server/kernel/guard.ts'
import { once } from '../../server/database/requestKeys.ts'
import { idPath } from '../../server/records/idPath.ts'
import { sourceOf } from '../../server/records/read/source.ts'
import { ruleCondition } from '../../server/records/read/where.ts'
import { transact, type Scope } from '../../server/records/write/transact.ts'
import { requireConfirmed } from '../../server/records/write/validation/validateWrite.ts'
import { msg } from '../../texts/serverMsg.ts'
import { mergeContract, type MergePreview } from './mergeContract.ts'
import { mergeJob, type MergeParameters } from './mergeJob.server.ts'
import { pointingAt, pointsAt, type Pointing } from './pointing.server.ts'
import { refuseLeaving, refuseMerge } from './refuseMerge.server.ts'

/** One record becomes another: what points at it moves, and it goes (`mergeable`). */
export const merge: ServerParts = {
  routes(app, backend) {
    for (const resource of backend.business.resources) {
      if (resource.mergeable) mergeRoutes(app, backend, resource)
    }
  },
  jobs: { merge: mergeJob },
}

function mergeRoutes(app: Api, backend: Backend, resource: Resource): void {
  const contract = mergeContract(resource)
  const path = `/${resource.api}/${idPath}/merge`
  const config = { access: { resource, operation: 'delete' }, work: heavy } as const
  app.get(path, { schema: contract.preview, config }, (request) =>
    transact(backend, request, async (scope) => {
      const { params, query } = request
      return { data: await preview(resource, params.id, query.into, scope) }
    }),
  )
  app.post(path, { schema: contract.start, config }, async (request, reply) => {
    const { params, body } = request
    const parameters = { resource: resource.name, from: params.id, into: body.into }
    const data = await transact(backend, request, (scope) =>
      once(keyOf(request), scope.sql, () => start(resource, parameters, scope)),
    )
    reply.status(202)
    return { message: msg('it_is_done_in_the_background'), data }
  })
}

async function preview(
  resource: Resource,
  from: number,
  into: number | undefined,
  scope: Scope,
): Promise<MergePreview> {
  const refusal = await refusalOf(() =>
    into === undefined
      ? refuseLeaving(resource, from, scope)
      : refuseMerge(resource, { from, into }, scope),
  )
  const counts = []
  for (const one of pointingAt(resource, scope.backend)) {
    counts.push(await countOf(one, from, scope))
  }
  const named = counts.filter((one) => one.resource !== null && one.count > 0)
  const others = counts.filter((one) => one.resource === null)
  const count = others.reduce((sum, one) => sum + one.count, 0)
  const is_more = others.some((one) => one.is_more)
  return {
    pointing: [...named, ...(count > 0 ? [{ resource: null, count, is_more }] : [])],
    refusal,
  }
}

/** Returns why it is refused; what is not there for the user is not to be told of. */
async function refusalOf(check: () => Promise<unknown>): Promise<string | null> {
  try {
    await check()
    return null
  } catch (error) {
    if (!(error instanceof RequestError) || error.status === 404) throw error
    return error.text
  }
}

/** No dialog counts more of one resource. */
const countLimit = 100_000

async function countOf(one: Pointing, from: number, { user, sql: database }: Scope) {
  const { resource } = one
  const rule = resource.access.list(user)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${sourceOf(resource)} t
      where ${pointsAt(one, from)} and ${ruleCondition(resource, rule === false ? true : rule)}
      limit ${countLimit + 1}
    ) counted`.execute(database)
  const count = rows[0]?.count ?? 0
  return {
    resource: rule === false ? null : resource.name,
    count: Math.min(count, countLimit),
    is_more: count > countLimit,
  }
}

async function start(resource: Resource, parameters: MergeParameters, scope: Scope) {
  const { backend, user, author, unitOfWork, sql: database } = scope
  requireConfirmed(resource, 'delete', [], scope)
  await refuseMerge(resource, parameters, scope)
  await refuseSecond(parameters, scope)
  const job_id = await backend.jobs.start(database, {
    type: 'merge',
    name: `${resource.label}: merge`,
    user_id: user.id,
    parameters,
  })
  const { from: record_id, into } = parameters
  unitOfWork.audit({
    ...author,
    action: 'job_start',
    resource: resource.name,
    job_id,
    detail: { type: 'merge', from: record_id, into },
  })
  return { job_id }
}

/** Throws while one of the two is being merged already. */
async function refuseSecond({ resource, from, into }: MergeParameters, { sql: database }: Scope) {
  await sql`select pg_advisory_xact_lock(hashtext(${`merging ${resource}`}))`.execute(database)
  const { rows } = await sql`
    select from jobs where type = 'merge' and parameters ->> 'resource' = ${resource}
      and state in ('queued', 'running', 'paused', 'cancelling')
      and ((parameters ->> 'from')::bigint in (${from}, ${into})
        or (parameters ->> 'into')::bigint = ${from})
    limit 1`.execute(database)
  if (rows.length > 0) throw conflict(msg('it_is_being_merged_already'))
}
