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

import type { Api, Backend } from '../../server/kernel/backend.ts'
import type { Sql } from '../../server/kernel/database.ts'
import { badRequest, forbidden, notFound } from '../../server/kernel/errors.ts'
import { letsIn } from '../../server/records/read/letsIn.ts'
import { storedRecord } from '../../server/records/read/record.ts'
import { idPath } from '../../server/records/recordRoutes.ts'
import { msg } from '../../texts/serverMsg.ts'

/** "Why can't I see this?": what the gate would answer somebody with one role, and what would open more. */
export function explainRoutes(app: Api, backend: Backend): void {
  const roles = backend.resource('roles')
  const config = { access: { resource: roles, operation: 'show' } } as const
  app.get(
    `/${roles.api}/${idPath}/why`,
    { schema: contract.why, config },
    async ({ params, query: asked, user: asker }) => {
      const resource = backend.business.resources.find(({ name }) => name === asked.resource)
      if (!resource) throw badRequest(msg('there_is_no_resource', { name: asked.resource }))
      const { sql: database } = backend.database
      // Whether a record exists is told to those who see all of them anyway.
      if (asked.record !== undefined && resource.access.show(asker) !== true) throw forbidden()
      const user = await someoneWith(params.id, database)
      const decision = decide(resource, asked.operation, user)
      if (asked.record === undefined) return { data: decision }
      const record = await isLetThrough(resource, decision, asked.record, database)
      return { data: { ...decision, record } }
    },
  )
}

/** Nobody in particular who holds this role and no other. Throws 404. */
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
