import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { addressBlock } from '../kernel/guard.ts'
import { msg } from '../../texts/serverMsg.ts'

/** Before the guard, so that a flood of made-up tokens ends here and not at the database. */
export async function limitRate(app: FastifyInstance, max: number): Promise<void> {
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
