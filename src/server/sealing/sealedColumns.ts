import { sql } from 'kysely'

import type { Field, Resource } from '#schema'

import { tableOf, columnOf } from '../database/names.ts'
import type { Sql } from '../kernel/database.ts'
import { serverKindOf } from '../../kinds/kinds.server.ts'

/** A column of sealed values. */
export interface SealedColumn {
  readonly resource: Resource
  readonly field: string
}

interface SealedValue {
  readonly id: number
  readonly sealed: string
}

/** Every column of the resources that holds sealed values. */
export function sealedColumns(resources: readonly Resource[]): SealedColumn[] {
  return resources.flatMap((resource) =>
    Object.entries<Field>(resource.fields)
      .filter(([, field]) => serverKindOf(field).isSealed)
      .map(([field]) => ({ resource, field })),
  )
}

/** The sealed values of a column behind an id, in the order of their ids, held until the transaction ends. */
export async function lockSealed(
  { resource, field }: SealedColumn,
  { after, limit }: { after: number; limit: number },
  database: Sql,
): Promise<SealedValue[]> {
  const { rows } = await sql<SealedValue>`
    select id, ${columnOf(field)} as sealed from ${tableOf(resource)} t
    where id > ${after} and ${columnOf(field)} is not null
    order by id limit ${limit} for update`.execute(database)
  return rows
}
