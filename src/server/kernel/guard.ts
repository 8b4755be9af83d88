import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'

import type { Operation, Resource, Rule, User } from '#schema'

import { confirmPassword, forbidden, unauthenticated } from './errors.ts'
import { msg } from '../../texts/serverMsg.ts'

/**
 * Who may call a route: anybody, anybody signed in, holders of one of some permission strings,
 * users whom a rule or that of a resource's operation lets in, or users whom one of several lets in.
 */
export type RouteAccess =
  | 'public'
  | 'signed-in'
  | { readonly permission: string | readonly string[] }
  | { readonly resource: Resource; readonly operation: Operation }
  | { readonly rule: Rule }
  | { readonly any: readonly RouteAccess[] }

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess
    /** Refuses sessions whose password was entered too long ago, with the code `confirm_password`. */
    reauthenticate?: true
  }
  interface FastifyRequest {
    /** Set on every route that is not public. */
    user: User
    sessionId: number
    /** Whether the password of the session was entered within the last quarter of an hour. */
    isConfirmed: boolean
  }
}

/** Whether a request only reads, by its method or because it lists or searches with a body. */
export const isRead = ({ method, routeOptions: { url, config } }: FastifyRequest) =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) || url?.endsWith('/search') === true || isList(config)

const isList = ({ access }: FastifyContextConfig) =>
  typeof access === 'object' && 'operation' in access && access.operation === 'list'

export interface Session {
  readonly id: number
  readonly user: User
  /** When the password was entered last, in milliseconds since 1970. */
  readonly confirmedAt: number
  /** The password was set by somebody else: until the user has chosen an own one, nothing else is open. */
  readonly mustChangePassword?: boolean
}

/** Bytes: the largest body of a request without a sign-in. */
const publicBodyLimit = 16 * 1024

/** For so many milliseconds after the password was entered, sensitive actions do not ask for it again. */
const confirmedForMs = 15 * 60_000

const openBeforePassword = new Set([
  '/api/profile',
  '/api/profile/settings',
  '/api/profile/password',
  '/api/logout',
])

/** Refuses to register a route that does not say who may call it, and checks each call. */
export function guardRoutes(
  app: FastifyInstance,
  authenticate: (request: FastifyRequest) => Promise<Session | undefined>,
): void {
  app.decorateRequest('user')
  app.decorateRequest('sessionId', 0)
  app.decorateRequest('isConfirmed', false)
  app.addHook('onRoute', (route) => {
    const { url, method, config } = route
    if (!config?.access) throw new Error(`${String(method)} ${url}: a route needs config.access`)
    if (config.access === 'public') route.bodyLimit ??= publicBodyLimit
  })
  app.addHook('onRequest', async (request) => {
    const { access, reauthenticate } = request.routeOptions.config
    if (request.is404 || access === 'public') return
    const session = await authenticate(request)
    if (!session) throw unauthenticated()
    if (session.mustChangePassword && !openBeforePassword.has(request.routeOptions.url ?? '')) {
      throw forbidden(msg('change_your_password_first_put_api_profile'))
    }
    request.user = session.user
    request.sessionId = session.id
    // Ahead of now it was before the clock was put back.
    request.isConfirmed = Math.abs(Date.now() - session.confirmedAt) < confirmedForMs
    if (!access || !isAllowed(access, session.user)) throw forbidden()
    if (reauthenticate && !request.isConfirmed) throw confirmPassword()
  })
}

export function isAllowed(access: RouteAccess, user: User): boolean {
  if (typeof access === 'string') return true
  if ('any' in access) return access.any.some((one) => isAllowed(one, user))
  if ('rule' in access) return access.rule(user) !== false
  if ('resource' in access) return access.resource.access[access.operation](user) !== false
  return [access.permission].flat().some((one) => user.permissions.has(one))
}

/** Who writes: stands in the audit row. */
export interface Author {
  readonly user_id: number | null
  /** The record at whose word it is done where no user does it: a partner, a system that is asked. */
  readonly by?: { readonly resource: string; readonly id: number }
  readonly job_id?: number | null
  readonly ip?: string
  readonly user_agent?: string
}

export function authorOf({ user, ip, headers }: FastifyRequest): Author {
  return { user_id: user.id, ip, user_agent: headers['user-agent']?.slice(0, 300) }
}

/** A request to which its client gave a key: sent again with the same key, it is the same request. */
export interface RequestKey {
  /** The id of the user who asks; below zero that of a caller who is no user. */
  readonly user: number
  readonly key: string
  /** The hash of everything that was asked. */
  readonly request: Buffer
}

/** The key of a request, or undefined when it has none. */
export function keyOf({
  headers: { 'idempotency-key': key },
  user,
  method,
  url,
  body,
}: FastifyRequest): RequestKey | undefined {
  if (typeof key !== 'string') return undefined
  const asked = JSON.stringify([method, url, body])
  return { user: user.id, key, request: createHash('sha256').update(asked).digest() }
}

/** An address as some proxies write it, with its port: `192.0.2.1:5555`, `[2001:db8::1]:5555`. Returns it without. */
export const withoutPort = (address: string): string =>
  address
    .trim()
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')

/** What one person can hardly leave: an IPv4 address, or the /64 network of an IPv6 address. */
export function addressBlock(ip: string): string {
  const plain = withoutPort(ip)
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '')
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  const { hostname } = new URL(`http://[${plain}]`)
  const [start = '', end = ''] = hostname.slice(1, -1).split('::')
  const first = start.split(':').filter(Boolean)
  const last = end.split(':').filter(Boolean)
  const zeros = hostname.includes('::') ? 8 - first.length - last.length : 0
  return [...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, 4).join(':')
}

const warned = new WeakSet<FastifyRequest['server']>()

/**
 * Reads the addresses in `X-Forwarded-For` without their ports, and says once in the log when the header comes from
 * somebody who is not in TRUSTED_PROXIES: behind such a proxy everybody counts as one address.
 */
export function readForwarded(request: FastifyRequest): void {
  const { headers } = request.raw
  const given = [headers['x-forwarded-for'] ?? []].flat()
  headers['x-forwarded-for'] = given.join(',').split(',').map(withoutPort).join(', ')
  // Of a trusted peer the next address is read too.
  const isTrusted = (request.ips?.length ?? 0) > 1
  if (isTrusted || warned.has(request.server)) return
  warned.add(request.server)
  const peer = request.socket.remoteAddress ?? ''
  request.log.warn(
    `X-Forwarded-For comes from ${peer}, which is not in TRUSTED_PROXIES: everybody behind it counts as one ` +
      `address. If it is your proxy, set TRUSTED_PROXIES=${peer}.`,
  )
}
