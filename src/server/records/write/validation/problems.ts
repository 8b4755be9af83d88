import { sql } from 'kysely'

import { actionNamed, fieldOf, labelOf, type Resource, sentence, targetOf } from '#schema'

import { conflict, invalid, RequestError } from '../../../kernel/errors.ts'
import { msg } from '../../../../texts/serverMsg.ts'
import type { Sql } from '../../../kernel/database.ts'
import { identifier } from '../../../database/names.ts'
import { keysOf } from './keys.ts'

/** What both database drivers tell of a refused statement. */
interface DatabaseProblem {
  code: string
  constraint?: string
  table?: string
  detail?: string
}

const uniqueViolation = '23505'

const foreignKeyViolation = '23503'

const isProblem = (error: unknown): error is DatabaseProblem =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/**
 * A refused statement in words for the person who wrote the record; anything else as it was.
 * It never tells which record stands in the way (attack A9).
 */
export function asRequestError(resource: Resource, error: unknown): unknown {
  if (!isProblem(error)) return error
  if (error.code === uniqueViolation) return taken(resource, error.constraint ?? '')
  if (error.code === foreignKeyViolation) return dangling(resource, error)
  return error
}

/**
 * Does what the handler of an action does. Throws 422 where that makes a second record of what the resource has once; its other
 * refused statements are faults of the handler.
 */
export async function handled<Answer>(
  resource: Resource,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    const isTaken =
      isProblem(error) &&
      error.code === uniqueViolation &&
      error.constraint?.startsWith(`${resource.name}_`)
    throw isTaken ? asRequestError(resource, error) : error
  }
}

/** One word for all fields of a key, at the first of them that a form asks for: one that is typed before one that is chosen. */
function taken(resource: Resource, constraint: string): RequestError {
  const { names = [] } =
    keysOf(resource).find((key) => identifier(resource.name, ...key.names, 'key') === constraint) ??
    {}
  const asked = names.filter((one) => {
    const { outOfForm, computed } = fieldOf(resource, one)?.options ?? {}
    return !outOfForm && !computed
  })
  const isChosen = (one: string) => {
    const field = fieldOf(resource, one)
    return field !== undefined && targetOf(field) !== undefined
  }
  const name = asked.find((one) => !isChosen(one)) ?? asked[0]
  if (name === undefined) return conflict(msg('such_a_record_is_there_already'))
  const fields = names.map((one) => labelOf(one, fieldOf(resource, one))).join(', ')
  const all = msg('another_record_has_the_same_values', { fields })
  return invalid({ [name]: [names.length === 1 ? msg('this_value_is_already_taken') : all] })
}

function dangling(resource: Resource, { constraint = '', detail = '' }: DatabaseProblem) {
  if (detail.includes('still referenced')) {
    return conflict(msg('this_is_in_use_and_cannot_be', { thing: resource.one.toLowerCase() }))
  }
  const name = Object.keys(resource.fields).find((one) => isNamedIn(resource, constraint, one))
  return invalid({ [name ?? '']: [msg('not_found_choose_one_from_the_list')] })
}

/** Constraint names are made of table and column: `tags_owner_fkey`. */
function isNamedIn(resource: Resource, constraint: string, name: string): boolean {
  const rest = constraint.startsWith(`${resource.name}_`)
    ? constraint.slice(resource.name.length + 1)
    : constraint
  return rest === `${name}_fkey` || `_${rest}`.includes(`_${name}_`)
}

/** The done message of a write: "Setting successfully created". */
export function doneMessage(resource: Resource, done: keyof typeof doneMessages): string {
  const thing = resource.messages === 'setting' ? 'Setting' : sentence(resource.one)
  return doneMessages[done](thing)
}

/** The done message of a bulk action: "4 tags successfully deleted", or how many were done where some were skipped. */
export function bulkMessage(
  resource: Resource,
  action: string,
  { done: count, skipped }: { readonly done: number; readonly skipped: number },
): string {
  if (skipped > 0) return msg('done_and_skipped', { done: count, skipped })
  const things = (count === 1 ? resource.one : (resource.plural ?? resource.label)).toLowerCase()
  if (action === 'update') return msg('things_successfully_updated', { count, things })
  if (action === 'delete') return msg('things_successfully_deleted', { count, things })
  return msg('done_for_things', {
    action: actionNamed(resource, action)?.label ?? action,
    count,
    things,
  })
}

/** Written out, so that each can be translated. */
const doneMessages = {
  created: (thing: string) => msg('successfully_created', { thing }),
  updated: (thing: string) => msg('successfully_updated', { thing }),
  deleted: (thing: string) => msg('successfully_deleted', { thing }),
  restored: (thing: string) => msg('successfully_restored', { thing }),
}

interface PointingColumn {
  readonly table: string
  readonly column: string
}

/**
 * Refuses to mark as deleted what lists still name. Of what is deleted for good the database refuses that itself, as its
 * references say (`onDelete`).
 */
export async function refuseWhileUsed(
  database: Sql,
  thing: string,
  id: number,
  ...places: PointingColumn[]
): Promise<void> {
  const uses = places.map(
    ({ table, column }) =>
      sql`exists (select from ${sql.table(table)} where ${sql.ref(column)} = ${id})`,
  )
  const { rows } = await sql<{ is_used: boolean }>`
    select ${sql.join(uses, sql` or `)} as is_used`.execute(database)
  if (rows[0]?.is_used) throw conflict(msg('this_is_in_use_and_cannot_be', { thing }))
}
