import { sql } from 'kysely'
import { z } from 'zod'

import { parseQuery, type Operation, type Resource, type User } from '#schema'

import type { Sql } from '../database/database.ts'
import { badRequest, conflict, invalid } from '../errors.ts'
import { tableOf } from './names.ts'
import { ruleCondition, whereOf } from './where.ts'

/** Most records one bulk act reaches. */
const selectedLimit = 1_000_000

const selection = z.union([
  z.object({ ids: z.array(z.int().positive()).min(1).max(10_000) }),
  z.object({
    filter: z.record(z.string(), z.unknown()),
    exclude: z.array(z.int().positive()).max(10_000).default([]),
    expected_count: z.int().min(0),
  }),
])

/** Parts a bulk request's body into the selection and the rest. */
export function parseSelection(body: unknown): {
  selected: z.infer<typeof selection>
  rest: unknown
} {
  const result = selection.safeParse(body)
  if (!result.success || typeof body !== 'object' || body === null) {
    throw invalid({}, 'Send ids, or a filter with expected_count.')
  }
  const taken = new Set(['ids', 'filter', 'exclude', 'expected_count'])
  const rest = Object.fromEntries(Object.entries(body).filter(([key]) => !taken.has(key)))
  return { selected: result.data, rest }
}

/**
 * The ids a bulk act reaches: seen by the user and let in by the operation's rule, oldest first.
 * Throws 409 when the filter matches another number than the person was shown.
 */
export async function selectedIds(
  resource: Resource,
  user: User,
  operation: Operation,
  selected: z.infer<typeof selection>,
  database: Sql,
): Promise<{ ids: number[]; asked: number }> {
  const allowed = ruleCondition(resource, resource.access[operation](user))
  const seen =
    'ids' in selected
      ? idsCondition(resource, user, selected.ids)
      : filterOf(resource, user, selected)
  const { rows } = await sql<{ id: number; allowed: boolean }>`
    select t.id, ${allowed} as allowed from ${tableOf(resource)} t where ${seen}
    order by t.id limit ${selectedLimit + 1}`.execute(database)
  if (rows.length > selectedLimit) {
    throw badRequest(`At most ${selectedLimit} records at once. Narrow the filter.`)
  }
  if ('expected_count' in selected && rows.length !== selected.expected_count) {
    throw conflict(`The filter now matches ${rows.length} records. Look again before you go on.`, {
      expected_count: [String(rows.length)],
    })
  }
  const asked = 'ids' in selected ? new Set(selected.ids).size : rows.length
  return { ids: rows.filter((row) => row.allowed).map(({ id }) => id), asked }
}

function idsCondition(resource: Resource, user: User, ids: readonly number[]) {
  return whereOf(
    resource,
    user,
    { search: '', filter: { id: { in: ids } } },
    resource.access.list(user),
  )
}

function filterOf(
  resource: Resource,
  user: User,
  { filter, exclude }: { filter: Record<string, unknown>; exclude: readonly number[] },
) {
  const where = whereOf(
    resource,
    user,
    parseQuery(resource, user, filter),
    resource.access.list(user),
  )
  return exclude.length > 0 ? sql<boolean>`${where} and t.id <> all(${exclude}::bigint[])` : where
}
