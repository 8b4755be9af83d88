import { sql } from 'kysely'

import type { Field, Resource } from '#schema'

import { conflict, notFound, type RequestError } from '../../kernel/errors.ts'
import { eachLetIn, type Stored } from '../../records/read/record.ts'
import type { Scope } from '../../records/write/transact.ts'

/**
 * The records of an import that its undoing leaves alone, and why: those that are changed no more, and those that went out of
 * the reach of a user who sees some. A user who sees none has the permission to undo in its place.
 */
export async function closedTo(
  resource: Resource,
  records: readonly Stored[],
  { user, sql: database }: Scope,
): Promise<Map<number, RequestError>> {
  const { closed, access } = resource
  const letIn = await eachLetIn(resource, access.show(user) || true, records, database)
  return new Map(
    records.flatMap((record, place): [number, RequestError][] => {
      if (!letIn[place]) return [[record.id, notFound()]]
      return closed?.when(record as never) ? [[record.id, conflict(closed.refusal)]] : []
    }),
  )
}

/**
 * The records that a person has changed since, other than by their import. What changes by itself is no work of anybody, nor
 * are values that no form sets, which follow what people do elsewhere, or what another import wrote that is undone by now.
 */
export async function workedOn(
  { name, fields }: Resource,
  records: readonly Stored[],
  { author, sql: database }: Scope,
): Promise<Set<number>> {
  // Most have their first version still.
  const ids = records.filter(({ version }) => version > 1).map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const computed = Object.entries<Field>(fields).flatMap(([field, { options }]) =>
    options.computed ? [field] : [],
  )
  const { rows } = await sql<{ id: number }>`
    select distinct a.record_id as id from audit_log a
    where a.resource = ${name} and a.record_id = any(${ids}::bigint[]) and a.action <> 'create'
      and a.user_id is not null
      and (a.action <> 'update' or a.after is null or a.after - ${computed}::text[] <> '{}')
      and not exists (
        select from imports i where a.job_id in (i.job, i.undo_job)
          and (i.undo_job = ${author.job_id ?? null} or i.state = 'undone'))`.execute(database)
  return new Set(rows.map(({ id }) => id))
}
