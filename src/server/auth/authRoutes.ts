import { profileContract as contract } from '#contract'

import { recordAudit } from '../audit/audit.ts'
import type { Api } from '../kernel/behavior/serverParts.ts'
import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { signedIn } from './authenticate.ts'
import { visitorOf } from './devices.ts'
import { endSession } from './sessions.ts'
import { signIn } from './login.ts'
import { readSetup, setUp } from './setup.ts'
import { msg } from '../../texts/serverMsg.ts'
import { sessionRoutes } from './sessionRoutes.ts'
import { profileRoutes } from './profileRoutes.ts'

const open = { access: 'public' } as const

/** Sign-in, the user's own profile and sessions, and the first set-up. */
export function authRoutes(app: Api, backend: Backend): void {
  signInRoutes(app, backend)
  profileRoutes(app, backend)
  sessionRoutes(app, backend)
}

function signInRoutes(app: Api, backend: Backend): void {
  const { database } = backend
  app.post('/login', { schema: contract.login, config: open }, async (request) => ({
    data: await signIn(backend, request.body, visitorOf(request)),
  }))
  app.delete('/logout', { schema: contract.logout, config: signedIn }, async (request) => {
    await database.sql.transaction().execute(async (transaction: Sql) => {
      await endSession(transaction, request.sessionId)
      const action = { action: 'logout', user_id: request.user.id }
      await recordAudit(transaction, { ...visitorOf(request), ...action })
    })
    return { message: msg('signed_out'), data: {} }
  })
  app.get('/setup', { schema: contract.readSetup, config: open }, async () => ({
    data: await readSetup(backend),
  }))
  app.post('/setup', { schema: contract.setup, config: open }, async (request, reply) => {
    await setUp(backend, request.body, visitorOf(request))
    reply.status(201)
    return { message: msg('administrator_successfully_created'), data: {} }
  })
}
