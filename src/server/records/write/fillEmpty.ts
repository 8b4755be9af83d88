import type { Resource } from '#schema'

import { notFound } from '../../kernel/errors.ts'
import { lockRecord, lockStored as lockAll, reachableAmong, type Stored } from '../read/record.ts'
import type { Row } from '../read/select.ts'
import { changeTogether } from './changeTogether.ts'
import { lockStored } from './table.ts'
import type { Scope } from './transact.ts'
import { trying, tryingTogether } from './trying.ts'
import { changeStored } from './write.ts'

interface Filling {
  readonly id: number
  readonly values: Row
  /** Whether a rule of the business fills it, and no right of the user is asked for. */
  readonly byRule: boolean
}

type Filled = { readonly id: number; readonly version: number } | undefined

/** Fills what is empty in many records, each by one filling after another, and returns what came of these, by their places. */
export async function fillAllEmpty(
  resource: Resource,
  fillings: readonly Filling[],
  scope: Scope,
): Promise<Filled[]> {
  const first = new Map<number, Filling>()
  for (const one of fillings) if (!first.has(one.id)) first.set(one.id, one)
  const filled = await tryingTogether(scope, (nested) =>
    fillTogether(resource, [...first.values()], nested),
  )
  const results: Filled[] = []
  for (const one of fillings) {
    const isDone = filled && first.get(one.id) === one
    results.push(isDone ? filled.get(one.id) : await fillEmpty(resource, one, scope))
  }
  return results
}

/** Fills each of many records once, and returns those that this changed. Undefined where each must be asked by itself. */
async function fillTogether(
  resource: Resource,
  fillings: readonly Filling[],
  scope: Scope,
): Promise<ReadonlyMap<number, Filled> | undefined> {
  const { user, sql } = scope
  const byId = new Map(fillings.map((one) => [one.id, one]))
  const held = await lockAll(resource, [...byId.keys()], sql)
  const isByRule = ({ id }: Stored) => byId.get(id)?.byRule === true
  const asked = held.filter((one) => !isByRule(one))
  const open = [
    ...held.filter((one) => isByRule(one) && (one['deleted_at'] ?? null) === null),
    ...(await reachableAmong(resource, user, 'edit', asked, sql)),
  ]
  const givings = open.map((record) => ({
    record,
    values: missing(record, byId.get(record.id)?.values ?? {}),
    asAction: isByRule(record),
  }))
  const outcome = await changeTogether(resource, givings, scope)
  if (!outcome) return undefined
  const before = new Map(open.map(({ id, version }) => [id, version]))
  const changed = outcome.done.filter(({ id, version }) => version !== before.get(id))
  return new Map(changed.map(({ id, version }) => [id, { id, version }]))
}

/**
 * Fills what is empty in a record: like any change, with validation, hooks and history. Undefined where nothing is to be
 * filled, or the record may not be changed so; then nothing is left behind.
 */
export async function fillEmpty(
  resource: Resource,
  { id, values, byRule }: Filling,
  scope: Scope,
): Promise<Filled> {
  let before = 0
  const outcome = await trying(id, scope, async (nested) => {
    const record = byRule
      ? await lockStored(resource, id, nested.sql)
      : await lockRecord(resource, nested.user, id, 'edit', nested.sql)
    if (!record) throw notFound()
    before = record.version
    const lacking = missing(record, values)
    const { version } = await changeStored(resource, record, lacking, nested, { asAction: byRule })
    return { id, version }
  })
  const version = 'code' in outcome ? undefined : outcome.version
  return version === undefined || version === before ? undefined : { id, version }
}

const missing = (record: Stored, values: Row): Row =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => isEmpty(record[name]) && !isEmpty(value)),
  )

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)
