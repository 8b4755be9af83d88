import type { FastifyRequest } from 'fastify'

import { profileContract as contract, type ProfileChange } from '#contract'

import { recordAudit } from '../audit/audit.ts'
import type { Api } from '../kernel/behavior/serverParts.ts'
import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { confirmSession, changePassword } from './password.ts'
import { changeEmail, changeProfile, readProfile } from './profile.ts'
import { forbidden, invalid } from '../kernel/errors.ts'
import { rememberDevice, type Visitor } from './devices.ts'
import { endSession, listSessions, readEnd, revokeSessions } from './sessions.ts'
import { signIn } from './login.ts'
import { describePermissions } from '../database/permissionNames.ts'
import { assertStorable } from '../records/write/validation/forbiddenText.ts'
import { withoutPort } from '../kernel/guard.ts'
import { readSetup, setUp } from './setup.ts'
import { isLanguage } from '../kernel/business.ts'
import { msg } from '../../texts/serverMsg.ts'

const open = { access: 'public' } as const
const signedIn = { access: 'signed-in' } as const

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

function profileRoutes(app: Api, backend: Backend): void {
  const { database } = backend
  const ownSession = ({ sessionId: id, user }: FastifyRequest) => ({ id, user })
  app.get(
    '/profile',
    { schema: contract.readProfile, config: signedIn },
    async ({ user, sessionId }) => {
      const [data, expires_at] = await Promise.all([
        readProfile(backend, database.sql, user.id),
        readEnd(database.sql, sessionId),
      ])
      return { data: { ...data, expires_at } }
    },
  )
  app.get(
    '/profile/permissions',
    { schema: contract.listPermissions, config: signedIn },
    async ({ user }) => ({ data: await describePermissions(backend, user.permissions) }),
  )
  const change = async (request: FastifyRequest, changes: ProfileChange) => {
    const { locale } = changes
    if (locale !== undefined && !(await isLanguage(backend.business, locale, database.sql))) {
      throw invalid({ locale: [msg('choose_a_language')] })
    }
    const data = await database.sql
      .transaction()
      .execute((transaction: Sql) =>
        changeProfile(backend, transaction, request.user.id, changes, visitorOf(request)),
      )
    return { message: msg('profile_successfully_updated'), data }
  }
  const mayUpdate = { access: { permission: 'user.profile.update' } }
  app.put('/profile', { schema: contract.changeProfile, config: mayUpdate }, async (request) => {
    assertStorable(backend.business, request.body)
    return change(request, request.body)
  })
  app.put(
    '/profile/settings',
    { schema: contract.changeSettings, config: signedIn },
    async (request) => {
      const { body, user } = request
      const { locale: _, ...others } = body
      // Everybody reads the console in their own language.
      if (Object.keys(others).length > 0 && !user.permissions.has('user.profile.update')) {
        throw forbidden()
      }
      return change(request, body)
    },
  )
  app.put(
    '/profile/password',
    { schema: contract.changePassword, config: signedIn },
    async (request) => {
      await changePassword(database, ownSession(request), request.body, visitorOf(request))
      return { message: msg('password_successfully_updated'), data: {} }
    },
  )
  const mayChangeEmail = { access: { permission: 'management.user.update' } }
  app.put(
    '/profile/email',
    { schema: contract.changeEmail, config: mayChangeEmail },
    async (request) => {
      const visitor = visitorOf(request)
      const data = await changeEmail(backend, ownSession(request), request.body, visitor)
      return { message: msg('e_mail_address_successfully_updated'), data }
    },
  )
  app.post(
    '/profile/device',
    { schema: contract.rememberDevice, config: signedIn },
    async (request) => {
      const { user_agent } = visitorOf(request)
      const device = await rememberDevice(database.sql, request.user.id, request.body, user_agent)
      return { message: msg('device_remembered'), data: { device } }
    },
  )
  app.post('/profile/confirm', { schema: contract.confirm, config: signedIn }, async (request) => {
    await confirmSession(database, ownSession(request), request.body, visitorOf(request))
    return { message: msg('password_confirmed'), data: {} }
  })
}

function sessionRoutes(app: Api, { database }: Backend): void {
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

function visitorOf({ ip, headers }: FastifyRequest): Visitor {
  return { ip: withoutPort(ip), user_agent: headers['user-agent']?.slice(0, 300) }
}
