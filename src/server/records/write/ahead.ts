import { validateChanges, type Field, type Resource, type User } from '#schema'

import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { serverKindOf } from '../../../kinds/kinds.server.ts'
import type { Row } from '../read/select.ts'

/** The stored form of values, by the value that was sent. */
export type Ahead = ReadonlyMap<string, string>

/** What was made ahead, each under the transaction that is to store it. */
const made = new WeakMap<Sql, Ahead>()

/**
 * Makes what takes long to make of a request's values, as the hash of a password does, before a transaction
 * opens: it would hold its locks meanwhile. Nothing is made of what the write will refuse.
 */
export async function storedAhead(
  backend: Backend,
  resource: Resource,
  user: User,
  body: unknown,
): Promise<Ahead> {
  const given: Row = Object(body)
  const stored = new Map<string, string>()
  for (const [name, field] of Object.entries<Field>(resource.fields)) {
    const { isSlow, write } = serverKindOf(field)
    const value = given[name]
    if (!isSlow || !write || typeof value !== 'string') continue
    const { errors } = validateChanges(resource.fields, user, { [name]: value })
    if (!errors) stored.set(value, await write(value, backend, ''))
  }
  return stored
}

/** Has a transaction store what was made ahead of it. */
export function keepAhead(database: Sql, ahead: Ahead): void {
  made.set(database, ahead)
}

export const foundAhead = (database: Sql, value: string): string | undefined =>
  made.get(database)?.get(value)
