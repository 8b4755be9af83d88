import { sql } from 'kysely'

import type { Resource } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { addRows, dailyName } from '../records/write/statistics.ts'
import { factsOfRecords, factsOfRefusals, together } from './records.ts'

/**
 * Makes the sums of everything that is declared as `counted` anew from the records, in the caller's transaction.
 * It waits for the writers under way; those that come meanwhile wait for it, so that nothing counts twice.
 */
export async function recount(resources: readonly Resource[], database: Sql): Promise<void> {
  await sql`lock table statistics in share row exclusive mode`.execute(database)
  await sql`delete from statistics where name = any(${namesIn(resources)}::text[])`.execute(
    database,
  )
  const facts = resources.flatMap(factsIn)
  if (facts.length > 0) await addRows(together(facts), database)
}

/** Makes the sums anew once, where a migration has asked for it. */
export async function recountOnce({ database, business }: Backend): Promise<void> {
  await database.sql.transaction().execute(async (transaction) => {
    const { numAffectedRows } = await sql`
      delete from chores where name = 'recount'`.execute(transaction)
    if (!numAffectedRows) return
    await sql`set local statement_timeout = 0`.execute(transaction)
    await recount(business.resources, transaction)
  })
}

/** The names of all sums that the declarations make. */
function namesIn(resources: readonly Resource[]): string[] {
  const names = resources.flatMap(({ counted, import: files }) => [
    ...Object.keys(counted ?? {}),
    ...(files?.refused ? [files.refused] : []),
  ])
  return [...new Set(names.flatMap((name) => [name, dailyName(name)]))]
}

function factsIn(resource: Resource) {
  const living = resource.softDelete ? sql`t.deleted_at is null` : sql`true`
  return [
    ...factsOfRecords(resource, living),
    ...factsOfRefusals(
      resource,
      sql`i.resource = ${resource.name} and i.refused > 0`,
      sql`i.refused`,
    ),
  ]
}
