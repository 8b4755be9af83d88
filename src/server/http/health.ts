import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { consoleContract as contract } from '#contract'

import type { Backend } from '../kernel/backend.ts'
import type { DiskState } from './diskState.ts'

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
