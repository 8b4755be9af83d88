import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Backend } from '../../kernel/backend.ts'
import { createRequestLog } from './requestLog.ts'

/**
 * Logs the calls of the API that change something or fail, where the business lists them (product.md 8.4). Searches by
 * POST read, and the pieces of an upload are told by what is done with the file.
 */
export function logRequests(app: FastifyInstance, backend: Backend): void {
  if (!backend.business.resources.some(({ name }) => name === 'requests')) return
  const log = createRequestLog(backend)
  const errors = new WeakMap<FastifyRequest, string>()
  app.addHook('onClose', () => log.close())
  // Before the answer is translated: the log is in English, like the log of the process.
  app.addHook('preSerialization', async (request, reply, payload) => {
    if (reply.statusCode >= 400) errors.set(request, messageIn(payload))
    return payload
  })
  app.addHook('onResponse', async (request, reply) => {
    if (isLogged(request, reply)) log.add(lineOf(request, reply, errors.get(request)))
  })
}

const messageIn = (payload: unknown): string =>
  typeof payload === 'object' && payload !== null && 'message' in payload
    ? String(payload.message)
    : ''

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

function isLogged({ url, method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply) {
  if (!url.startsWith('/api/') || method === 'OPTIONS') return false
  if (statusCode >= 400) return true
  const { url: route = '' } = routeOptions
  return !reads.has(method) && !route.endsWith('/search') && !route.startsWith('/api/files')
}

function lineOf(request: FastifyRequest, reply: FastifyReply, error = '') {
  const { method, url, routeOptions, ip, id } = request
  const path = url.split('?')[0] ?? ''
  const size = Number(reply.getHeader('content-length'))
  // Of a public route, and before anybody was recognised, there is no user.
  const user = request.user as typeof request.user | undefined
  return {
    created_at: new Date(Date.now() - reply.elapsedTime).toISOString(),
    direction: 'in',
    method,
    route: (routeOptions.url ?? path).replaceAll(/\(.*?\)(?=\/|$)/g, '').slice(0, 300),
    path: path.slice(0, 2_000),
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime),
    ip,
    user: user?.id ?? null,
    correlation_id: id,
    // What PostgreSQL does not take as JSON would cost the other lines too.
    error: error.replaceAll(/[\0\p{Cs}]/gu, '').slice(0, 500) || null,
    size: Number.isFinite(size) ? size : null,
  } as const
}
