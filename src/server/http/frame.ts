import { Socket } from 'node:net'
import { Readable } from 'node:stream'

import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Histogram } from 'prom-client'

import { msg } from '../../texts/serverMsg.ts'
import { addressBlock, readForwarded } from '../kernel/clientAddress.ts'
import { isRead } from '../kernel/guard.ts'
import { refuse } from './platform/clientErrors.ts'
import { cors, securityHeadersFor } from './platform/headers.ts'
import { lineOf, type RequestLog } from './requests/requestLog.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds in which the body of a request must arrive. */
    bodyTimeoutMs?: number
  }
}

interface Timeouts {
  /** Milliseconds in which the body of a request must arrive that says no other time. */
  readonly bodyMs: number
  /** Milliseconds in which the reader of a stream must take some of it. */
  readonly stallMs: number
}

export interface Frame {
  /** The one other origin that the page may call (specification 7). */
  readonly apiOrigin?: string | undefined
  /** The other origins that may call the API from a browser. */
  readonly corsOrigins?: readonly string[]
  readonly timeouts?: Timeouts
  /** Requests of one address in a minute; any number where nothing is said. */
  readonly maxRequests?: number
  /** Takes how long each request took, by route pattern, method and class of status. */
  readonly durations?: Histogram
  readonly requestLog?: RequestLog | undefined
}

/** Connections that one process keeps open, streams of events among them. */
const maxConnections = 5_000

/**
 * What stands around every request, whatever its route: the address it comes from, the headers of its answer, the limits
 * of its time and rate, and the notes of what became of it.
 */
export async function frameRequests(
  app: FastifyInstance,
  {
    apiOrigin,
    corsOrigins = [],
    timeouts = { bodyMs: 60_000, stallMs: 60_000 },
    maxRequests,
    durations,
    requestLog,
  }: Frame,
): Promise<void> {
  const headers = Object.entries(securityHeadersFor(apiOrigin))
  app.server.maxConnections = maxConnections
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['x-forwarded-for'] !== undefined) readForwarded(request)
    // On the raw answer, so that they also stand on errors, on unknown addresses and on streams that take the answer out
    // of Fastify's hands.
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    if (request.protocol === 'https') {
      reply.raw.setHeader('strict-transport-security', 'max-age=31536000')
    }
    limitBody(request, reply, timeouts.bodyMs)
  })
  await app.register(cors, { origins: corsOrigins })
  if (maxRequests !== undefined) await limitRate(app, maxRequests)
  app.addHook('onSend', async (_request, { raw }, payload) => {
    if (payload instanceof Readable) raw.setTimeout(timeouts.stallMs, () => raw.destroy())
  })
  app.addHook('onResponse', async (request, reply) => {
    if (durations) observe(durations, request, reply)
    if (requestLog && isLogged(request, reply)) requestLog.add(lineOf(request, reply))
  })
  app.addHook('onClose', () => requestLog?.close())
}

/** Ends a connection whose request does not arrive in time. */
function limitBody({ raw, routeOptions }: FastifyRequest, reply: FastifyReply, bodyMs: number) {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
  if (length === undefined && encoding === undefined) return
  const timer = setTimeout(() => {
    if (raw.complete) return
    // A request that a test injects has no connection to answer on.
    const isOpen = !reply.raw.headersSent && raw.socket instanceof Socket
    if (isOpen) refuse(raw.socket, 408)
    else raw.destroy()
  }, routeOptions.config.bodyTimeoutMs ?? bodyMs).unref()
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer))
}

/** Before the guard, so that a flood of made-up tokens ends here and not at the database. */
async function limitRate(app: FastifyInstance, max: number): Promise<void> {
  const limit = {
    max,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }: FastifyRequest) => addressBlock(ip),
    allowList: ({ routeOptions }: FastifyRequest) => routeOptions.config.rateLimit === false,
    errorResponseBuilder: (_request: unknown, { ttl }: { ttl: number }) => ({
      statusCode: 429,
      message: msg('too_many_requests_try_again_in_seconds', { seconds: Math.ceil(ttl / 1000) }),
    }),
  }
  await app.register(rateLimit, { ...limit, global: false })
  app.addHook('onRequest', app.rateLimit(limit))
}

function observe(durations: Histogram, request: FastifyRequest, reply: FastifyReply): void {
  // A stream lasts as long as its reader likes; that is no response time.
  if (String(reply.raw.getHeader('content-type')).startsWith('text/event-stream')) return
  const route = request.routeOptions.url ?? 'unknown'
  const status = `${Math.floor(reply.statusCode / 100)}xx`
  durations.observe({ route, method: request.method, status }, reply.elapsedTime / 1000)
}

/**
 * Whether a call of the API changed something or failed (product.md 8.4). Searches by POST read, and the pieces of an
 * upload are told by what is done with the file.
 */
function isLogged(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
  const { url, method, routeOptions } = request
  if (!url.startsWith('/api/') || method === 'OPTIONS') return false
  return statusCode >= 400 || !(isRead(request) || routeOptions.url?.startsWith('/api/files'))
}
