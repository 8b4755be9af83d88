import { sql } from 'kysely'

import { titleFields, dayOn, daysAfter, type User } from '#schema'
import { mayLabel, type Api, type Backend } from '#server'

import { isOfTime, maxRows, readStatistics, type Days } from './readStatistics.server.ts'
import {
  exportContract,
  statisticsContract,
  type Grouping,
  type Statistics,
  type StatisticsQuery,
} from './statistics.ts'
import { statisticsCsv } from './statisticsCsv.server.ts'

const path = '/broker/department/ftd/statistics'

/** FTD statistics of all departments (product.md 9.4). */
export function statisticsRoutes(app: Api, backend: Backend): void {
  const see = { access: { permission: 'broker.department.ftd.view' } }
  app.get(path, { schema: statisticsContract, config: see }, async ({ user, query }) => ({
    data: await statisticsFor(user, query, backend),
  }))
  const take = { access: { permission: 'broker.department.ftd.export' } }
  app.get(`${path}/export`, { schema: exportContract, config: take }, async (request, reply) => {
    const { user, query } = request
    const text = statisticsCsv(await statisticsFor(user, query, backend), query)
    const name = `ftd-statistics-${dayOn({ at: new Date(), zone: 'UTC' })}.csv`
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(text)
  })
}

const defaultDays = 30

/** The statistics as a user sees them: days of their time zone, names as far as they may know them. */
async function statisticsFor(
  user: User,
  query: StatisticsQuery,
  backend: Backend,
): Promise<Statistics> {
  const database = backend.database.sql
  const { zone, as_of } = await zoneOf(user, backend)
  const to = query.to ?? dayOn({ at: new Date(), zone })
  const from = query.from ?? daysAfter(to, 1 - defaultDays)
  const days: Days = { from, to, zone }
  const { rows: found, total } = await readStatistics(query, days, database)
  const shown = found.slice(0, maxRows)
  const { then_by } = query
  const first = await namesOf(
    query.by,
    shown.map(({ key }) => key),
    user,
    backend,
  )
  const second = then_by
    ? await namesOf(
        then_by,
        shown.map((row) => row.second),
        user,
        backend,
      )
    : undefined
  const rows = shown.map(({ key, second: other, ...numbers }) => ({
    ...numbers,
    part: { key, label: first(key) },
    ...(second && { second: { key: other, label: second(other) } }),
  }))
  return { ...days, as_of, rows, is_cut: found.length > maxRows, total }
}

/** The user's time zone once the sums have its days, which takes minutes; UTC before. */
async function zoneOf({ timezone = 'UTC' }: User, { database }: Backend) {
  const { rows } = await sql<{ zone: string; as_of: string }>`
    select zone, max(updated_at) as as_of from send_days
    where zone in (${timezone}, 'UTC') group by zone`.execute(database.sql)
  const own = rows.find(({ zone }) => zone === timezone) ?? rows[0]
  return { zone: own?.zone ?? timezone, as_of: own?.as_of ?? null }
}

type Key = string | number | null

const resourceNames: Readonly<Partial<Record<Grouping, string>>> = {
  department: 'broker_departments',
  broker: 'brokers',
  company: 'affiliate_companies',
  source: 'sources',
  country: 'countries',
  language: 'languages',
  user: 'users',
}

async function namesOf(
  grouping: Grouping,
  keys: readonly Key[],
  user: User,
  backend: Backend,
): Promise<(key: Key) => string | null> {
  const name = resourceNames[grouping]
  if (isOfTime(grouping) || !name) return (key) => (key === null ? null : String(key))
  const resource = backend.resource(name)
  if (!mayLabel(resource, user)) return (key) => (key === null ? null : `#${key}`)
  const [title = 'id'] = titleFields(resource)
  const { rows } = await sql<{ id: number; label: string }>`
    select id, ${sql.ref(title)}::text as label from ${sql.table(name)}
    where id = any(${keys.filter((key) => key !== null)}::bigint[])`.execute(backend.database.sql)
  const labels = new Map(rows.map(({ id, label }) => [id, label]))
  return (key) => (key === null ? null : (labels.get(Number(key)) ?? `#${key}`))
}
