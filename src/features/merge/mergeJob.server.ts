import { sql } from 'kysely'

import type { Resource } from '#schema'

import type { DeclaredJob } from '../../server/kernel/backend.ts'
import { conflict } from '../../server/kernel/errors.ts'
import { tableOf } from '../../server/database/names.ts'
import { lockRecord, storedRecord } from '../../server/records/read/record.ts'
import { removeRecord } from '../../server/records/write/remove.ts'
import { scopeOf } from '../../server/records/write/hooks.ts'
import type { Scope } from '../../server/records/write/transact.ts'
import { msg } from '../../texts/serverMsg.ts'
import { pointingAt, pointsAt, type Merge, type Pointing } from './pointing.server.ts'
import { refuseMerge, refuseUneditable } from './refuseMerge.server.ts'
import { partSize, moveSome } from './moveSome.server.ts'

/** What a job was asked to merge. */
export interface MergeParameters extends Merge {
  readonly resource: string
}

/** The records of a resource, by their ids, that one part changes; without them it is the last, which deletes. */
interface Part {
  readonly resource?: string
  readonly first?: number
  readonly last?: number
}

/**
 * Lets what points at a record point at another, and deletes it with the last part: until then both are there, and what came
 * to point at it meanwhile is moved before it goes.
 */
export const mergeJob: DeclaredJob = {
  async plan(call) {
    const { scope, resource, merge } = asked(call)
    await refuseMerge(resource, merge, scope)
    await sql`set local statement_timeout = 0`.execute(scope.sql)
    const chunks = []
    for (const one of pointingAt(resource, scope.backend)) {
      chunks.push(...(await partsOf(one, merge.from, scope)))
    }
    return [...chunks, { size: 1, payload: {} }]
  },

  async run({ payload }, call) {
    const { scope, resource, merge } = asked(call)
    const { resource: name, first = 0, last = 0 } = payload as Part
    if (name === undefined) return end(resource, merge, scope)
    const target = await storedRecord(resource, merge.into, scope.sql)
    if (!target || target['deleted_at']) throw conflict(msg('the_other_one_is_gone'))
    const one = pointingAt(resource, scope.backend).find((other) => other.resource.name === name)
    if (!one) return
    await refuseUneditable(one, merge.from, scope)
    await moveSome(one, merge, sql`t.id between ${first} and ${last}`, scope)
  },
}

function asked({ job, ...context }: Parameters<DeclaredJob['run']>[1]) {
  // The request that began it was asked for the password, where that is to be.
  const scope: Scope = { ...scopeOf(context), isConfirmed: true }
  const { resource: name, ...merge } = job.parameters as unknown as MergeParameters
  return { scope, resource: scope.backend.resource(name), merge }
}

async function partsOf(one: Pointing, from: number, { sql: database }: Scope) {
  const { resource } = one
  const { rows } = await sql<{ first: number; last: number; size: number }>`
    select min(id) as first, max(id) as last, count(*)::int as size from (
      select t.id, (row_number() over (order by t.id) - 1) / ${partSize}::int as part
      from ${tableOf(resource)} t where ${pointsAt(one, from)}
    ) found group by part order by part`.execute(database)
  return rows.map(({ size, first, last }) => {
    const payload: Part = { resource: resource.name, first, last }
    return { size, payload }
  })
}

/** Nothing can come to point at a locked record: what does by then is moved, and the record goes. */
async function end(resource: Resource, merge: Merge, scope: Scope): Promise<void> {
  const { user, author, unitOfWork, sql: database } = scope
  const { from, into } = merge
  await sql`set local statement_timeout = 0`.execute(database)
  await lockRecord(resource, user, from, 'delete', database)
  const target = await lockRecord(resource, user, into, 'edit', database)
  await refuseMerge(resource, merge, scope)
  for (const one of pointingAt(resource, scope.backend)) {
    while ((await moveSome(one, merge, sql`true`, scope)) > 0);
  }
  const { version } = target
  unitOfWork.audit({
    ...author,
    action: 'merge',
    resource: resource.name,
    record_id: into,
    version,
    detail: { merged: from },
  })
  await removeRecord(resource, from, scope)
}
