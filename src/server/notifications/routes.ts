import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import type { Backend } from '../backend.ts'
import type { Sql } from '../database/database.ts'
import { notFound } from '../errors.ts'
import { idPath } from '../records/routes.ts'
import { markRead } from './unread.ts'

/** Marking messages as read, beside what the gate does with them: list, show, delete (product.md 11.10). */
export function notificationRoutes(app: FastifyInstance, backend: Backend): void {
  const { database } = backend
  const { api, permission } = backend.resource('notifications')
  const config = { access: { permission: `${permission}.view` } }
  app.post(`/${api}/read/all`, { config }, async ({ user }) => {
    const read = await markRead(database.sql, user.id)
    return { message: 'All notifications are marked as read', data: { read } }
  })
  const path = `/${api}/${idPath}/read`
  app.post<{ Params: { id: string } }>(path, { config }, async ({ user, params }) => {
    const id = Number(params.id)
    if (!(await isOwn(database.sql, user.id, id))) throw notFound()
    await markRead(database.sql, user.id, id)
    return { message: 'The notification is marked as read', data: { id } }
  })
}

async function isOwn(database: Sql, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from notifications where id = ${id} and "user" = ${userId}`.execute(database)
  return rows.length > 0
}
