import { LRUCache } from 'lru-cache'
import { EventEmitter } from 'node:events'

import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { sql } from 'kysely'
import pino from 'pino'

import type { Backend, Business, PermissionDeclaration } from '#server'

import { syncAccess } from '../../../src/server/auth/access.ts'
import { createAuthenticator } from '../../../src/server/auth/authenticate.ts'
import { hashPassword } from '../../../src/server/kernel/secrets/passwords.ts'
import { validateRequests } from '../../../src/server/http/server.ts'
import { authRoutes } from '../../../src/server/auth/authRoutes.ts'
import { readConfig } from '../../../src/server/kernel/config.ts'
import type { Database } from '../../../src/server/kernel/database.ts'
import { answerErrors } from '../../../src/server/http/failures.ts'
import { guardRoutes } from '../../../src/server/kernel/guard.ts'
import { createSecrets } from '../../../src/server/kernel/secrets/secrets.ts'
import { accounts } from '../../fixtures/accounts.ts'
import { createTestDatabase } from '../../fixtures/database.ts'

/** The password of everybody in the tests; known to be a good one. */
export const password = 'violet-Kettle-92-harbour'

export const permissions: PermissionDeclaration[] = [
  'user.profile.update',
  'management.user.update',
  'management.role.update',
  'door.open',
].map((name) => ({ name, group: 'Test', description: '' }))

const roles = [
  { name: 'Administrator', permissions: ['*'] },
  { name: 'Porter', permissions: ['door.open'] },
  { name: 'Visitor', permissions: [] },
]

/** What sign-in needs of a backend, over a real database. */
export function officeBackend(
  database: Database,
  { env = {}, ...business }: Partial<Business> & { env?: Record<string, string> } = {},
): Backend {
  const whole: Business = {
    module: '',
    resources: accounts,
    behaviors: {},
    permissions,
    roles,
    seed: async () => {},
    demo: async () => {},
    demoAccounts: [],
    ...business,
  }
  return {
    config: readConfig({ DEMO: '0', DATA_DIR: 'memory://', ...env }),
    database,
    business: whole,
    secrets: createSecrets(Buffer.alloc(32, 7)),
    log: pino({ level: 'silent' }),
    resource(name) {
      const resource = whole.resources.find((one) => one.name === name)
      if (!resource) throw new Error(`sign-in asks for no ${name}`)
      return resource
    },
    commits: new EventEmitter(),
    estimates: new LRUCache({ max: 100 }),
    // Sign-in starts no job.
    jobs: undefined as never,
  }
}

export interface Office {
  readonly app: FastifyInstance
  readonly backend: Backend
  readonly sql: Database['sql']
  /** As on the first day: the seed roles and nobody. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** The sign-in routes and one guarded door, with the seed roles. */
export async function openOffice(options: Parameters<typeof officeBackend>[1] = {}) {
  const database = await createTestDatabase(accounts)
  const backend = officeBackend(database, options)
  await syncAccess(backend)
  const app = await officeApp(backend)
  const reset = async () => {
    await sql`
      truncate users, roles, permissions, sessions, login_failures, setup_codes
        restart identity cascade
    `.execute(database.sql)
    await syncAccess(backend)
  }
  const close = async () => {
    await app.close()
    await database.close()
  }
  return { app, backend, sql: database.sql, reset, close } satisfies Office
}

/** One process: several of them may share a database. */
export async function officeApp(backend: Backend): Promise<FastifyInstance> {
  const app = Fastify({ trustProxy: '127.0.0.1' })
  const authenticator = createAuthenticator(backend)
  app.addHook('onClose', () => authenticator.close())
  answerErrors(app)
  validateRequests(app)
  guardRoutes(app, (request) => authenticator.authenticate(request))
  await app.register(
    async (api) => {
      authRoutes(api, backend)
      const guarded = { config: { access: { permission: 'door.open' } } }
      api.get('/door', guarded, async () => ({ data: 'open' }))
      const vault = { config: { ...guarded.config, reauthenticate: true } } as const
      api.get('/vault', vault, async () => ({ data: 'open' }))
    },
    { prefix: '/api' },
  )
  await app.ready()
  return app
}

export async function addUser(
  { sql: database }: Pick<Office, 'sql'>,
  email: string,
  { role = 'Visitor', isActive = true } = {},
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with person as (
      insert into users (name, email, password, is_active)
      values ('Some Body', ${email}, ${await someHash()}, ${isActive}) returning id
    ), granted as (
      insert into users_roles (record_id, target_id)
      select person.id, roles.id from person, roles where roles.name = ${role}
    )
    select id from person`.execute(database)
  return rows[0]!.id
}

let hashed: Promise<string> | undefined
const someHash = () => (hashed ??= hashPassword(password))

export interface CallOptions {
  token?: string
  ip?: string
  payload?: unknown
}

export async function call(
  app: FastifyInstance,
  method: InjectOptions['method'],
  url: string,
  { token, ip, payload }: CallOptions = {},
): Promise<{ status: number; body: any; headers: Record<string, unknown> }> {
  const response = await app.inject({
    method,
    url: `/api${url}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(ip ? { 'x-forwarded-for': ip } : {}),
    },
    ...(payload === undefined ? {} : { payload: payload as object }),
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}

/** Signs in and answers the token. */
export async function enter(app: FastifyInstance, email: string, ip?: string): Promise<string> {
  const { status, body } = await call(app, 'POST', '/login', { ip, payload: { email, password } })
  if (status !== 200) throw new Error(`sign-in answered ${status} ${JSON.stringify(body)}`)
  return body.data.access_token
}
