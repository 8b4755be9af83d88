import { sql, type RawBuilder } from 'kysely'

import type { Sql } from '#server'

import type { StatisticsNumbers, StatisticsQuery } from './statistics.ts'
import { filterNames, type FilterName } from './statisticsNames.ts'
import { isOfTime, type Grouping } from './groupings.ts'

/** Rows of a page and of a file; what is more is left out, and said. */
export const maxRows = { page: 1_000, file: 200_000 } as const

/** Days of statistics, in a time zone that the sums have. */
export interface Days {
  readonly from: string
  readonly to: string
  readonly zone: string
}

export interface GroupedRow extends StatisticsNumbers {
  readonly key: string | number | null
  readonly second: string | number | null
}

/** What each grouping is in SQL: `s` are the sums, `d` departments, `c` companies of brokers. */
const columns: Readonly<Record<Grouping, string>> = {
  department: 's.department',
  broker: 'd.broker_id',
  company: 'c.target_id',
  source: 's.source',
  country: 's.country',
  language: 's.language',
  funnel: 's.funnel',
  user: 's."user"',
  day: 's.day::text',
  week: `date_trunc('week', s.day)::date::text`,
  month: `to_char(s.day, 'YYYY-MM')`,
}

/** Without these the short sums hold all that is asked for. */
const long: ReadonlySet<string> = new Set(['language', 'user', 'funnel'])

/** Sums of sends by one or two groupings, the most accepted first, and over all. Every part of a statement comes from the tables above. */
export async function readStatistics(
  query: StatisticsQuery,
  days: Days,
  database: Sql,
  rowsLimit: number = maxRows.page,
): Promise<{ rows: GroupedRow[]; total: StatisticsNumbers }> {
  const groups = [query.by, query.then_by].filter((one) => one !== undefined)
  // A broker of two companies counts for each of them, and once over all.
  const isOnce = !groups.includes('company')
  const found = await summed(query, { days, groups, hasTotal: isOnce, rowsLimit }, database)
  const rows = found.filter(({ is_total }) => !is_total).map(plainRow)
  const over = isOnce
    ? found
    : await summed(query, { days, groups: [], hasTotal: true, rowsLimit }, database)
  const total = over.find(({ is_total }) => is_total)
  if (!total) return { rows, total: nothing }
  const { key: _key, second: _second, is_total: _is, ...numbers } = total
  return { rows, total: numbers }
}

const nothing: StatisticsNumbers = {
  offered: 0,
  accepted: 0,
  rejected: 0,
  failed: 0,
  unknown: 0,
  returned: 0,
  acceptance: null,
  ftds: 0,
  rate: null,
  median_days: null,
  last_ftd_at: null,
}

type SummedRow = GroupedRow & { readonly is_total: boolean }

function plainRow(summed: SummedRow): GroupedRow {
  const { is_total: _isTotal, ...row } = summed
  return row
}

interface Wanted {
  readonly days: Days
  readonly groups: readonly Grouping[]
  readonly hasTotal: boolean
  readonly rowsLimit: number
}

/** Reads the sums, for the groups and for all together. */
async function summed(
  query: StatisticsQuery,
  { days, groups, hasTotal, rowsLimit }: Wanted,
  database: Sql,
): Promise<SummedRow[]> {
  const { from, where } = sourceOf(query, days, groups)
  const [first, second] = [0, 1].map((at) => {
    const name = groups[at]
    return name ? sql.raw(columns[name]) : sql`null::text`
  })
  const isThen = query.basis === 'ftd'
  const ftds = sql.ref(isThen ? 'ftds_then' : 'ftds')
  const waits = sql.ref(isThen ? 'waits_then' : 'waits')
  /** Each group, and all together; apart by one thing more where it is given. */
  const sets = (...more: RawBuilder<unknown>[]) =>
    sql.join([
      sql`(${sql.join([sql`key, second`, ...more])})`,
      ...(hasTotal && groups.length > 0 ? [sql`(${sql.join(more)})`] : []),
    ])
  const isTotal = groups.length > 0 ? sql`grouping(key) = 1` : sql`true`
  const place = sql`jsonb_build_array(key, second, grouping(key)) as place`
  // Medians come from how often there is each number of days: to sort them all takes several times as long.
  const { rows } = await sql<SummedRow>`
    with part as not materialized (
      select ${first} as key, ${second} as second, s.* ${from} where ${where}
    ), sums as (
      select key, second, ${isTotal} as is_total, ${place},
        sum(accepted)::int as accepted, sum(rejected)::int as rejected, sum(failed)::int as failed,
        sum(unknown)::int as unknown, sum(returned)::int as returned, sum(${ftds})::int as ftds,
        max(last_ftd_at) filter (where ${ftds} > 0) as last_ftd_at
      from part group by grouping sets (${sets()})
    ), waited as (
      select ${place}, days, sum(count) as count from (
        select key, second, wait::int as days, count(*) as count from (
          select key, second, ${waits} as waits from part where ${waits} is not null offset 0
        ) one cross join jsonb_array_elements_text(waits) wait group by 1, 2, 3
      ) each group by grouping sets (${sets(sql`days`)})
    ), medians as (
      select place, (
        min(days) filter (where 2 * upto >= whole) + min(days) filter (where 2 * upto > whole)
      ) / 2.0::float8 as median_days
      from (
        select place, days, sum(count) over (partition by place order by days) as upto,
          sum(count) over (partition by place) as whole
        from waited
      ) counted group by place
    ), whole as (
      select key, second, is_total, accepted, rejected, failed, unknown, returned, ftds, last_ftd_at,
        accepted + rejected + failed + unknown + returned as offered, median_days
      from sums left join medians using (place)
    )
    select whole.*, round(100.0 * accepted / nullif(offered, 0), 1)::float8 as acceptance,
      round(100.0 * ftds / nullif(accepted, 0), 1)::float8 as rate
    from whole where offered > 0 or ftds > 0
    order by is_total desc, ${orderOf(groups)}
    limit ${rowsLimit + 2}`.execute(database)
  return rows
}

/** Times follow each other, and other groups what they accepted; the parts of a group stand together. */
function orderOf([first, second]: readonly Grouping[]) {
  const ofGroups = isOfTime(first) ? sql`key` : sql`sum(accepted) over (partition by key) desc, key`
  return sql`${ofGroups}, ${isOfTime(second) ? sql`second` : sql`accepted desc, second`}`
}

function sourceOf(query: StatisticsQuery, days: Days, groups: readonly Grouping[]) {
  const filters = filterNames.filter((name) => query[name] !== undefined)
  const used = new Set<string>([...groups, ...filters, ...(query.funnel ? ['funnel'] : [])])
  const isShort = [...used].every((name) => !long.has(name))
  const isCompany = used.has('company')
  const companies = groups.includes('company')
    ? sql`left join brokers_affiliate_companies c on c.record_id = d.broker_id`
    : sql``
  const from = sql`
    from send_days s
    ${used.has('broker') || isCompany ? sql`join broker_departments d on d.id = s.department` : sql``}
    ${companies}`
  const conditions = [
    sql`s.zone = ${days.zone} and s.is_short = ${isShort}`,
    query.tag === undefined ? sql`s.tag is null` : sql`s.tag = ${query.tag}`,
    ...(query.test === 'both' ? [] : [sql`s.is_test = ${query.test === 'yes'}`]),
    sql`s.day between ${days.from}::date and ${days.to}::date`,
    ...filters.map((name) => filterSql(name, query[name] ?? [], groups)),
    ...(query.funnel ? [sql`s.funnel = ${query.funnel}`] : []),
  ]
  return { from, where: sql.join(conditions, sql` and `) }
}

function filterSql(
  name: FilterName,
  ids: readonly number[],
  groups: readonly Grouping[],
): RawBuilder<unknown> {
  const wanted = sql`any(${[...ids]}::bigint[])`
  if (name !== 'company' || groups.includes('company')) {
    return sql`${sql.raw(columns[name])} = ${wanted}`
  }
  return sql`d.broker_id in (
    select record_id from brokers_affiliate_companies where target_id = ${wanted})`
}
