import { setTimeout as sleep } from 'node:timers/promises'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

import { consoleContract as contract } from '#contract'

import type { Backend } from '../kernel/backend.ts'
import { notFound } from '../kernel/errors.ts'
import type { Log } from '../kernel/database.ts'
import { hasPassed, momentNow, type Moment } from '../kernel/moment.ts'

const timeoutMs = 2_000

/** Asked by machines, often and without signing in: neither counted nor refused under load. */
const open = {
  config: { access: 'public', rateLimit: false, pressureHandler: () => undefined },
} as const

/** Whether the process lives, and whether it can work. Neither says more than why not. */
export function healthRoutes(
  app: FastifyInstance,
  { database }: Backend,
  disk: Pick<DiskState, 'isFull'>,
): void {
  app.get('/livez', open, async () => ({ status: 'ok' }))
  app.get('/readyz', open, async (_request, reply) => {
    if (disk.isFull()) return reply.status(503).send({ status: 'disk full' })
    if (await answers(database)) return { status: 'ok' }
    return reply.status(503).send({ status: 'unavailable' })
  })
  app.get('/api/health', { ...open, schema: contract.health }, async () => ({
    data: { status: 'ok' },
  }))
}

async function answers(database: Backend['database']): Promise<boolean> {
  const asked = sql`select 1`.execute(database.sql).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, sleep(timeoutMs, false, { ref: false })])
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

/** Only with the token: a proxy on this machine calls from loopback too, for anybody. */
function mayRead({ headers }: FastifyRequest, token: string | undefined): boolean {
  const given = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1]
  return given !== undefined && token !== undefined && isSame(given, token)
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [given, token].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}

/** Milliseconds after the last write that found the disk full. */
const rememberedMs = 60_000

export type DiskState = ReturnType<typeof createDiskState>

/** Knows whether the disk was found full within the last minute; the log is told once each time. */
export function createDiskState(log: Pick<Log, 'error'>) {
  let fullSince: Moment | undefined
  const isFull = () => fullSince !== undefined && !hasPassed(rememberedMs, fullSince)
  return {
    isFull,
    foundFull(error: unknown): void {
      if (!isFull()) log.error({ err: error }, 'The disk is full: nothing can be saved.')
      fullSince = momentNow()
    },
  }
}
