import { sql } from 'kysely'

import { notificationContract as contract } from '#contract'

import type { Api } from '../kernel/behavior/serverParts.ts'
import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { notFound } from '../kernel/errors.ts'
import { idPath } from '../records/idPath.ts'
import { authorOf } from '../kernel/guard.ts'
import { listKinds } from './noticeKinds.ts'
import { changeKind } from './changeKind.ts'
import { markRead } from './unread.ts'
import { msg } from '../../texts/serverMsg.ts'

/** Marking messages as read and turning kinds of them off, beside what the gate does with them: list, show, delete. */
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
  app.get(`/${api}/kinds`, { schema: contract.listKinds(resource), config }, async ({ user }) => ({
    data: await listKinds(database.sql, user.id),
  }))
  app.put(
    `/${api}/kinds/:event`,
    { schema: contract.changeKind(resource), config: mayChange },
    async (request) => {
      const change = { event: request.params.event, is_quiet: request.body.is_quiet }
      const of = { author: authorOf(request), id: request.user.id }
      await database.sql
        .transaction()
        .execute((transaction: Sql) => changeKind(transaction, { ...of, ...change }))
      return { message: msg('profile_successfully_updated'), data: change }
    },
  )
}

const mayChange = { access: { permission: 'user.profile.update' } }

async function isOwn(database: Sql, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from notifications where id = ${id} and "user" = ${userId}`.execute(database)
  return rows.length > 0
}
