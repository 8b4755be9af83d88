import { sql } from 'kysely'

import { mayWrite, type Field, type Operation, type Resource } from '#schema'

import { forbidden, invalid, notFound } from '../../server/kernel/errors.ts'
import { letsIn, storedRecord, type Stored } from '../../server/records/read/record.ts'
import { sourceOf } from '../../server/records/read/source.ts'
import { ruleCondition } from '../../server/records/read/where.ts'
import { contextOf } from '../../server/records/write/hooks.ts'
import { refuseUndeletable } from '../../server/records/write/remove.ts'
import type { Scope } from '../../server/records/write/transact.ts'
import { standsAbove } from '../../server/records/write/tree.ts'
import { msg } from '../../texts/serverMsg.ts'
import {
  arePartsOfOthers,
  isAlike,
  pointingAt,
  pointsAt,
  type Merge,
  type Pointing,
} from './pointing.server.ts'

/** Throws where a record may not go at all, whatever it becomes. Returns it. */
export async function refuseLeaving(resource: Resource, id: number, scope: Scope): Promise<Stored> {
  const record = await find(resource, id, scope)
  if (!record) throw notFound()
  const operations = ['edit', 'delete'] as const
  if (!(await isLetIn(resource, operations, record, scope))) throw forbidden()
  for (const one of pointingAt(resource, scope.backend)) await refuseUneditable(one, id, scope)
  await refuseDeletion(resource, record, scope)
  return record
}

/** Throws where one record may not become the other. */
export async function refuseMerge(
  resource: Resource,
  { from, into }: Merge,
  scope: Scope,
): Promise<void> {
  const { backend, sql: database } = scope
  const record = await refuseLeaving(resource, from, scope)
  const target = into === from ? undefined : await find(resource, into, scope)
  if (into === from) throw notThis(msg('a_record_is_not_merged_into_itself'))
  if (!target) throw notThis(msg('not_found_choose_one_from_the_list'))
  if (!(await isLetIn(resource, ['edit'], target, scope))) {
    throw notThis(msg('you_may_not_change_the_other_one'))
  }
  const { activeBy } = resource.options ?? {}
  if (activeBy && target[activeBy] === false) throw notThis(msg('the_other_one_is_not_active'))
  if (await standsAbove(resource, from, into, database)) {
    throw notThis(msg('a_record_cannot_stand_below_itself'))
  }
  for (const one of pointingAt(resource, backend)) {
    if (one.isOwn && one.names.some((name) => target[name] === from)) {
      throw notThis(msg('the_other_one_points_at_this_one'))
    }
    await refuseAlike(one, { from, into }, scope)
  }
  const { beforeMerge } = backend.business.behaviors[resource.name] ?? {}
  await beforeMerge?.(record as never, target as never, contextOf(scope))
}

const notThis = (message: string) => invalid({ into: [message] }, message)

/** A record that the user may see, as it is stored. */
async function find(resource: Resource, id: number, scope: Scope): Promise<Stored | undefined> {
  const record = await storedRecord(resource, id, scope.sql)
  if (!record || record['deleted_at']) return undefined
  return (await isLetIn(resource, ['show'], record, scope)) ? record : undefined
}

async function isLetIn(
  resource: Resource,
  operations: readonly Operation[],
  record: Stored,
  { user, sql: database }: Scope,
): Promise<boolean> {
  for (const operation of operations) {
    const rule = resource.access[operation](user)
    if (!(await letsIn(resource, rule, record, database))) return false
  }
  return true
}

/** What people set they must be allowed to change; what the console wrote itself goes with the merging. */
export async function refuseUneditable(
  one: Pointing,
  id: number,
  { user, sql: database }: Scope,
): Promise<void> {
  const { resource } = one
  const names = one.names.filter((name) => !resource.fields[name].options.computed)
  if (!resource.operations.includes('edit') || names.length === 0) return
  const rule = resource.access.edit(user)
  const mayAll = names.every((name) => mayWrite(user, resource.fields[name] as Field))
  if (rule === true && mayAll) return
  const allowed = mayAll ? ruleCondition(resource, rule) : sql`false`
  const { rows } = await sql`
    select from ${sourceOf(resource)} t
    where ${pointsAt({ ...one, names }, id)} and ${ruleCondition(resource, true)}
      and (${allowed}) is not true
    limit 1`.execute(database)
  if (rows.length > 0)
    throw forbidden(msg('you_may_not_change_all_that_point_at_it', nameOf(resource)))
}

/** Only what is a part of others may go because the same is there already. */
async function refuseAlike(one: Pointing, merge: Merge, { backend, sql: database }: Scope) {
  const alike = isAlike(one, merge)
  if (!alike || arePartsOfOthers(one, backend)) return
  const { rows } = await sql`
    select from ${sourceOf(one.resource)} t where ${alike} limit 1`.execute(database)
  if (rows.length > 0) throw notThis(msg('some_would_be_there_twice', nameOf(one.resource)))
}

const nameOf = ({ label }: Resource) => ({ things: label })

/** Asks the behavior whether the record may be deleted, and takes back what it did about it. */
async function refuseDeletion(resource: Resource, record: Stored, scope: Scope): Promise<void> {
  refuseUndeletable(resource, record, scope)
  const { beforeDelete } = scope.backend.business.behaviors[resource.name] ?? {}
  if (!beforeDelete) return
  await sql`savepoint before_merge`.execute(scope.sql)
  const unitOfWork = scope.unitOfWork.nested()
  await beforeDelete(record as never, contextOf({ ...scope, unitOfWork }))
  await sql`rollback to savepoint before_merge`.execute(scope.sql)
}
