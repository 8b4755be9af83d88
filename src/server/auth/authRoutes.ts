import type { FastifyInstance, FastifyRequest } from 'fastify'

import { recordAudit } from '../audit/audit.ts'
import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { about } from './about.ts'
import { confirmBody, confirmSession } from './confirm.ts'
import { changeEmail, emailBody } from './email.ts'
import { forbidden, invalid } from '../kernel/errors.ts'
import { readBody } from '../kernel/readBody.ts'
import { deviceBody, rememberDevice } from './knownDevices.ts'
import { loginBody, signIn } from './login.ts'
import { describePermissions } from '../database/permissionNames.ts'
import { changePassword, passwordBody } from './password.ts'
import { assertStorable } from '../records/write/forbiddenText.ts'
import { changeProfile, readProfile } from './profile.ts'
import { isLanguageOnly, profileBody } from './profileBody.ts'
import { endSession, listSessions, readEnd, revokeSessions, type Visitor } from './sessions.ts'
import { withoutPort } from '../kernel/forwarded.ts'
import { readSetup, setUp, setupBody } from './setup.ts'
import { isLanguage } from '../kernel/isLanguage.ts'

const open = 'public'
const signedIn = 'signed-in'
const mayUpdate = 'user.profile.update'

/** Sign-in, the user's own profile and sessions, and the first set-up (specification 7). */
export function authRoutes(app: FastifyInstance, backend: Backend): void {
  doorRoutes(app, backend)
  profileRoutes(app, backend)
  sessionRoutes(app, backend)
}

function doorRoutes(app: FastifyInstance, backend: Backend): void {
  const { database } = backend
  app.post('/login', { config: { access: open, about: about.login } }, async (request) => ({
    data: await signIn(backend, readBody(loginBody, request.body), visitorOf(request)),
  }))
  app.delete('/logout', { config: { access: signedIn, about: about.logout } }, async (request) => {
    await database.sql.transaction().execute(async (transaction: Sql) => {
      await endSession(transaction, request.sessionId)
      const action = { action: 'logout', user_id: request.user.id }
      await recordAudit(transaction, { ...visitorOf(request), ...action })
    })
    return { message: 'Signed out', data: {} }
  })
  app.get('/setup', { config: { access: open, about: about.setup } }, async () => ({
    data: await readSetup(backend),
  }))
  app.post('/setup', { config: { access: open, about: about.setUp } }, async (request, reply) => {
    await setUp(backend, readBody(setupBody, request.body), visitorOf(request))
    reply.status(201)
    return { message: 'Administrator successfully created', data: {} }
  })
}

function profileRoutes(app: FastifyInstance, backend: Backend): void {
  const { database } = backend
  const profile = { access: signedIn, about: about.profile } as const
  app.get('/profile', { config: profile }, async ({ user, sessionId }) => {
    const [data, expires_at] = await Promise.all([
      readProfile(database.sql, user.id),
      readEnd(database.sql, sessionId),
    ])
    return { data: { ...data, expires_at } }
  })
  const permissions = { access: signedIn, about: about.permissions } as const
  app.get('/profile/permissions', { config: permissions }, async ({ user }) => ({
    data: await describePermissions(backend, user.permissions),
  }))
  app.put(
    '/profile',
    { config: { access: signedIn, about: about.changeProfile } },
    async (request) => {
      const body = readBody(profileBody, request.body)
      if (!isLanguageOnly(body) && !request.user.permissions.has(mayUpdate)) throw forbidden()
      const { locale } = body.settings ?? {}
      if (locale !== undefined && !(await isLanguage(backend.business, locale, database.sql))) {
        throw invalid({ 'settings.locale': ['Choose a language'] })
      }
      assertStorable(backend.business, { name: body.name })
      const data = await database.sql
        .transaction()
        .execute((transaction: Sql) =>
          changeProfile(transaction, request.user.id, body, visitorOf(request)),
        )
      return { message: 'Profile successfully updated', data }
    },
  )
  const password = { access: signedIn, about: about.changePassword } as const
  app.put('/profile/password', { config: password }, async (request) => {
    const body = readBody(passwordBody, request.body)
    const session = { id: request.sessionId, user: request.user }
    await changePassword(database, session, body, visitorOf(request))
    return { message: 'Password successfully updated', data: {} }
  })
  const email = { access: { permission: 'management.user.update' }, about: about.changeEmail }
  app.put('/profile/email', { config: email }, async (request) => {
    const body = readBody(emailBody, request.body)
    const session = { id: request.sessionId, user: request.user }
    const data = await changeEmail(database, session, body, visitorOf(request))
    return { message: 'E-mail address successfully updated', data }
  })
  const device = { access: signedIn, about: about.rememberDevice } as const
  app.post('/profile/device', { config: device }, async (request) => {
    const body = readBody(deviceBody, request.body)
    const { user_agent } = visitorOf(request)
    const token = await rememberDevice(database.sql, request.user.id, body, user_agent)
    return { message: 'Device remembered', data: { device: token } }
  })
  const confirm = { access: signedIn, about: about.confirm } as const
  app.post('/profile/confirm', { config: confirm }, async (request) => {
    const body = readBody(confirmBody, request.body)
    const session = { id: request.sessionId, user: request.user }
    await confirmSession(database, session, body, visitorOf(request))
    return { message: 'Password confirmed', data: {} }
  })
}

function sessionRoutes(app: FastifyInstance, { database }: Backend): void {
  const list = { access: signedIn, about: about.sessions } as const
  app.get('/profile/sessions', { config: list }, async ({ user, sessionId }) => ({
    data: await listSessions(database.sql, user.id, sessionId),
  }))
  const end = { access: signedIn, about: about.endSessions } as const
  app.delete('/profile/sessions', { config: end }, async (request) => {
    const { user, sessionId } = request
    const ended = await database.sql.transaction().execute(async (transaction: Sql) => {
      const count = await revokeSessions(transaction, user.id, { except: sessionId })
      const action = { action: 'sessions_end', user_id: user.id, detail: { ended: count } }
      await recordAudit(transaction, { ...visitorOf(request), ...action })
      return count
    })
    return { message: 'Other sessions signed out', data: { ended } }
  })
}

function visitorOf({ ip, headers }: FastifyRequest): Visitor {
  return { ip: withoutPort(ip), user_agent: headers['user-agent']?.slice(0, 300) }
}
