import { sql } from 'kysely'

import { explainContract as contract, type Decision } from '#contract'
import {
  type Resource,
  type User,
  mayReadSome,
  mayUnmask,
  mayWrite,
  remediesOf,
  type Field,
  type Operation,
} from '#schema'

import type { Api } from '../../server/kernel/behavior/serverParts.ts'
import type { Backend } from '../../server/kernel/backend.ts'
import type { Sql } from '../../server/kernel/database.ts'
import { badRequest, forbidden, notFound } from '../../server/kernel/errors.ts'
import { letsIn, storedRecord } from '../../server/records/read/record.ts'
import { idPath } from '../../server/records/idPath.ts'
import { msg } from '../../texts/serverMsg.ts'
import { seesHeld } from './seesHeld.ts'

/** "Why can't I see this?": what the gate would answer a user, or somebody with one role, and what would open more. */
export function explainRoutes(app: Api, backend: Backend): void {
  const [roles, users] = [backend.resource('roles'), backend.resource('users')]
  explainRoute(app, backend, { of: roles, schema: contract.why, find: someoneWith })
  explainRoute(app, backend, { of: users, schema: contract.whyOfUser, find: userOf })
}

interface Explained {
  readonly of: Resource
  readonly schema: typeof contract.why
  /** Whose rights are asked about. Throws 404. */
  find(id: number, database: Sql): Promise<User>
}

function explainRoute(app: Api, backend: Backend, { of, schema, find }: Explained): void {
  const config = { access: { resource: of, operation: 'show' } } as const
  const roles = backend.resource('roles')
  app.get(
    `/${of.api}/${idPath}/why`,
    { schema, config },
    async ({ params, query: asked, user: asker }) => {
      if (!seesHeld(roles, asker)) throw forbidden()
      const resource = backend.business.resources.find(({ name }) => name === asked.resource)
      if (!resource) throw badRequest(msg('there_is_no_resource', { name: asked.resource }))
      const { sql: database } = backend.database
      // Whether a record exists is told to those who see all of them anyway.
      if (asked.record !== undefined && resource.access.show(asker) !== true) throw forbidden()
      const user = await find(params.id, database)
      // The words of a rule name no one in particular: `0` stands for the person.
      const decision = decide(resource, asked.operation, { ...user, id: 0 })
      if (asked.record === undefined) return { data: decision }
      const own = decide(resource, asked.operation, user)
      const record = await isLetThrough(resource, own, asked.record, database)
      return { data: { ...decision, record } }
    },
  )
}

/** A made-up user who holds this role and no other. Throws 404. */
async function someoneWith(role: number, database: Sql): Promise<User> {
  const { rows } = await sql<{ permissions: string[] }>`
    select array(
      select p.name from roles_permissions rp join permissions p on p.id = rp.target_id
      where rp.record_id = roles.id and p.guard_name = 'api'
    ) as permissions from roles where id = ${role}`.execute(database)
  const [found] = rows
  if (!found) throw notFound()
  const permissions = new Set(found.permissions)
  return { id: 0, name: '', email: '', roles: [role], permissions }
}

/** The user with what their roles give. Throws 404. */
async function userOf(id: number, database: Sql): Promise<User> {
  const { rows } = await sql<{ roles: number[]; permissions: string[] }>`
    select array(select target_id from users_roles where record_id = users.id) as roles,
      array(
        select p.name from users_roles ur
        join roles_permissions rp on rp.record_id = ur.target_id
        join permissions p on p.id = rp.target_id
        where ur.record_id = users.id and p.guard_name = 'api'
      ) as permissions
    from users where id = ${id} and deleted_at is null`.execute(database)
  const [found] = rows
  if (!found) throw notFound()
  return { id, name: '', email: '', roles: found.roles, permissions: new Set(found.permissions) }
}

async function isLetThrough(
  resource: Resource,
  { answer, only }: Decision,
  id: number,
  database: Sql,
): Promise<boolean | null> {
  const record = await storedRecord(resource, id, database)
  if (!record || record['deleted_at']) return null
  return answer === 'all' || (only !== undefined && letsIn(resource, only, record, database))
}

/** Decides as the gate does: it asks the very same rules. */
function decide(resource: Resource, operation: Operation, user: User): Decision {
  if (!resource.operations.includes(operation)) {
    return { answer: 'never', remedies: [], fields: [] }
  }
  const rule = resource.access[operation]
  const answer = rule(user)
  const isWhole = answer === true
  return {
    answer: isWhole ? 'all' : answer === false ? 'none' : 'some',
    remedies: isWhole ? [] : remediesOf(rule, user),
    ...(typeof answer === 'object' && { only: answer }),
    fields: answer === false ? [] : fieldsOf(resource, operation, user),
  }
}

function fieldsOf(resource: Resource, operation: Operation, user: User): Decision['fields'] {
  const isWrite = operation === 'create' || operation === 'edit'
  return Object.entries<Field>(resource.fields).flatMap(([name, field]): Decision['fields'] => {
    const { readBy, unmaskBy, writeBy, computed } = field.options
    if (!mayReadSome(user, field)) {
      const [permission = ''] = typeof readBy === 'function' ? (readBy.permissions ?? []) : [readBy]
      return [{ field: name, state: 'hidden', permission }]
    }
    if (!mayUnmask(user, field))
      return [{ field: name, state: 'masked', permission: unmaskBy ?? '' }]
    const isLocked = isWrite && !computed && !mayWrite(user, field)
    return isLocked ? [{ field: name, state: 'read_only', permission: writeBy ?? '' }] : []
  })
}
