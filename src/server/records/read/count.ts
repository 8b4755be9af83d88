import { createHash } from 'node:crypto'

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { LRUCache } from 'lru-cache'

import { countCap, type Resource } from '#schema'

import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { tableOf } from '../../database/names.ts'

export interface Total {
  readonly count: number
  readonly is: 'exact' | 'estimate'
}

/** How long an estimate serves, in milliseconds: it is no truth that could grow old. */
const estimateLife = 60_000
const estimatesKept = 2_000

type Where = RawBuilder<SqlBool>

/** By a hash, because a filter may be as large as a request. */
type Estimates = LRUCache<string, number>

const estimatesByBackend = new WeakMap<Backend, Estimates>()

function estimatesOf(backend: Backend): Estimates {
  const known = estimatesByBackend.get(backend)
  if (known) return known
  const estimates: Estimates = new LRUCache({ max: estimatesKept, ttl: estimateLife })
  estimatesByBackend.set(backend, estimates)
  return estimates
}

/** The number of matches up to one more than the cap. */
export async function countOf(
  { database }: Backend,
  resource: Resource,
  where: Where,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from ${tableOf(resource)} t where ${where} limit ${countCap + 1}
    ) counted`.execute(database.sql)
  return rows[0]?.count ?? 0
}

/** The estimate of a filter that was seen to match more than the cap within the last minute. */
export function knownEstimate(
  backend: Backend,
  resource: Resource,
  where: Where,
): number | undefined {
  return estimatesOf(backend).get(keyOf(backend, resource, where))
}

/** Keeps for a minute that a filter matches so many records. */
export function rememberEstimate(
  backend: Backend,
  resource: Resource,
  where: Where,
  count: number,
): void {
  estimatesOf(backend).set(keyOf(backend, resource, where), count)
}

/** What the planner expects a filter, rule included, to match; kept for a minute. */
export async function estimateOf(
  backend: Backend,
  resource: Resource,
  where: Where,
  database: Sql = backend.database.sql,
): Promise<number> {
  const known = knownEstimate(backend, resource, where)
  if (known !== undefined) return known
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from ${tableOf(resource)} t where ${where}`.execute(database)
  const count = rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
  rememberEstimate(backend, resource, where, count)
  return count
}

function keyOf({ database }: Backend, resource: Resource, where: Where): string {
  const { sql: text, parameters } = where.compile(database.sql)
  const filter = `${resource.name} ${text} ${JSON.stringify(parameters)}`
  return createHash('sha256').update(filter).digest('base64')
}
