import { AsyncLocalStorage } from 'node:async_hooks'

import type { FastifyRequest } from 'fastify'

/** One request of the tus protocol, which the library hands on to the store without. */
export interface Attempt {
  readonly request: FastifyRequest
  /** What went wrong in the store. */
  failure?: unknown
}

export const attempts = new AsyncLocalStorage<Attempt>()

/** The request that the library is at work on. */
export function currentAttempt(): Attempt {
  const attempt = attempts.getStore()
  if (!attempt) throw new Error('an upload without a request')
  return attempt
}
