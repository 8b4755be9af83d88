import { sql } from 'kysely'

import { titleFields, dayOn, daysOf, type User } from '#schema'
import {
  attachment,
  authorOf,
  createLanguages,
  getRecord,
  idPath,
  invalid,
  mayLabel,
  recordAudit,
  type Api,
  type Backend,
  type Sql,
} from '#server'

import { brokerDepartment } from '../../brokers/department/brokerDepartment.ts'
import { capToday } from '../../brokers/department/departmentNumbers.server.ts'
import { msg } from '../../msg.server.ts'
import { maxRows, readStatistics, type Days } from './readStatistics.server.ts'
import { sendDay } from './sendDay.ts'
import {
  departmentStatisticsContract,
  exportContract,
  statisticsContract,
  type Statistics,
  type StatisticsQuery,
} from './statistics.ts'
import { hasCaps, isOfTime, resourceNames, type Grouping } from './groupings.ts'
import { statisticsCsv } from './statisticsCsv.server.ts'

const path = '/broker/department/ftd/statistics'

/** FTD statistics of all departments, and those of one for who sees its histories (product.md 9.4). */
export function statisticsRoutes(app: Api, backend: Backend): void {
  const see = { access: { permission: 'broker.department.ftd.view' } }
  app.get(path, { schema: statisticsContract, config: see }, async ({ user, query }) => ({
    data: await statisticsFor(user, query, backend),
  }))
  const open = { access: { permission: 'broker.department.histories.view' } }
  app.get(
    `/broker/department/${idPath}/ftd/statistics`,
    { schema: departmentStatisticsContract, config: open },
    async ({ user, query, params: { id } }) => {
      await getRecord(backend, brokerDepartment, user, id)
      return { data: await statisticsFor(user, { ...query, department: [id] }, backend) }
    },
  )
  const languageOf = createLanguages(backend)
  const take = { access: { permission: 'broker.department.ftd.export' } }
  app.get(`${path}/export`, { schema: exportContract, config: take }, async (request, reply) => {
    const {
      user,
      query: { columns, delimiter, bom, ...query },
    } = request
    const found = await statisticsFor(user, query, backend, maxRows.file)
    const detail = { filter: query, rows: found.rows.length }
    const entry = { action: 'export', resource: sendDay.name, detail }
    await recordAudit(backend.database.sql, { ...authorOf(request), ...entry })
    const asked = { ...query, columns, delimiter, bom }
    const text = statisticsCsv(found, asked, await languageOf(request))
    const name = `ftd-statistics-${dayOn({ at: new Date(), zone: 'UTC' })}.csv`
    await recordAudit(backend.database.sql, {
      ...authorOf(request),
      action: 'download',
      resource: brokerDepartment.name,
      detail: { file: name, ...query },
    })
    return reply.headers(attachment({ name, type: 'text/csv; charset=utf-8' })).send(text)
  })
}

/** The statistics as a user sees them: days of their time zone, names as far as they may know them. */
async function statisticsFor(
  user: User,
  query: StatisticsQuery,
  backend: Backend,
  rowsLimit: number = maxRows.page,
): Promise<Statistics> {
  const database = backend.database.sql
  const { zone, as_of } = await zoneOf(user, backend)
  const today = dayOn({ at: new Date(), zone })
  const { from = today, to = today } = { ...daysOf(query.period, today), ...definedOnly(query) }
  const days: Days = { from, to, zone }
  if (from > to) {
    const reversed = msg('the_last_day_comes_before_the_first')
    throw invalid({ to: [reversed] }, reversed)
  }
  const { rows: found, total } = await readStatistics(query, days, database, rowsLimit)
  const shown = found.slice(0, rowsLimit)
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
  const caps = hasCaps(query.by, then_by) ? await capsToday(shown, database) : undefined
  const rows = shown.map(({ key, second: other, ...numbers }) => ({
    ...numbers,
    ...(caps && { cap_today: caps.get(key) ?? null }),
    part: { key, label: first(key) },
    ...(second && { second: { key: other, label: second(other) } }),
  }))
  return { ...days, as_of, rows, is_cut: found.length > rowsLimit, total }
}

const definedOnly = ({ from, to }: StatisticsQuery) => ({
  ...(from && { from }),
  ...(to && { to }),
})

/** The user's time zone once the sums have its days, which takes minutes; UTC before. */
async function zoneOf({ timezone = 'UTC' }: User, { database }: Backend) {
  const { rows } = await sql<{ zone: string; as_of: string }>`
    select zone, as_of from unnest(array[${timezone}, 'UTC']) zone, lateral (
      select max(updated_at) as as_of from send_days s where s.zone = zone.zone
    ) last where as_of is not null`.execute(database.sql)
  const own = rows.find(({ zone }) => zone === timezone) ?? rows[0]
  return { zone: own?.zone ?? timezone, as_of: own?.as_of ?? null }
}

type Key = string | number | null

/** What is used of the caps of today, by department. */
async function capsToday(shown: readonly { key: Key }[], database: Sql) {
  const { rows } = await sql<{ id: number; cap: string | null }>`
    select d.id, (${sql.raw(capToday)}) as cap from broker_departments d
    where d.id = any(${shown.map(({ key }) => key)}::bigint[])`.execute(database)
  return new Map<Key, string | null>(rows.map(({ id, cap }) => [id, cap]))
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
