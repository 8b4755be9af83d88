import { randomInt } from 'node:crypto'

import { sql } from 'kysely'

import type { Sql } from '#server'

import type { SourceRandomStatus } from './sourceRandomStatus.ts'

export type Use = SourceRandomStatus['use']

interface Weighted {
  readonly status: number
  readonly weight: number
}

export interface DrawRule {
  readonly id: number
  readonly source: number
  readonly use: Use
  readonly rows: readonly Weighted[]
  /** None: every country. */
  readonly countries: readonly number[]
}

/** Returns one of the statuses, each as often as its weight says. There must be one. */
export function draw(rows: readonly Weighted[]): number {
  const sum = rows.reduce((before, { weight }) => before + weight, 0)
  let left = randomInt(Math.max(sum, 1))
  const found = rows.find(({ weight }) => (left -= weight) < 0)
  if (!found) throw new Error('there is no status to draw from')
  return found.status
}

/** The rules of sources in use, those of some countries before those of all. */
export async function rulesOf(
  use: Use,
  sources: readonly number[],
  database: Sql,
): Promise<readonly DrawRule[]> {
  const { rows } = await sql<DrawRule>`
    select r.id, r.source, r.use, d.rows, c.countries
    from source_random_statuses r
      cross join lateral (
        select jsonb_agg(jsonb_build_object('status', status, 'weight', weight)) as rows
        from source_random_status_rows where rule = r.id
      ) d
      cross join lateral (
        select array(
          select target_id from source_random_statuses_countries where record_id = r.id
        ) as countries
      ) c
    where r.use = ${use} and r.is_active and r.source = any(${[...sources]}::bigint[])
      and d.rows is not null
    order by c.countries = '{}', r.id`.execute(database)
  return rows
}
