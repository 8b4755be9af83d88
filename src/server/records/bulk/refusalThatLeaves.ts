import type { Context } from '../../kernel/backend.ts'
import { RequestError } from '../../kernel/errors.ts'

/**
 * The refusal of an action that leaves something of itself behind: `leave` is called once what the action did is taken back,
 * in the transaction that goes on, or in one of its own.
 */
export class RefusalThatLeaves extends RequestError {
  readonly leave: (context: Context) => Promise<void>

  constructor(refusal: RequestError, leave: RefusalThatLeaves['leave']) {
    const { status, text, errors, retryAfter, code } = refusal
    super(status, text, errors, retryAfter, code)
    this.leave = leave
  }
}
