import { sql } from 'kysely'

import { invalid, type Context } from '#server'

import { msg } from '../../msg.server.ts'
import type { BlackListEntry } from './blackList.ts'

/**
 * Refuses an entry beside one that keeps the same people out of the same place for as long. What a person has asked for is
 * taken beside what others wanted, for only that stays when these are taken off.
 */
export async function refuseTwice(
  { hash, scope, source, broker, department, origin, expires_at }: Partial<BlackListEntry>,
  { sql: database }: Pick<Context, 'sql'>,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from black_list
    where hash = ${hash ?? null} collate "C" and scope = ${scope ?? 'all'} and deleted_at is null
      and source is not distinct from ${source ?? null}::bigint
      and broker is not distinct from ${broker ?? null}::bigint
      and department is not distinct from ${department ?? null}::bigint
      and coalesce(expires_at, 'infinity') >= coalesce(${expires_at ?? null}::timestamptz, 'infinity')
      and (origin = 'request' or ${origin === 'request'} = false)
    order by id limit 1`.execute(database)
  const [same] = rows
  if (same) throw invalid({ value: [msg('this_is_on_the_black_list_already', { id: same.id })] })
}
