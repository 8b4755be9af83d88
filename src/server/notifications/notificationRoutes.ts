import { sql } from 'kysely'

import { notificationContract as contract } from '#contract'

import type { Api } from '../kernel/behavior/serverParts.ts'
import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { notFound } from '../kernel/errors.ts'
import { idPath } from '../records/idPath.ts'
import { markRead } from './unread.ts'
import { msg } from '../../texts/serverMsg.ts'

/** Marking messages as read, beside what the gate does with them: list, show, delete. */
export function notificationRoutes(app: Api, backend: Backend): void {
  const { database } = backend
  const resource = backend.resource('notifications')
  const { api, permission } = resource
  const config = { access: { permission: `${permission}.view` } }
  app.post(`/${api}/read/all`, { schema: contract.readAll(resource), config }, async ({ user }) => {
    const read = await markRead(database.sql, user.id)
    return { message: msg('all_notifications_are_marked_as_read'), data: { read } }
  })
  app.post(
    `/${api}/${idPath}/read`,
    { schema: contract.readOne(resource), config },
    async ({ user, params: { id } }) => {
      if (!(await isOwn(database.sql, user.id, id))) throw notFound()
      await markRead(database.sql, user.id, id)
      return { message: msg('the_notification_is_marked_as_read'), data: { id } }
    },
  )
}

async function isOwn(database: Sql, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from notifications where id = ${id} and "user" = ${userId}`.execute(database)
  return rows.length > 0
}
