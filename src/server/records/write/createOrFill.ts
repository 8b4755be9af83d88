import type { Resource, User } from '#schema'
import { RefusedRecord } from '../../kernel/errors.ts'
import { admitValues } from '../read/admit.ts'
import type { Row } from '../read/select.ts'
import { hasLines } from '../../database/parts.ts'
import { fillEmpty } from './fillEmpty.ts'
import { saveLines } from './lines/lines.ts'
import { isOpenTo } from './validation/same.ts'
import { contextOf, asObject, prepare, withDefaults } from './hooks.ts'
import type { Scope } from './transact.ts'
import { validateWrite } from './validation/validateWrite.ts'
import { createRecord } from './write.ts'
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { keyOf } from '../../kernel/guard.ts'
import { once, onceWithin } from '../../database/requestKeys.ts'
import { findStored } from '../read/record.ts'

/** A record that was made, or the one that was there already and was filled by what came. */
export interface Taken {
  readonly id: number
  readonly is_filled?: true
}

/**
 * Creates one record, or fills what is empty in the one that stands in its way, where the business says that it may
 * (`RefusedRecord.mayFill`). For users who see values masked that counts as comparing them.
 */
export async function createOrFill(
  resource: Resource,
  body: unknown,
  scope: Scope,
  computed: Row = {},
): Promise<Taken> {
  try {
    const record = await createRecord(resource, body, scope, computed)
    if (hasLines(resource)) await saveLines(resource, record, scope)
    return { id: record.id }
  } catch (error) {
    if (!(error instanceof RefusedRecord && error.mayFill) || error.match === undefined) throw error
    // Callers who are no users of the console see nothing of it.
    if (scope.user.id) await admitValues(resource, asObject(body), scope, scope.sql)
    const values = await givenValues(resource, body, scope)
    const filled = await fillEmpty(resource, { id: error.match, values, byRule: true }, scope)
    if (!filled) throw error
    return { id: filled.id, is_filled: true }
  }
}

/** What was given, in the form in which it is stored; none of what a new record begins with. */
async function givenValues(resource: Resource, body: unknown, scope: Scope): Promise<Row> {
  const given = await withDefaults(resource, body, contextOf(scope))
  const { values } = await validateWrite({ resource, given, previous: undefined }, scope)
  const prepared = prepare(scope.backend, resource, values, undefined)
  const names = Object.keys(asObject(body))
  return Object.fromEntries(names.map((name) => [name, prepared[name]]))
}

/** Whether a user may know which record is there of what they gave: who sees one of the values masked may not. */
export const mayKnowMatch = ({ access, fields }: Resource, user: User, given: Row): boolean =>
  access.show(user) === true &&
  Object.keys(given).every((name) => !fields[name] || isOpenTo(user, fields[name]))

/**
 * Makes a new record, or finds the one that the same person made with the same request key; without a key, of the very same
 * values as lately as the behavior says (`sameWithin`), unless that is deleted or closed by now.
 */
export async function createdOnce(
  resource: Resource,
  asked: FastifyRequest,
  { backend, user, sql: database, unitOfWork }: Scope,
  make: () => Promise<Taken>,
): Promise<Taken> {
  const key = keyOf(asked)
  if (key) return once(key, database, make)
  const seconds = backend.business.behaviors[resource.name]?.sameWithin
  if (seconds === undefined) return make()
  const request = createHash('sha256')
    .update(JSON.stringify([asked.url, asked.body]))
    .digest()
  const stands = async ({ id }: Taken) => {
    const [found] = await findStored(resource, { id }, database)
    return found !== undefined && !resource.closed?.when(found as never)
  }
  const within = { seconds, stands, store: unitOfWork.store }
  return onceWithin(within, { user: user.id, request }, database, make)
}
