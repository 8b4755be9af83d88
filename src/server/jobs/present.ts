import type { User } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import type { Row } from '../records/read/select.ts'

/**
 * A job as a reader sees it: what was asked for and what is left of it stand there whole for its owner, for others as
 * far as they may read the fields it is about. Who may not read whose a job is sees own jobs only.
 */
export function presentJob<Record extends object>(
  record: Record,
  user: User,
  backend: Backend,
): Record {
  const { user: owner, type, parameters, result } = record as Row
  if (owner === undefined || owner === user.id) return record
  const content = { parameters: asRow(parameters), result }
  const shown = backend.jobs.contentForOthers(String(type), content, user)
  return { ...record, parameters: null, result: null, ...shown }
}

const asRow = (value: unknown): Row =>
  typeof value === 'object' && value !== null ? (value as Row) : {}
