import { sql, type RawBuilder } from 'kysely'

import { refusedBy } from '#schema'

import { conflict } from '../../server/kernel/errors.ts'
import { tableOf } from '../../server/database/names.ts'
import { lockStored, type Stored } from '../../server/records/read/record.ts'
import type { Row } from '../../server/records/read/select.ts'
import { removeStored } from '../../server/records/write/remove.ts'
import type { Scope } from '../../server/records/write/transact.ts'
import { updateAll } from '../../server/records/write/updateAll.ts'
import { refusing } from '../../server/records/write/write.ts'
import { msg } from '../../texts/serverMsg.ts'
import {
  arePartsOfOthers,
  isAlike,
  pointsAt,
  type Merge,
  type Pointing,
} from './pointing.server.ts'

/** Records that one part of the job changes, in one transaction. */
export const partSize = 500

/** Moves the next records that point at the one that goes. Returns how many there were. */
export async function moveSome(
  one: Pointing,
  merge: Merge,
  among: RawBuilder<unknown>,
  scope: Scope,
): Promise<number> {
  const { resource } = one
  const { sql: database } = scope
  const removed = await removeAlike(one, merge, among, scope)
  const { rows } = await sql<{ id: number }>`
    select t.id from ${tableOf(resource)} t
    where ${pointsAt(one, merge.from)} and ${among}
    order by t.id limit ${partSize}`.execute(database)
  const ids = rows.map(({ id }) => id)
  const decide = (held: Stored[]) =>
    new Map(held.map((record) => [record.id, changesOf(one, record, merge)]))
  const detail = { merge: { ...merge } }
  if (ids.length > 0) {
    await refusing(resource, () => updateAll(resource, { ids, decide, detail }, scope))
  }
  return removed + ids.length
}

/** Deletes the parts of others that are there already with the record that stays. Returns how many there were. */
async function removeAlike(
  one: Pointing,
  merge: Merge,
  among: RawBuilder<unknown>,
  scope: Scope,
): Promise<number> {
  const { resource } = one
  const alike = isAlike(one, merge)
  if (!alike) return 0
  const { rows } = await sql<{ id: number }>`
    select t.id from ${tableOf(resource)} t where ${alike} and ${among}`.execute(scope.sql)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0 && !arePartsOfOthers(one, scope.backend)) {
    throw conflict(msg('some_would_be_there_twice', { things: resource.label }))
  }
  for (const record of await lockStored(resource, ids, scope.sql)) {
    await removeStored(resource, record, scope, { asConsequence: true })
  }
  return ids.length
}

/** What changes of a record, as far as it may be together with its other values. */
function changesOf({ resource, names }: Pointing, record: Stored, { from, into }: Merge): Row {
  const moved = (id: unknown) => (id === from ? into : Number(id))
  const changed = names.filter((name) => [record[name]].flat().includes(from))
  const changes = Object.fromEntries(
    changed.map((name): [string, unknown] => {
      const value = record[name]
      if (!Array.isArray(value)) return [name, into]
      return [name, [...new Set(value.map(moved))].sort((a, b) => a - b)]
    }),
  )
  const errors = refusedBy(
    resource,
    { ...record, ...changes },
    { isGiven: (name) => name in changes, isKnown: () => true },
  )
  const [reason] = Object.values(errors ?? {}).flat()
  if (reason) throw conflict(reason)
  return changes
}
