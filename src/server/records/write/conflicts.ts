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

/** Runs a change of one record. Where somebody was quicker, the refusal says what the record is now, who changed what and when. */
export async function withConflictDetails<Answer>(
  { resource, id, body }: Write,
  { backend, user }: { backend: Backend; user: User },
  write: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof Outdated) || resource.access.show(user) === false) throw error
    const known = Number(asObject(body)['version'])
    throw new Outdated(error.message, await conflictOf(backend, resource, user, { id, known }))
  }
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
