import { sql } from 'kysely'

import { kindOf, targetOf, type Field, type Resource } from '#schema'

import { columnOf, isJoin, tableOf } from '../../database/names.ts'
import type { Scope } from './transact.ts'

interface Pointing {
  readonly resource: Resource
  readonly name: string
  readonly onDelete: 'empty' | 'cascade'
}

/** The references to a resource that say what happens when a record is deleted; of lists the database sees to it. */
export const pointing = (target: Resource, { backend }: Pick<Scope, 'backend'>): Pointing[] =>
  backend.business.resources
    .filter(({ view }) => !view)
    .flatMap((resource) =>
      Object.entries<Field>(resource.fields).flatMap(([name, field]): Pointing[] => {
        const onDelete = kindOf(field).onDelete?.(field) ?? 'refuse'
        const isOther =
          onDelete === 'refuse' || targetOf(field) !== target.name || isJoin(resource, name)
        return isOther ? [] : [{ resource, name, onDelete }]
      }),
    )

/** What is only marked as deleted is still there to be pointed at. */
export const isFollowed = (target: Resource, { resource, onDelete }: Pointing): boolean =>
  !target.softDelete || (onDelete === 'cascade' && resource.softDelete === true)

/** Holds the records that point at one, in the order of their ids. Returns the ids. */
export async function lockPointing(
  resource: Resource,
  name: string,
  id: number,
  { sql: database }: Scope,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from ${tableOf(resource)} t
    where ${columnOf(name)} = ${id} order by t.id for update of t`.execute(database)
  return rows.map((one) => one.id)
}
