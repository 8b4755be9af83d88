import { sql } from 'kysely'

import type { Resource } from '#schema'

import { conflict, forbidden } from '../kernel/errors.ts'
import { contextOf } from '../records/write/hooks.ts'
import type { Scope } from '../records/write/transact.ts'
import type { Counts } from './checkRun.ts'
import { msg } from '../../texts/serverMsg.ts'
import type { OrderedImport } from './queueWork.ts'

export interface Standing {
  readonly state: string
  readonly checked: Counts | null
  readonly has_file: boolean
  readonly has_rows: boolean
}

/** Keeps what is to be done with the records once all are in, which only a whole check lets somebody ask for. */
export async function keepFollow(
  resource: Resource,
  { id, state, checked }: Pick<OrderedImport & Standing, 'id' | 'state' | 'checked'>,
  asked: unknown,
  scope: Scope,
): Promise<void> {
  const { followImport } = scope.backend.business.behaviors[resource.name] ?? {}
  if (asked === undefined || !followImport) {
    requireFollow(resource, scope)
    await sql`update imports set options = options - 'follow' where id = ${id}`.execute(scope.sql)
    return
  }
  if (state !== 'checked' || !checked) throw conflict(msg('check_the_whole_file_first'))
  const follow = await followImport.prepare(asked, checked, contextOf(scope))
  await sql`
    update imports set options = options || ${JSON.stringify({ follow })}::jsonb
    where id = ${id}`.execute(scope.sql)
}

/** Throws 403 for those who may take nothing in without doing more with it. */
export function requireFollow({ name }: Resource, { backend, user }: Scope): void {
  if (backend.business.behaviors[name]?.followImport?.isRequired?.(user)) throw forbidden()
}
