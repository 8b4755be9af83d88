import { profileContract as contract } from '#contract'

import { recordAudit } from '../audit/audit.ts'
import type { Api } from '../kernel/behavior/serverParts.ts'
import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { signedIn } from './authenticate.ts'
import { visitorOf } from './devices.ts'
import { listSessions, revokeSessions } from './sessions.ts'
import { msg } from '../../texts/serverMsg.ts'

export function sessionRoutes(app: Api, { database }: Backend): void {
  app.get(
    '/profile/sessions',
    { schema: contract.listSessions, config: signedIn },
    async ({ user, sessionId }) => ({
      data: await listSessions(database.sql, user.id, sessionId),
    }),
  )
  app.delete(
    '/profile/sessions',
    { schema: contract.endSessions, config: signedIn },
    async (request) => {
      const { user, sessionId } = request
      const ended = await database.sql.transaction().execute(async (transaction: Sql) => {
        const count = await revokeSessions(transaction, user.id, { except: sessionId })
        const action = { action: 'sessions_end', user_id: user.id, detail: { ended: count } }
        await recordAudit(transaction, { ...visitorOf(request), ...action })
        return count
      })
      return { message: msg('other_sessions_signed_out'), data: { ended } }
    },
  )
}
