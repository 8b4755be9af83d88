import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'

import { matches, operations, type Resource, type User } from '#schema'

import type { Backend } from '../../server/kernel/backend.ts'
import type { Sql } from '../../server/kernel/database.ts'
import { badRequest, forbidden, notFound } from '../../server/kernel/errors.ts'
import { storedRecord } from '../../server/records/read/record.ts'
import { dataOf } from '../../server/kernel/describe.ts'
import { idPath } from '../../server/records/recordRoutes.ts'
import { decide, type Decision } from './decision.server.ts'

const question = z.strictObject({
  resource: z.string().max(60),
  operation: z.enum(operations),
  /** A record, to learn whether the rule lets it through. */
  record: z.coerce.number().int().positive().optional(),
})

interface Answer extends Decision {
  /** With a record: whether the rule lets it through; null when there is no such record. */
  readonly record?: boolean | null
}

/** "Why can't I see this?": what the gate would answer somebody with one role, and what would open more. */
export function explainRoutes(app: FastifyInstance, backend: Backend): void {
  const roles = backend.resource('roles')
  const config = { access: { resource: roles, operation: 'show' }, about } as const
  app.get<{ Params: { id: string } }>(
    `/${roles.api}/${idPath}/why`,
    { config },
    async ({ params, query, user: asker }): Promise<{ data: Answer }> => {
      const { success, data: asked } = question.safeParse(query)
      if (!success)
        throw badRequest('Ask with a resource, an operation and, if you like, a record.')
      const resource = backend.business.resources.find(({ name }) => name === asked.resource)
      if (!resource) throw badRequest(`There is no resource "${asked.resource}".`)
      const { sql: database } = backend.database
      // Whether a record exists is told to those who see all of them anyway.
      if (asked.record !== undefined && resource.access.show(asker) !== true) throw forbidden()
      const user = await someoneWith(Number(params.id), database)
      const decision = decide(resource, asked.operation, user)
      if (asked.record === undefined) return { data: decision }
      const record = await isLetThrough(resource, decision, asked.record, database)
      return { data: { ...decision, record } }
    },
  )
}

const names = z.array(z.string())

const about = {
  group: 'Permissions',
  summary: 'Why somebody with one role may or may not do something',
  query: question,
  answers: {
    200: dataOf(
      z.object({
        answer: z.enum(['all', 'some', 'none', 'never']),
        remedies: z
          .array(z.object({ grant: names, withdraw: names }))
          .describe('Any one of these sets of permissions would open more'),
        only: z.unknown().optional().describe('The condition that a record must satisfy'),
        fields: z.array(
          z.object({
            field: z.string(),
            state: z.enum(['hidden', 'masked', 'read_only']),
            permission: z.string(),
          }),
        ),
        record: z.boolean().nullable().optional().describe('Whether the rule lets it through'),
      }),
    ),
  },
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
  return { id: 0, name: '', email: '', is_sender: false, roles: [role], permissions }
}

async function isLetThrough(
  resource: Resource,
  { answer, only }: Decision,
  id: number,
  database: Sql,
): Promise<boolean | null> {
  const record = await storedRecord(resource, id, database)
  if (!record || record['deleted_at']) return null
  return answer === 'all' || (only !== undefined && matches(only, record))
}
