import { RequestError } from '../../kernel/errors.ts'
import type { Labels } from '../history/labels.ts'
import type { HistoryEntry, Skipped } from '#contract'
import type { Row } from '../read/select.ts'
import { msg } from '../../../texts/serverMsg.ts'

/** A write that was decided on an older version than the record has by now. */
export class Outdated extends RequestError {
  override readonly data: Conflict | undefined

  constructor(message: string, data?: Conflict) {
    super(409, message)
    this.data = data
  }
}

/** What a write did not know of, as far as the user may see it. */
export interface Conflict {
  /** The record as it is now. */
  readonly record: Row
  /** Who has changed what since, the newest first. */
  readonly changes: readonly HistoryEntry[]
  readonly labels: Labels
}

export const skipped = {
  permission: (id: number): Skipped => ({
    id,
    code: 'permission',
    reason: msg('you_do_not_have_the_permission_for'),
  }),
  gone: (id: number): Skipped => ({ id, code: 'gone', reason: msg('not_found') }),
}

/** A refusal in the words of a report: the first field error says more than "check the marked fields". */
export function skippedBy(id: number, error: RequestError): Skipped {
  const reason = Object.values(error.errors ?? {})[0]?.[0] ?? error.message
  return { id, code: codeOf(error), reason }
}

function codeOf(error: RequestError): Skipped['code'] {
  if (error instanceof Outdated) return 'changed'
  if (error.status === 403) return 'permission'
  return error.status === 404 ? 'gone' : 'invalid'
}
