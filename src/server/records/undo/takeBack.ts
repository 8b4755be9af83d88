import { sql } from 'kysely'

import type { Skipped } from '#contract'
import type { Field, Resource } from '#schema'

import { notFound, RequestError } from '../../kernel/errors.ts'
import { lockRecord, reachableAmong, type Stored } from '../read/record.ts'
import type { Row } from '../read/select.ts'
import { changeTogether, type Giving } from '../write/changeTogether.ts'
import { saveLines } from '../write/lines/lines.ts'
import type { Scope } from '../write/transact.ts'
import type { Outcome } from '../write/togetherOrEach.ts'
import { Outdated, refusalOf } from '../write/validation/conflicts.ts'
import { changeStored } from '../write/write.ts'
import type { Item } from '../bulk/item.ts'
import { passed } from './restore.ts'
import { whyNot, type WrittenChange, refusalsOf } from './mayTakeBack.ts'

/**
 * Takes back the user's own change that made this version, whether they edited the record or ran one of its actions: its
 * old values are written like any change, with the same permission, hooks and audit row. 409 when anybody has changed
 * the record since.
 */
export async function takeBack(
  resource: Resource,
  { id, version }: Item,
  scope: Scope,
): Promise<Stored> {
  const record = await lockRecord(resource, scope.user, id, 'show', scope.sql)
  const [way = notFound()] = await waysBack(resource, [record], new Map([[id, version]]), scope)
  if (way instanceof RequestError) throw way
  const { values, asAction = false } = way
  const changed = await changeStored(resource, record, values, scope, { asAction })
  return saveLines(resource, changed, scope)
}

/** The same of many locked records. Returns undefined, or throws, where each must be asked by itself. */
export async function takeBackTogether(
  resource: Resource,
  held: readonly Stored[],
  { versions }: { readonly versions: ReadonlyMap<number, number | undefined> },
  scope: Scope,
): Promise<Outcome<Item> | undefined> {
  const records = await reachableAmong(resource, scope.user, 'show', held, scope.sql)
  const failures: Skipped[] = []
  const givings: Giving[] = []
  const ways = await waysBack(resource, records, versions, scope)
  for (const [place, { id }] of records.entries()) {
    const way = ways[place] ?? notFound()
    if (way instanceof RequestError) failures.push(refusalOf(id, way))
    else givings.push(way)
  }
  const outcome = await changeTogether(resource, givings, scope)
  if (!outcome) return undefined
  return {
    done: outcome.done.map(({ id, version }) => ({ id, version })),
    failures: [...failures, ...outcome.failures],
  }
}

/** What each of some records is to be given so that a version of it is taken back, or why it is not, by their places. */
async function waysBack(
  resource: Resource,
  records: readonly Stored[],
  versions: ReadonlyMap<number, number | undefined>,
  scope: Scope,
): Promise<(Giving | RequestError)[]> {
  const isPassed = ({ id, version }: Stored) => versions.get(id) !== version
  const current = records.filter((one) => !isPassed(one))
  const written = await changesBefore(resource, current, scope)
  const possible = current.filter(({ id }) => !whyNot(resource, written.get(id)))
  const refusals = await refusalsOf(resource, possible, written, scope)
  return records.map((record) => {
    if (isPassed(record)) return new Outdated(passed)
    const change = written.get(record.id)
    const refusal = whyNot(resource, change) ?? refusals.get(record.id)
    return refusal ?? { record, values: change?.before ?? {}, asAction: change?.action !== null }
  })
}

/**
 * The user's own changes that made the versions of records, by their ids: the values before them, as the audit log keeps
 * those that people set; the others follow from them again. An action may have written more than once: what counts is what
 * was before all of it.
 */
async function changesBefore(
  resource: Resource,
  records: readonly Stored[],
  { user, sql: database }: Scope,
): Promise<Map<number, WrittenChange>> {
  if (records.length === 0) return new Map()
  const asked = records.map(({ id, version }) => ({ id, version }))
  const { rows } = await sql<{
    id: number
    before: Row | null
    after: Row | null
    action: string | null
  }>`
    select asked.id, own.before, own.after, last.action
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (id bigint, version bigint)
      cross join lateral (
        select at, detail ->> 'action' as action from audit_log
        where resource = ${resource.name} and record_id = asked.id and version = asked.version
          and action = 'update' and user_id = ${user.id}
        order by id desc limit 1
      ) last
      cross join lateral (
        select before, after, a.version from audit_log a
        where resource = ${resource.name} and record_id = asked.id and a.action = 'update'
          and (a.version = asked.version or (
            a.at = last.at and a.version < asked.version and a.detail ->> 'action' = last.action))
        order by a.version
      ) own
    order by asked.id, own.version`.execute(database)
  const changes = new Map<number, { before: Row; action: string | null }>()
  for (const { id, before, after, action } of rows) {
    const change = changes.get(id) ?? { before: {}, action }
    changes.set(id, change)
    for (const name of Object.keys({ ...before, ...after })) {
      if (isSet(resource.fields[name]) && !(name in change.before))
        change.before[name] = before?.[name] ?? null
    }
  }
  return changes
}

const isSet = (field: Field | undefined) => field !== undefined && !field.options.computed
