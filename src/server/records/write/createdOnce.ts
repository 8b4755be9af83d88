import { createHash } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import type { Resource } from '#schema'

import { onceWithin } from '../../kernel/requestKeys.ts'
import { findStored } from '../read/record.ts'
import type { Taken } from './createOrFill.ts'
import type { Scope } from './transact.ts'

/**
 * Makes a new record, or finds the one that the same person made of the very same values as lately as the behavior says
 * (`sameWithin`), unless that is deleted by now.
 */
export async function createdOnce(
  resource: Resource,
  { url, body }: FastifyRequest,
  { backend, user, sql: database }: Scope,
  make: () => Promise<Taken>,
): Promise<Taken> {
  const seconds = backend.business.behaviors[resource.name]?.sameWithin
  if (seconds === undefined) return make()
  const request = createHash('sha256')
    .update(JSON.stringify([url, body]))
    .digest()
  const isThere = async ({ id }: Taken) => (await findStored(resource, { id }, database)).length > 0
  return onceWithin(seconds, { user: user.id, request }, database, make, isThere)
}
