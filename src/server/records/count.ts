import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { Query, Resource } from '#schema'

import type { Backend } from '../backend.ts'
import { tableOf } from './names.ts'

export interface Total {
  readonly count: number
  readonly is: 'exact' | 'estimate'
}

/** Records are counted one by one up to here; beyond, the planner's estimate must do. */
export const countCap = 10_000

/** How long an estimate serves: it is no truth that could grow old. */
const estimateLife = 60_000
const estimatesKept = 2_000

interface Estimate {
  readonly count: number
  readonly until: number
}

const estimates = new WeakMap<object, Map<string, Estimate>>()

/** How many records match: exact up to the cap, an estimate beyond, never an unbounded count. */
export async function countOf(
  backend: Backend,
  resource: Resource,
  where: RawBuilder<SqlBool>,
  shown: { offset: number; rows: number; query: Query },
): Promise<Total> {
  const { offset, rows, query } = shown
  const isLast = rows < query.perPage && (rows > 0 || offset === 0)
  if (isLast) return { count: offset + rows, is: 'exact' }
  const key = `${resource.name} ${JSON.stringify(where.compile(backend.database.sql).parameters)} ${
    where.compile(backend.database.sql).sql
  }`
  const known = knownEstimate(backend, key)
  if (known) return atLeast(known.count, offset + rows)
  const counted = await countUpToCap(backend, resource, where)
  if (counted <= countCap) return { count: counted, is: 'exact' }
  const count = await estimate(backend, resource, where)
  remember(backend, key, { count, until: Date.now() + estimateLife })
  return atLeast(count, offset + rows)
}

const atLeast = (count: number, seen: number): Total => ({
  count: Math.max(count, seen, countCap + 1),
  is: 'estimate',
})

async function countUpToCap(
  { database }: Backend,
  resource: Resource,
  where: RawBuilder<SqlBool>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from ${tableOf(resource)} t where ${where} limit ${countCap + 1}
    ) counted`.execute(database.sql)
  return rows[0]?.count ?? 0
}

async function estimate(
  { database }: Backend,
  resource: Resource,
  where: RawBuilder<SqlBool>,
): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from ${tableOf(resource)} t where ${where}`.execute(database.sql)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

function knownEstimate(backend: Backend, key: string): Estimate | undefined {
  const known = estimates.get(backend)?.get(key)
  return known && known.until > Date.now() ? known : undefined
}

function remember(backend: Backend, key: string, one: Estimate): void {
  const known = estimates.get(backend) ?? new Map<string, Estimate>()
  if (known.size >= estimatesKept) known.clear()
  estimates.set(backend, known.set(key, one))
}
