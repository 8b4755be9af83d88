import type { Resource, User } from '#schema'
import type { HistoryEntry, Skipped } from '#contract'

import { isConfirmPassword, RequestError } from '../../../kernel/errors.ts'
import { msg } from '../../../../texts/serverMsg.ts'
import { readHistory } from '../../read/history/readHistory.ts'
import type { Labels } from '../../read/history/changeLabels.ts'
import { reachableAmong, type Stored } from '../../read/record.ts'
import type { Row } from '../../read/select.ts'
import type { Backend } from '../../../kernel/backend.ts'
import type { Sql } from '../../../kernel/database.ts'
import { getRecord } from '../../read/select.ts'

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

/** Why records were not reached that were asked for, of which some are held: the user does not see them, or may not do it. */
export async function unreached(
  resource: Resource,
  ids: readonly number[],
  held: readonly Stored[],
  { user, sql: database }: { readonly user: User; readonly sql: Sql },
): Promise<Skipped[]> {
  const asked = new Set(ids)
  const own = held.filter(({ id }) => asked.has(id))
  const seen = await reachableAmong(resource, user, 'show', own, database)
  const seenIds = new Set(seen.map(({ id }) => id))
  return ids.map((id) => (seenIds.has(id) ? skipped.permission(id) : skipped.gone(id)))
}

/** Why a record is left out of many. Throws what is no refusal of this one: one password opens all of them. */
export function refusalOf(id: number, error: unknown): Skipped {
  if (!(error instanceof RequestError) || isConfirmPassword(error)) throw error
  return skippedBy(id, error)
}

/** A refusal in the words of a report: the first field error says more than "check the marked fields". */
export function skippedBy(id: number, error: RequestError): Skipped {
  const reason = Object.values(error.errors ?? {})[0]?.[0] ?? error.text
  return { id, code: codeOf(error), reason, ...(error.code && { refusal: error.code }) }
}

function codeOf(error: RequestError): Skipped['code'] {
  if (error instanceof Outdated) return 'changed'
  if (error.status === 403) return 'permission'
  return error.status === 404 ? 'gone' : 'invalid'
}

interface Write {
  readonly resource: Resource
  readonly id: number
  readonly body: unknown
}

/** Returns the error of a refused change. Where somebody was quicker, it says what the record is now, who changed what and when. */
export async function withConflictDetails(
  error: unknown,
  { resource, id, body }: Write,
  { backend, user }: { backend: Backend; user: User },
): Promise<unknown> {
  if (!(error instanceof Outdated) || resource.access.show(user) === false) return error
  const known = Number(Object(body).version)
  return new Outdated(error.text, await conflictOf(backend, resource, user, { id, known }))
}

async function conflictOf(
  backend: Backend,
  resource: Resource,
  user: User,
  { id, known }: { id: number; known: number },
): Promise<Conflict> {
  const { data, meta } = await readHistory(backend, resource, user, { id, before: undefined })
  const record = await getRecord(backend, resource, user, id)
  return {
    record,
    changes: data.filter(({ version }) => Number(version) > known),
    labels: meta.labels,
  }
}
