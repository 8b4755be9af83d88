import type { Resource, User } from '#schema'

import type { Backend } from '../../kernel/backend.ts'
import { readHistory } from '../history/readHistory.ts'
import { getRecord } from '../read/record.ts'
import { Outdated, type Conflict } from '../bulk/skipped.ts'
import { asObject } from './write.ts'

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
  const known = Number(asObject(body)['version'])
  return new Outdated(error.message, await conflictOf(backend, resource, user, { id, known }))
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
