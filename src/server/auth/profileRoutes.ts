import type { FastifyRequest } from 'fastify'

import { profileContract as contract, type ProfileChange } from '#contract'

import type { Api } from '../kernel/behavior/serverParts.ts'
import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { signedIn } from './authenticate.ts'
import { confirmSession, changePassword } from './password.ts'
import { changeEmail, changeProfile, readProfile } from './profile.ts'
import { forbidden, invalid } from '../kernel/errors.ts'
import { rememberDevice, visitorOf } from './devices.ts'
import { readEnd } from './sessions.ts'
import { describePermissions } from '../database/permissionNames.ts'
import { assertStorable } from '../records/write/validation/forbiddenText.ts'
import { isLanguage } from '../kernel/business.ts'
import { msg } from '../../texts/serverMsg.ts'

export function profileRoutes(app: Api, backend: Backend): void {
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
