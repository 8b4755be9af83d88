import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'

import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { notFound } from '../kernel/errors.ts'
import { doneWith, idOnly } from '../kernel/describe.ts'
import { idPath } from '../records/recordRoutes.ts'
import { markRead } from './unread.ts'

/** Marking messages as read, beside what the gate does with them: list, show, delete (product.md 11.10). */
export function notificationRoutes(app: FastifyInstance, backend: Backend): void {
  const { database } = backend
  const { api, label: group, permission } = backend.resource('notifications')
  const access = { permission: `${permission}.view` }
  const aboutAll = {
    group,
    summary: 'Mark all as read',
    answers: { 200: doneWith(z.object({ read: z.int() })) },
  }
  app.post(`/${api}/read/all`, { config: { access, about: aboutAll } }, async ({ user }) => {
    const read = await markRead(database.sql, user.id)
    return { message: 'All notifications are marked as read', data: { read } }
  })
  const path = `/${api}/${idPath}/read`
  const about = { group, summary: 'Mark one as read', answers: { 200: doneWith(idOnly) } }
  const config = { access, about }
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
