import { createHash, timingSafeEqual } from 'node:crypto'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

import type { Backend } from '../kernel/backend.ts'
import { notFound } from '../kernel/errors.ts'

export function metricsRoutes(
  app: FastifyInstance,
  { config }: Backend,
  { register }: Pick<ReturnType<typeof createMetrics>, 'register'>,
): void {
  app.get('/metrics', { config: { access: 'public' } }, async (request, reply) => {
    if (!mayRead(request, config.metricsToken)) throw notFound()
    return reply.type(register.contentType).send(await register.metrics())
  })
}

/** What Prometheus reads: the process, and how long requests take by route pattern. */
export function createMetrics() {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route pattern, method and class of status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [register],
  })
  return { register, durations }
}

/** Only with the token: a proxy on this machine calls from loopback too, for anybody. */
function mayRead({ headers }: FastifyRequest, token: string | undefined): boolean {
  const given = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1]
  return given !== undefined && token !== undefined && isSame(given, token)
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [given, token].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
