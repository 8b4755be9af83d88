import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import type { Sql } from '#server'

import { readStatistics } from '../../../resources/sending/statistics/readStatistics.server.ts'
import { rollUp } from '../../../resources/sending/statistics/rollUp.server.ts'
import { statisticsQuery } from '../../../resources/sending/statistics/statistics.ts'
import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'
import { awayFromMidnight } from '../../fixtures/work/midnight.ts'

let server: TestConsole
let admin: Client
let database: Sql

const path = '/broker/department/ftd/statistics'

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  database = server.backend.database.sql
  const companies = [
    await admin.make('/settings/affiliate/company', { name: 'North' }),
    await admin.make('/settings/affiliate/company', { name: 'South' }),
  ]
  for (const name of ['Acme', '=Bolt', 'Crane']) {
    const affiliate_companies =
      name === 'Acme' ? companies : name === 'Crane' ? [] : companies.slice(0, 1)
    const broker_id = await admin.make('/broker', { name, affiliate_companies })
    for (const branch_name of ['One', 'Two']) {
      await admin.make('/broker/department', { branch_name: `${name} ${branch_name}`, broker_id })
    }
  }
  for (const name of ['Search', 'Mail']) {
    const source = await admin.make('/settings/source', { name })
    for (const funnel of ['a', 'b', null]) {
      const email = `${name}-${funnel}@example.com`
      await admin.make('/lead', { source, funnel, email })
    }
  }
  await admin.put('/profile/settings', { timezone: 'Asia/Kolkata' })
  await addSends(2_000)
  for (const _month of [1, 2, 3]) await rollUp(database)
}, 120_000)
afterAll(() => server.close())

/** Sends of all states over seventy days, with and without FTDs, returned ones, cancelled FTDs and tests. */
const addSends = (count: number) =>
  sql`
    select setseed(0.4)`
    .execute(database)
    .then(() =>
      sql`
    insert into sends (uuid, send_key, lead, department, broker, source, country, "user", state, is_test,
      created_at, updated_at, sent_at, api_ftd_at, ftd_detected_at, ftd_cancelled_at)
    select gen_random_uuid(), gen_random_uuid(), l.id, d.id, d.broker_id, l.source, c.id, ${admin.id}, made.state,
      random() < 0.1, at, now(), case when made.state in ('sent', 'returned') then at + random() * interval '3 days' end,
      case when ftd < 0.2 then at + interval '3 days' + random() * interval '9 days' end,
      case when ftd < 0.25 then at + interval '13 days' end,
      case when ftd < 0.03 then now() end
    from (
      select i, now() - random() * interval '70 days' as at, random() as ftd,
        (array['sent', 'sent', 'sent', 'rejected', 'failed', 'unknown', 'returned', 'skipped', 'waiting'])
          [1 + floor(random() * 9)] as state,
        1 + floor(random() * 6) as lead, 1 + floor(random() * 6) as department,
        1 + floor(random() * 3) as country
      from generate_series(1, ${count}::int) i
    ) made
    join (select *, row_number() over (order by id) as place from leads) l on l.place = made.lead
    join (select *, row_number() over (order by id) as place from broker_departments) d
      on d.place = made.department
    join (select *, row_number() over (order by id) as place from countries) c
      on c.place = made.country`.execute(database),
    )
    .then(() =>
      sql`update sends set ftd_at = coalesce(api_ftd_at, ftd_detected_at)`.execute(database),
    )

const keys: Readonly<Record<string, string>> = {
  department: 's.department',
  broker: 's.broker',
  source: 's.source',
  country: 's.country',
  user: 's."user"',
  funnel: 'l.funnel',
}

/** The same numbers without the sums. */
async function plain(
  by: string,
  { basis, zone, from, to, which = 'true', tests = 'not s.is_test' }: Record<string, string>,
) {
  const key = sql.raw(
    by === 'day'
      ? `((${basis === 'ftd' ? 'ftd' : 'sent'} at time zone '${zone}')::date)::text`
      : 'k',
  )
  const column = sql.raw(keys[by] ?? 'null')
  const { rows } = await sql`
    with one as (
      select ${column} as k, s.state, coalesce(s.sent_at, s.created_at) as sent,
        case when s.ftd_cancelled_at is null then coalesce(s.api_ftd_at, s.ftd_detected_at) end as ftd
      from sends s join leads l on l.id = s.lead
      where ${sql.raw(tests)} and ${sql.raw(which)}
        and s.state in ('sent', 'rejected', 'failed', 'unknown', 'returned', 'skipped', 'waiting')
    ), sent as (
      select ${key} as key, count(*) filter (where state = 'sent')::int as accepted,
        count(*) filter (where state in ('sent', 'rejected', 'failed', 'unknown', 'returned'))::int as offered,
        count(ftd) filter (where state = 'sent')::int as ftds,
        percentile_cont(0.5) within group (
          order by floor(extract(epoch from ftd - sent) / 86400)
        ) filter (where state = 'sent') as median_days
      from one where (sent at time zone ${zone})::date between ${from}::date and ${to}::date group by 1
    ), deposited as (
      select ${key} as key, count(*)::int as ftds_then from one
      where ftd is not null and (ftd at time zone ${zone})::date between ${from}::date and ${to}::date
      group by 1
    )
    select coalesce(sent.key, deposited.key) as key, coalesce(offered, 0) as offered,
      coalesce(accepted, 0) as accepted,
      ${basis === 'ftd' ? sql`coalesce(ftds_then, 0)` : sql`coalesce(ftds, 0)`} as ftds,
      median_days
    from sent full join deposited on coalesce(sent.key::text, '') = coalesce(deposited.key::text, '')`.execute(
    database,
  )
  return rows as {
    key: unknown
    offered: number
    accepted: number
    ftds: number
    median_days: number
  }[]
}

const sorted = (rows: readonly { key: unknown }[]) =>
  [...rows].toSorted((one, other) => String(one.key).localeCompare(String(other.key)))

const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

test('numbers tell as of when they hold, also where nothing has changed since long ago', async () => {
  await sql`update sends set updated_at = now() - interval '1 day'`.execute(database)
  await sql`update send_days set updated_at = now() - interval '3 hours'`.execute(database)
  const told = async () => (await admin.get(`${path}?from=${dayBefore(80)}`)).body.data
  const before = await told()
  expect(Date.parse(before.as_of)).toBeLessThan(Date.now() - 3_600_000)
  const begun = Date.now()
  await rollUp(database)
  const { as_of, ...numbers } = await told()
  expect(Date.parse(as_of)).toBeGreaterThan(begun - 60_000)
  expect({ ...numbers, as_of: before.as_of }).toEqual(before)
})

describe.each(['UTC', 'Asia/Kolkata'])('in %s the sums are those of the sends', (zone) => {
  const days = { zone, from: dayBefore(50), to: dayBefore(5) }

  test.each(['department', 'broker', 'source', 'country', 'user', 'funnel'])(
    'by %s',
    async (by) => {
      const { rows } = await readStatistics(statisticsQuery.parse({ by }), days, database)
      const expected = (await plain(by, { ...days, basis: 'send' })).filter(
        ({ offered }) => offered,
      )
      expect(
        sorted(rows).map(({ key, offered, accepted, ftds, median_days }: any) => ({
          key,
          offered,
          accepted,
          ftds,
          median_days,
        })),
      ).toEqual(sorted(expected))
    },
  )

  test.each(['send', 'ftd'])('by day, FTDs by the date of the %s', async (basis) => {
    const query = statisticsQuery.parse({ by: basis === 'ftd' ? 'department' : 'day', basis })
    const { rows, total } = await readStatistics(query, days, database)
    const expected = (await plain(query.by, { ...days, basis })).filter(
      ({ offered, ftds }) => offered || ftds,
    )
    const short = (all: readonly any[]) => sorted(all).map(({ key, ftds }: any) => ({ key, ftds }))
    expect(short(rows)).toEqual(short(expected))
    expect(total.ftds).toBe(expected.reduce((sum, { ftds }) => sum + ftds, 0))
    expect(total.ftds).toBeGreaterThan(10)
  })

  test('of one source alone', async () => {
    const { rows: sources } = await sql<{ id: number }>`select id from sources`.execute(database)
    const id = sources[0]?.id
    const query = statisticsQuery.parse({ by: 'department', source: String(id) })
    const { total } = await readStatistics(query, days, database)
    const expected = await plain('department', {
      ...days,
      basis: 'send',
      which: `s.source = ${id}`,
    })
    expect(total.accepted).toBe(expected.reduce((sum, { accepted }) => sum + accepted, 0))
  })
})

describe('tests and tags', () => {
  const days = { zone: 'UTC', from: dayBefore(50), to: dayBefore(5) }
  const accepted = (all: readonly { accepted: number }[]) =>
    all.reduce((sum, one) => sum + one.accepted, 0)
  const totalOf = async (query: object) =>
    (await readStatistics(statisticsQuery.parse(query), days, database)).total.accepted
  const plainly = async (more: Record<string, string>) =>
    accepted(await plain('department', { ...days, basis: 'send', ...more }))

  test.each([
    ['no', 'not s.is_test'],
    ['yes', 's.is_test'],
    ['both', 'true'],
  ])('sends that are tests: %s', async (test, tests) => {
    expect(await totalOf({ test })).toBe(await plainly({ tests }))
    expect(await totalOf({ test })).toBeGreaterThan(0)
  })

  test('of leads with a tag alone, once it is given, and no more once it is taken away', async () => {
    const { rows: leads } = await sql<{ id: number }>`
      select id from leads order by id limit 2`.execute(database)
    const ids = leads.map(({ id }) => id)
    const tag = await admin.make('/settings/tag', { name: 'Vip' })
    const other = await admin.make('/settings/tag', { name: 'Cold' })
    const all = await totalOf({})
    const change = async (values: object) => {
      await admin.post('/lead/bulk/tag', { ids, values })
      await rollUp(database)
    }
    await change({ add: [tag, other], remove: [] })
    const which = `s.lead in (${ids.join()})`
    expect(await totalOf({ tag: String(tag) })).toBe(await plainly({ which }))
    expect(await totalOf({ tag: String(tag), by: 'funnel' })).toBe(await plainly({ which }))
    expect(await totalOf({ tag: String(tag), test: 'yes' })).toBe(
      await plainly({ which, tests: 's.is_test' }),
    )
    expect(await totalOf({})).toBe(all)
    await change({ add: [], remove: [tag] })
    expect(await totalOf({ tag: String(tag) })).toBe(0)
    expect(await totalOf({ tag: String(other) })).toBe(await plainly({ which }))
  })
})

test('a period is one of the days of the reader', async () => {
  await awayFromMidnight(0.5, 'Asia/Kolkata')
  const read = async (query: string) => (await admin.get(`${path}?${query}`)).body.data
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Kolkata' })
  expect(await read('period=today')).toMatchObject({ from: today, to: today })
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
  expect(await read('period=yesterday')).toMatchObject({ from: yesterday, to: yesterday })
  expect(await read(`from=${yesterday}`)).toMatchObject({ from: yesterday, to: today })
})

test('days the last of which comes before the first are refused in words', async () => {
  for (const days of ['from=2026-03-02&to=2026-03-01', 'from=2999-01-01']) {
    const { status, body } = await admin.get(`${path}?${days}`)
    expect(status).toBe(422)
    expect(body.message).toContain('before the first')
  }
})

test('those of one department are for who sees its histories', async () => {
  const opener = await server.user(['broker.department.histories.view'])
  const reader = await server.user(['broker.department.ftd.view'])
  const { rows } = (await reader.get(path)).body.data
  const { key } = rows[0].part
  const one = `/broker/department/${key}/ftd/statistics`
  const { total } = (await opener.get(`${one}?by=source&department=${key + 1}`)).body.data
  expect(total.accepted).toBe(rows[0].accepted)
  expect((await opener.get(path)).status).toBe(403)
  expect((await reader.get(one)).status).toBe(403)
  expect((await opener.get('/broker/department/999/ftd/statistics')).status).toBe(404)
})

test('a send that changes is in the sums after the next run', async () => {
  const total = async () => (await admin.get(`${path}?from=${dayBefore(80)}`)).body.data.total
  const before = await total()
  await sql`
    update sends set state = 'returned', updated_at = now()
    where id = (select min(id) from sends where state = 'sent' and not is_test)`.execute(database)
  expect(await total()).toEqual(before)
  await rollUp(database)
  expect(await total()).toMatchObject({
    accepted: before.accepted - 1,
    returned: before.returned + 1,
    offered: before.offered,
  })
})

test('9.4: a deposit whose date is mended counts on its new day alone', async () => {
  const { rows } = await sql<{ id: number }>`
    select min(id) as id from sends
    where state = 'sent' and not is_test and ftd_at is null
      and sent_at < now() - interval '9 days'`.execute(database)
  // Nothing else has changed since the run before.
  await sql`update sends set updated_at = now() - interval '1 hour'`.execute(database)
  const send = `/lead/history/${rows[0]?.id}`
  const reason = 'told by phone'
  const at = (days: number) => `${dayBefore(days)}T12:00:00Z`
  const ftdsOf = async (days: number) => {
    const day = dayBefore(days)
    const { body } = await admin.get(`${path}?basis=ftd&from=${day}&to=${day}`)
    return body.data.total.ftds
  }
  const [wrong, right] = [await ftdsOf(5), await ftdsOf(3)]
  expect((await admin.post(`${send}/ftd`, { date: at(5), reason })).status).toBe(200)
  await rollUp(database)
  expect([await ftdsOf(5), await ftdsOf(3)]).toEqual([wrong + 1, right])
  expect((await admin.post(`${send}/cancel_ftd`, { reason })).status).toBe(200)
  expect((await admin.post(`${send}/ftd`, { date: at(3), reason })).status).toBe(200)
  await rollUp(database)
  expect([await ftdsOf(5), await ftdsOf(3)]).toEqual([wrong, right + 1])
})

test('the sends of a lead that is put into another funnel count for that one', async () => {
  await sql`update sends set updated_at = now() - interval '1 hour'`.execute(database)
  const { body } = await admin.get('/lead/search?funnel=a')
  expect((await admin.put(`/lead/${body.data[0].id}`, { funnel: 'moved' })).status).toBe(200)
  await rollUp(database)
  // It is tomorrow in some zones.
  const days = { from: dayBefore(80), to: dayBefore(-1) }
  const { body: told } = await admin.get(`${path}?by=funnel&from=${days.from}&to=${days.to}`)
  const counted = await plain('funnel', { basis: 'send', zone: 'Asia/Kolkata', ...days })
  const acceptedOf = (rows: readonly any[]) =>
    Object.fromEntries(rows.map((one) => [one.part ? one.part.key : one.key, one.accepted]))
  expect(acceptedOf(told.data.rows)).toMatchObject({ moved: expect.any(Number) })
  expect(acceptedOf(told.data.rows)).toEqual(acceptedOf(counted))
})

test('nothing of long ago is left out where months without an accepted lead lie between', async () => {
  const sentAt = (days: number, state: string, ftd: number | null = null) => sql`
    insert into sends (uuid, send_key, lead, department, state, created_at, sent_at, ftd_at)
    select gen_random_uuid(), gen_random_uuid(), min(l.id), min(d.id), ${state},
      now() - ${days} * interval '1 day',
      case when ${state} = 'sent' then now() - ${days} * interval '1 day' end,
      now() - ${ftd}::int * interval '1 day'
    from leads l, broker_departments d`
  await sentAt(200, 'skipped').execute(database)
  await sentAt(300, 'sent', 250).execute(database)
  await sql`update sends set updated_at = now() - interval '1 hour'`.execute(database)
  await sql`insert into users (name, email, password, timezone)
    values ('Ana', 'ana@example.com', '', 'America/Lima')`.execute(database)
  for (let month = 0; month < 5; month += 1) await rollUp(database)
  const from = dayBefore(330)
  const total = async (basis: 'send' | 'ftd', to: string) => {
    const days = { from, to, zone: 'America/Lima' }
    return (await readStatistics(statisticsQuery.parse({ basis }), days, database)).total
  }
  expect(await total('send', dayBefore(280))).toMatchObject({ accepted: 1, ftds: 1 })
  expect(await total('ftd', dayBefore(240))).toMatchObject({ accepted: 1, ftds: 1 })
})

test('a broker of two companies counts for each of them, and once over all', async () => {
  const { rows, total } = (await admin.get(`${path}?by=company`)).body.data
  const [north, south] = ['North', 'South'].map((name) =>
    rows.find(({ part }: any) => part.label === name),
  )
  // What belongs to no company has a row too: all but what counts twice makes up the whole.
  const none = rows.find(({ part }: any) => part.key === null)
  expect(none.accepted).toBeGreaterThan(0)
  expect(north.accepted + none.accepted).toBe(total.accepted)
  expect(south.accepted).toBeGreaterThan(0)
  const { rows: both } = (await admin.get(`${path}?by=company&then_by=week`)).body.data
  const sum = both
    .filter(({ part }: any) => part.label === 'South')
    .reduce((all: number, { accepted }: any) => all + accepted, 0)
  expect(sum).toBe(south.accepted)
})

test('groups come by what they accepted, each with its own parts, and times in their order', async () => {
  const rowsBy = async (by: string) => (await admin.get(`${path}?${by}`)).body.data.rows as any[]
  const departments = (await rowsBy('by=department')).map(({ part }) => part.key)
  const parts = await rowsBy('by=department&then_by=source')
  expect([...new Set(parts.map(({ part }) => part.key))]).toEqual(departments)
  const ofFirst = parts.filter(({ part }) => part.key === departments[0])
  const counts = ofFirst.map(({ accepted: count }) => count)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  const weeks = (await rowsBy('by=department&then_by=week'))
    .filter(({ part }) => part.key === departments[0])
    .map(({ second }) => second.key)
  expect(weeks.length).toBeGreaterThan(2)
  expect(weeks).toEqual(weeks.toSorted())
})

test('days begin in the time zone of the reader, which the answer says', async () => {
  expect((await admin.get(path)).body.data.zone).toBe('Asia/Kolkata')
})

test('reading and exporting have permissions of their own', async () => {
  const reader = await server.user(['broker.department.ftd.view'])
  expect((await reader.get(path)).status).toBe(200)
  expect((await reader.get(path)).body.data.rows[0].part.label).toMatch(/^#/)
  expect((await reader.get(`${path}/export`)).status).toBe(403)
  expect((await (await server.as('Sender')).get(path)).status).toBe(403)
})

test('the file holds the same, and no cell that a spreadsheet takes for a formula', async () => {
  const { body: text } = await admin.get(`${path}/export?by=broker`)
  expect(text).toContain(`"'=Bolt"`)
  expect(text).toContain('"By send date"')
})

test('the file is written as it was asked for, in the language of the reader', async () => {
  const asked = new URLSearchParams({
    by: 'department',
    columns: 'ftds,offered,last_ftd_at',
    delimiter: ';',
    bom: 'false',
  })
  const file = await admin.speaking('ar').get(`${path}/export?${asked}`)
  const [days, headings, ...rows] = String(file.body).split('\r\n')
  expect(days).toMatch(/^"الأيام";"\d{4}-\d\d-\d\d";.*"Asia\/Kolkata";"حسب تاريخ الإرسال"$/)
  // In the order of the table, whatever that of the question.
  expect(headings).toBe('"القسم";"معروض";"إيداع أول";"آخر إيداع"')
  expect(rows.at(-2)).toMatch(/^"الإجمالي";"\d+";"\d+";"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)?"$/)
  expect(file.headers['content-disposition']).toMatch(
    /filename\*=UTF-8''ftd-statistics-\d{4}-\d\d-\d\d\.csv$/,
  )
  expect((await admin.get(`${path}/export?columns=offered,password`)).status).toBe(400)
  expect((await admin.get(`${path}/export?delimiter=%27`)).status).toBe(400)
})

test('10.6: the file holds every row, also those that the page leaves out', async () => {
  await sql`
    insert into send_days (zone, day, is_short, funnel, accepted)
    select 'Asia/Kolkata', '2020-01-01', false, 'funnel ' || n, 1 from generate_series(1, 1100) n`.execute(
    database,
  )
  const query = 'by=funnel&from=2020-01-01&to=2020-01-01'
  const { data } = (await admin.get(`${path}?${query}`)).body
  expect([data.rows.length, data.is_cut, data.total.accepted]).toEqual([1_000, true, 1_100])
  const lines = String((await admin.get(`${path}/export?${query}`)).body).split('\r\n')
  expect(lines.filter((line) => line.startsWith('"funnel '))).toHaveLength(1_100)
  expect(lines.at(-2)).toMatch(/^"Total","1100"/)
})

test('the file tells the caps of today, and the log who has taken it and by which filter', async () => {
  const [{ id = 0 } = {}] = (
    await sql<{ id: number }>`select min(id) as id from broker_departments`.execute(database)
  ).rows
  await admin.put(`/broker/department/${id}`, { caps: [{ period: 'day', limit: 77 }] })
  const { body: text } = await admin.get(`${path}/export?by=department&department=${id}`)
  const [, heading, row] = String(text).split('\r\n')
  expect([heading, row]).toEqual([
    expect.stringMatching(/^"Department",.*"FTD","CR, %","Days to FTD","Last FTD","Cap today"$/),
    expect.stringMatching(/\d+ \/ 77"$/),
  ])
  const { body } = await admin.get('/audit/search?action=export&resource=send_days')
  expect(body.data[0]).toMatchObject({
    detail: { facts: { filter: { by: 'department', department: [id] }, rows: 1 } },
  })
})

test('16.4: the sums are made anew from the sends when somebody asks for it, once at a time', async () => {
  const read = async () => {
    const { body } = await admin.get(`${path}?by=day&from=${dayBefore(80)}&to=${dayBefore(-1)}`)
    return { rows: body.data.rows, total: body.data.total }
  }
  const rebuild = '/broker/department/rebuild'
  for (let month = 0; month < 3; month += 1) await rollUp(database)
  const before = await read()
  expect(before.total.accepted).toBeGreaterThan(100)
  await sql`update send_days set accepted = accepted + 7`.execute(database)
  await sql`delete from send_days where extract(dow from day) = 2`.execute(database)
  expect((await read()).total.accepted).not.toBe(before.total.accepted)
  const stranger = await server.user(['broker.department.view', 'broker.department.ftd.view'])
  expect((await stranger.post(rebuild, {})).status).toBe(403)
  expect((await admin.post(rebuild, {})).status).toBe(200)
  const again = await admin.post(rebuild, {})
  expect([again.status, again.body.message]).toEqual([
    409,
    'The statistics are being rebuilt already',
  ])
  await server.backend.jobs.work()
  const states = async () => {
    const { rows } = await sql<{ state: string }>`
      select state from jobs where type = 'broker_departments.rebuild'`.execute(database)
    return rows.map(({ state }) => state)
  }
  await vi.waitFor(async () => expect(await states()).toEqual(['finished']), 30_000)
  expect(await read()).toEqual(before)
  expect((await admin.post(rebuild, {})).status).toBe(200)
})
