import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { recordAudit } from '../audit/audit.ts'
import type { Backend } from '../backend.ts'
import type { Sql } from '../database/database.ts'
import { notFound } from '../errors.ts'
import { idPath, transact } from '../records/routes.ts'
import type { Scope } from '../records/write.ts'
import { markRead } from './unread.ts'

/** Marking messages as read, beside what the gate does with them: list, show, delete (product.md 11.10). */
export function notificationRoutes(app: FastifyInstance, backend: Backend): void {
  const { api, permission } = backend.resource('notifications')
  const config = { access: { permission: `${permission}.view` } }
  app.post(`/${api}/read/all`, { config }, async (request) => {
    const read = await transact(backend, request, (scope) => readOwn(scope))
    return { message: 'All notifications are marked as read', data: { read } }
  })
  app.post<{ Params: { id: string } }>(`/${api}/${idPath}/read`, { config }, async (request) => {
    const id = Number(request.params.id)
    await transact(backend, request, async (scope) => {
      if (!(await isOwn(scope.sql, scope.user.id, id))) throw notFound()
      await readOwn(scope, id)
    })
    return { message: 'The notification is marked as read', data: { id } }
  })
}

/** Answers how many were unread. By the audit row the user's other windows hear of it. */
async function readOwn({ sql: database, user, author }: Scope, id?: number): Promise<number> {
  const ids = await markRead(database, user.id, id)
  const [first] = ids
  if (first !== undefined) {
    const about = { resource: 'notifications', record_id: first }
    await recordAudit(database, {
      ...author,
      ...about,
      action: 'read',
      detail: { count: ids.length },
    })
  }
  return ids.length
}

async function isOwn(database: Sql, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from notifications where id = ${id} and "user" = ${userId}`.execute(database)
  return rows.length > 0
}
