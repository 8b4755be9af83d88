import type { Skipped } from '#contract'
import { mayWrite, type Field, type Resource } from '#schema'

import type { JobContext } from '../../jobs/kind.ts'
import { conflict, forbidden } from '../../kernel/errors.ts'
import type { Row } from '../../records/read/select.ts'
import { lockStored, type Stored } from '../../records/read/record.ts'
import { Outdated, skippedBy } from '../../records/write/validation/conflicts.ts'
import { removeStored, removeTogether } from '../../records/write/remove.ts'
import { contextOf } from '../../records/write/hooks.ts'
import type { Scope } from '../../records/write/transact.ts'
import { applyTogether, type Giving } from '../../records/write/changeTogether.ts'
import { byId, togetherOrEach } from '../../records/write/togetherOrEach.ts'
import { applyChanges } from '../../records/write/write.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { mayUndoAll } from './undo.ts'
import { countTakenBack } from '../write/compared.ts'
import { type Updated } from '../write/updated.ts'
import { valuesBefore } from '../write/valuesBefore.ts'
import { closedTo, workedOn } from './keptRecords.ts'

interface Undone {
  readonly resource: Resource
  /** The id of the import. */
  readonly undoneImport: number
  readonly job: JobContext['job']
}

/** Removes the records that an import has made; returns those that stay, and why. */
export async function removeAll(
  { resource, undoneImport, job }: Undone,
  ids: readonly number[],
  scope: Scope,
): Promise<Skipped[]> {
  if (ids.length === 0) return []
  const found = await lockStored(resource, ids, scope.sql)
  const alive = found.filter((record) => !record['deleted_at'])
  const hook = scope.backend.business.behaviors[resource.name]?.keepImported
  const reasons = await hook?.(alive as never, contextOf(scope))
  const worked = await workedOn(resource, alive, scope)
  const closed = await closedTo(resource, alive, scope)
  const whyKept = ({ id }: Stored) => {
    const reason = reasons?.get(id)
    if (closed.has(id)) return closed.get(id)
    if (reason !== undefined) return conflict(reason)
    return worked.has(id) ? new Outdated(changed) : undefined
  }
  const kept = alive.flatMap((one) => {
    const refusal = whyKept(one)
    return refusal ? [skippedBy(one.id, refusal)] : []
  })
  const open = alive.filter((one) => !whyKept(one))
  await countTakenBack(
    { id: undoneImport, job: job.id, user: scope.user, resource },
    open,
    scope.sql,
  )
  const { failures } = await togetherOrEach(open, scope, {
    async all(nested) {
      const done = await removeTogether(resource, open, nested, consequence)
      return done && { done, failures: [] }
    },
    async one(record, nested) {
      await removeStored(resource, record, nested, consequence)
      return record
    },
  })
  return [...kept, ...failures].toSorted(byId)
}

const consequence = { asConsequence: true }

/** Gives records the values back that an import has changed; returns those that stay, and why. */
export async function restoreAll(
  resource: Resource,
  updated: readonly Updated[],
  scope: Scope,
): Promise<Skipped[]> {
  if (updated.length === 0) return []
  const ids = updated.map(({ id }) => id)
  const found = await lockStored(resource, ids, scope.sql)
  const present = found.filter((record) => !record['deleted_at'])
  const closed = await closedTo(resource, present, scope)
  const alive = present.filter(({ id }) => !closed.has(id))
  const before = await valuesBefore(resource, alive, updated, scope.sql)
  const passed = alive.filter(({ id }) => !before.has(id))
  const barred = alive.filter(({ id }) => isBarred(resource, before.get(id) ?? {}, scope))
  const givings = alive.flatMap((record): Giving[] => {
    const values = before.get(record.id)
    return values && !barred.includes(record) ? [{ record, values, asAction: true }] : []
  })
  const { failures } = await togetherOrEach(
    givings.map(({ record }) => record),
    scope,
    {
      async all(nested) {
        const done = await applyTogether(resource, givings, nested)
        return done && { done, failures: [] }
      },
      one: (record, nested) =>
        applyChanges(resource, record, before.get(record.id) ?? {}, nested, { asAction: true }),
    },
  )
  const kept = [
    ...passed.map(({ id }) => skippedBy(id, new Outdated(changed))),
    ...barred.map(({ id }) => skippedBy(id, forbidden())),
    ...[...closed].map(([id, refusal]) => skippedBy(id, refusal)),
  ]
  return [...kept, ...failures].toSorted(byId)
}

const changed = msg('changed_since_the_import')

/**
 * Whether old values are of a field that the user may set no more: a file gave it while they might. Half a record is not given
 * back. The permission for the imports of everybody stands in the place of those of fields.
 */
const isBarred = (resource: Resource, values: Row, { user }: Scope): boolean =>
  !mayUndoAll(resource, user) &&
  Object.keys(values).some((name) => {
    const field: Field | undefined = resource.fields[name]
    return field !== undefined && !field.options.computed && !mayWrite(user, field)
  })
