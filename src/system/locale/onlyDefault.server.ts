import { sql } from 'kysely'

import type { PlainResource } from '#schema'
import type { Context } from '#server'

/** Takes the mark from the default before this record. Of two that become the default at once the later one stays it. */
export async function onlyDefault(
  resource: PlainResource,
  id: number,
  { records, sql: database }: Context,
): Promise<void> {
  // Without it each would find neither the other's mark nor its own to be taken away.
  await sql`select pg_advisory_xact_lock(hashtext(${`default of ${resource.name}`}))`.execute(
    database,
  )
  const known = records(resource)
  for (const other of await known.find({ is_default: true })) {
    if (other.id !== id) await known.update(other.id, { is_default: false })
  }
}
