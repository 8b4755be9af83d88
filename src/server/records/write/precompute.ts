import { validateChanges, type Field, type Resource, type User } from '#schema'

import { serverKindOf } from '../../../kinds/kinds.server.ts'
import type { Backend } from '../../kernel/backend.ts'
import type { Row } from '../read/select.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/**
 * Returns the stored forms of a request's values that take long to make, as the hash of a password does, by the value that
 * was sent. Done before a transaction opens: it would hold its locks meanwhile. Nothing is made of what the write will refuse.
 */
export async function precompute(
  backend: Backend,
  resource: Resource,
  user: User,
  body: unknown,
): Promise<UnitOfWork['precomputed']> {
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
