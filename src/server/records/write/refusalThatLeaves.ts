import type { FastifyRequest } from 'fastify'

import type { Backend, Context } from '../../kernel/backend.ts'
import { RequestError } from '../../kernel/errors.ts'
import { contextOf } from './hooks.ts'
import { transact, type Scope, type UnitOfWork } from './transact.ts'

/**
 * The refusal of an action or a write that leaves something of itself behind: `leave` is called once what was done is taken
 * back, in the transaction that goes on, or in one of its own.
 */
export class RefusalThatLeaves extends RequestError {
  readonly leave: (context: Context) => Promise<void>

  constructor(refusal: RequestError, leave: RefusalThatLeaves['leave']) {
    const { status, text, errors, retryAfter, code, data } = refusal
    super(status, text, errors, retryAfter, code, data)
    this.leave = leave
  }
}

/** Does the work of a request in one transaction, and what its refusal leaves in another. */
export async function transactOrLeave<Answer>(
  backend: Backend,
  request: FastifyRequest,
  work: (scope: Scope) => Promise<Answer>,
  precomputed: UnitOfWork['precomputed'],
): Promise<Answer> {
  try {
    return await transact(backend, request, work, precomputed)
  } catch (error) {
    if (error instanceof RefusalThatLeaves) {
      await transact(backend, request, (scope) => error.leave(contextOf(scope)))
    }
    throw error
  }
}
