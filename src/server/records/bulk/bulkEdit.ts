import { sql } from 'kysely'

import type { Resource } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import { lockRecord, reachableAmong, type Stored } from '../read/record.ts'
import type { Row } from '../read/select.ts'
import { changeTogether } from '../write/changeTogether.ts'
import { saveLines } from '../write/lines/lines.ts'
import type { Scope } from '../write/transact.ts'
import { Outdated, refusalOf } from '../write/validation/conflicts.ts'
import { changeStored, warningOf } from '../write/write.ts'
import { msg } from '../../../texts/serverMsg.ts'
import type { Outcome } from '../write/togetherOrEach.ts'
import type { Done, Item } from './item.ts'

const outdated = () => new Outdated(msg('changed_by_someone_else_meanwhile'))

/** Sets values of one record. */
export async function editOne(
  resource: Resource,
  { id, version }: Item,
  values: Row,
  scope: Scope,
): Promise<Done> {
  const record = await lockRecord(resource, scope.user, id, 'edit', scope.sql)
  const versions = new Map([[id, version]])
  const touched = await touchedSince(resource, [record], { versions, values }, scope.sql)
  if (touched.has(id)) throw outdated()
  const changed = await changeStored(resource, record, values, scope)
  await saveLines(resource, changed, scope)
  return madeOf(resource, record, changed, scope)
}

/** Sets values of many locked records. Returns undefined, or throws, where each must be asked by itself. */
export async function editTogether(
  resource: Resource,
  held: readonly Stored[],
  edit: { readonly versions: Versions; readonly values: Row },
  scope: Scope,
): Promise<Outcome<Done> | undefined> {
  const { user, sql: database } = scope
  const records = await reachableAmong(resource, user, 'edit', held, database)
  const touched = await touchedSince(resource, records, edit, database)
  const sound = records.filter(({ id }) => !touched.has(id))
  const { values } = edit
  const outcome = await changeTogether(
    resource,
    sound.map((record) => ({ record, values })),
    scope,
  )
  if (!outcome) return undefined
  const before = new Map(sound.map((record) => [record.id, record]))
  return {
    done: outcome.done.map((record) =>
      madeOf(resource, before.get(record.id) ?? record, record, scope),
    ),
    failures: [...[...touched].map((id) => refusalOf(id, outdated())), ...outcome.failures],
  }
}

/** The version that a change made, undefined where it changed nothing, and what is to be said of it. */
function madeOf(resource: Resource, before: Stored, after: Stored, scope: Scope): Done {
  const { id, version } = after
  const warning = warningOf(resource, after, scope)
  return {
    id,
    version: version === before.version ? undefined : version,
    ...(warning !== undefined && { warning }),
  }
}

/** The versions that were decided on, by the ids of their records. */
type Versions = ReadonlyMap<number, number | undefined>

/**
 * The ids of records of which a field that is to be set now was written since the version that was decided on. A version
 * without its line in the log may have changed anything.
 */
async function touchedSince(
  resource: Resource,
  records: readonly Stored[],
  { versions, values }: { readonly versions: Versions; readonly values: Row },
  database: Sql,
): Promise<Set<number>> {
  const asked = records.flatMap(({ id, version }) => {
    const seen = versions.get(id)
    return seen === undefined || seen === version ? [] : [{ id, seen, now: version }]
  })
  if (asked.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select asked.id
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (id bigint, seen bigint, now bigint)
      cross join lateral (
        select count(distinct version) as known,
          count(*) filter (
            where coalesce(before, '{}') || coalesce(after, '{}') ?| ${Object.keys(values)}::text[]
          ) as touched
        from audit_log
        where resource = ${resource.name} and record_id = asked.id and action = 'update'
          and version > asked.seen and version <= asked.now
      ) log
    where log.touched > 0 or log.known <> asked.now - asked.seen`.execute(database)
  return new Set(rows.map(({ id }) => id))
}
