import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { Skipped } from '#contract'
import type { Operation, Resource, User } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import { badRequest, conflict } from '../../kernel/errors.ts'
import { admit, readQuery, type Asker } from '../read/admit.ts'
import type { Item } from './item.ts'
import { skipped } from '../write/validation/conflicts.ts'
import { ruleCondition, whereOf } from '../read/where.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { sourceOf } from '../read/source.ts'
import type { Selected } from './parseSelection.ts'

/** Most records one bulk action reaches. */
const selectedLimit = 1_000_000

/**
 * The records a bulk action reaches: seen by the user and let in by the operation's rule, oldest first, and of these the
 * `first` where so many are asked for; and those among the asked that it does not reach. Throws 409 when the filter
 * matches another number than the person was shown.
 */
export async function selectedItems(
  resource: Resource,
  operation: Operation,
  selected: Selected,
  asker: Asker,
  first = selectedLimit + 1,
): Promise<Reached> {
  const { user, backend } = asker
  const allowed = ruleCondition(resource, resource.access[operation](user))
  const seen = await seenOf(resource, selected, asker)
  if ('expected_count' in selected && selected.expected_count !== undefined) {
    await checkCount(resource, seen, selected.expected_count, backend.database.sql)
  }
  const { rows } = await sql<Found>`
    select t.id, t.version, ${allowed} as allowed from ${sourceOf(resource)} t where ${seen}
    order by t.id limit ${first}`.execute(backend.database.sql)
  if (rows.length > selectedLimit) throw tooManySelected()
  if ('expected_count' in selected && rows.length !== (selected.expected_count ?? rows.length)) {
    throw outnumbered(rows.length)
  }
  return 'ids' in selected ? reachedOf(rows, selected) : reachedOf(rows)
}

/** How many records a bulk action reaches. */
export async function selectedCount(
  resource: Resource,
  operation: Operation,
  selected: Selected,
  asker: Asker,
): Promise<number> {
  const allowed = ruleCondition(resource, resource.access[operation](asker.user))
  const seen = await seenOf(resource, selected, asker)
  const reached = sql<boolean>`${seen} and ${allowed}`
  const count = await countOf(resource, reached, asker.backend.database.sql)
  if (count > selectedLimit) throw tooManySelected()
  return count
}

const seenOf = (resource: Resource, selected: Selected, asker: Asker) =>
  'ids' in selected
    ? idsCondition(resource, asker.user, selected.ids)
    : filterOf(resource, selected, asker)

async function checkCount(
  resource: Resource,
  seen: RawBuilder<SqlBool>,
  expected: number,
  database: Sql,
): Promise<void> {
  const count = await countOf(resource, seen, database)
  if (count !== expected) throw outnumbered(count)
}

/** Counting takes a small part of what reading all ids would. Stops behind the most that may be selected. */
async function countOf(
  resource: Resource,
  seen: RawBuilder<SqlBool>,
  database: Sql,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${sourceOf(resource)} t where ${seen} limit ${selectedLimit + 1}
    ) counted`.execute(database)
  return rows[0]?.count ?? 0
}

const tooManySelected = () =>
  badRequest(msg('at_most_records_at_once_narrow_the', { max: selectedLimit.toLocaleString('en') }))

const outnumbered = (count: number) =>
  conflict(
    msg('the_filter_now_matches_records_look_again', { count: count.toLocaleString('en') }),
    {
      expected_count: [String(count)],
    },
  )

interface Found {
  readonly id: number
  readonly version: number
  readonly allowed: boolean
}

/** The records an action reaches, and those among the asked that it does not. */
export interface Reached {
  readonly items: readonly Item[]
  readonly skipped: readonly Skipped[]
}

function reachedOf(
  rows: readonly Found[],
  { ids, versions }: { ids?: readonly number[]; versions?: readonly number[] | undefined } = {},
): Reached {
  const decided = new Map(versions && ids?.map((id, index) => [id, versions[index]]))
  const found = new Set(rows.map(({ id }) => id))
  const gone = [...new Set(ids)].filter((id) => !found.has(id))
  const refused = rows.filter(({ allowed }) => !allowed)
  return {
    items: rows
      .filter(({ allowed }) => allowed)
      .map(({ id, version }) => ({ id, version: decided.get(id) ?? version })),
    skipped: [...gone.map(skipped.gone), ...refused.map(({ id }) => skipped.permission(id))],
  }
}

function idsCondition(resource: Resource, user: User, ids: readonly number[]) {
  const rule = ruleCondition(resource, resource.access.list(user))
  return sql<boolean>`t.id = any(${ids}::bigint[]) and ${rule}`
}

async function filterOf(
  resource: Resource,
  { filter, exclude }: { filter: Record<string, unknown>; exclude: readonly number[] },
  asker: Asker,
) {
  const { user } = asker
  const query = await admit(resource, readQuery(resource, user, filter), asker)
  const where = whereOf(resource, user, query, resource.access.list(user))
  return exclude.length > 0 ? sql<boolean>`${where} and t.id <> all(${exclude}::bigint[])` : where
}
