import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { tooMany } from '../kernel/errors.ts'
import { addressBlock } from '../kernel/guard.ts'
import { msg } from '../../texts/serverMsg.ts'

const refusal = (ms: number) =>
  msg('too_many_requests_try_again_in_seconds', { seconds: Math.ceil(ms / 1000) })

export interface Rate {
  /** Most requests in a minute. */
  readonly max: number
  /** Names the session that a request belongs to, as far as it is known without asking; others count by their address. */
  knownToken(request: FastifyRequest): string | undefined
}

/**
 * Before the guard, so that a flood of made-up tokens ends here and not at the database. A session that is known has a
 * count of its own: the people of an office do not use up each other's, or that of who signs in beside them.
 */
export async function limitRate(app: FastifyInstance, { max, knownToken }: Rate): Promise<void> {
  const limit = {
    max,
    timeWindow: '1 minute',
    keyGenerator: (request: FastifyRequest) => knownToken(request) ?? addressBlock(request.ip),
    allowList: ({ routeOptions }: FastifyRequest) => routeOptions.config.rateLimit === false,
    errorResponseBuilder: (_request: unknown, { ttl }: { ttl: number }) => ({
      statusCode: 429,
      message: refusal(ttl),
    }),
  }
  await app.register(rateLimit, { ...limit, global: false })
  app.addHook('onRequest', app.rateLimit(limit))
}

interface CallLimit {
  /** Whose calls are counted together. */
  keyOf(request: FastifyRequest): string
  /** How many calls the sender of a request may make in a minute. */
  perMinute(request: FastifyRequest): number
}

/** Returns what counts a call of somebody who is known by more than an address. It throws 429 above the limit. */
export function createCallLimit(
  app: Pick<FastifyInstance, 'createRateLimit'>,
  { keyOf, perMinute }: CallLimit,
): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({
    max: perMinute,
    timeWindow: '1 minute',
    keyGenerator: keyOf,
  })
  return async (request) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) {
      throw tooMany(refusal(counted.ttl), counted.ttl / 1000)
    }
  }
}
