import { sql } from 'kysely'

import type { Resource, User } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import { tableOf } from '../database/names.ts'
import { ruleCondition } from '../records/read/where.ts'
import type { Change } from './auditTail.ts'

/** The changes that a user may hear of: those of records that the user may list. */
export async function audible(
  backend: Backend,
  user: User,
  changes: readonly Change[],
): Promise<Change[]> {
  const heard = [...new Set(changes.map(({ resource }) => resource))].map((name) => {
    const resource = backend.business.resources.find((one) => one.name === name)
    return resource ? ofResource(backend, user, resource, changes) : []
  })
  return (await Promise.all(heard)).flat()
}

async function ofResource(
  { database }: Backend,
  user: User,
  resource: Resource,
  changes: readonly Change[],
): Promise<Change[]> {
  const rule = resource.access.list(user)
  const concerned = changes.filter((change) => rule !== false && change.resource === resource.name)
  if (rule === true || concerned.length === 0) return concerned
  const { rows } = await sql<{ id: number }>`
    select t.id from ${tableOf(resource)} t
    where t.id = any(${concerned.map(({ id }) => id)}::bigint[]) and ${ruleCondition(resource, rule)}
  `.execute(database.sql)
  const mine = new Set(rows.map(({ id }) => id))
  return concerned.filter(({ id }) => id === null || mine.has(id))
}
