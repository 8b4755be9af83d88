import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { renderMessage } from '#schema'

import { resources } from '../../../resources/index.ts'
import { draw } from '../../../resources/settings/source/drawRules.server.ts'
import { recount } from '../../../src/server/statistics/recount.ts'
import { createTestConsole, statusIds, type TestConsole } from '../../fixtures/console.ts'
import { endedImport } from '../../fixtures/files/imports.ts'
import { upload } from '../../fixtures/files/upload.ts'
import type { Client } from '../../fixtures/server.ts'

let server: TestConsole
let admin: Client
let manager: Client
const ids: Record<string, number> = {}
let count = 0

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  manager = await server.as('Manager')
  Object.assign(ids, await statusIds(admin))
  await server.backend.jobs.work()
  for (const code of ['DE', 'GB']) {
    const path = `/settings/country/search?iso_3166_2=${code}`
    ids[code] = (await admin.get(path)).body.data[0].id
  }
}, 60_000)
afterAll(() => server.close())

async function ruled(use: string, names: readonly string[], values: object = {}) {
  count += 1
  const source = await admin.make('/settings/source', {
    name: `Drawn ${count}`,
    default_status: ids['New'],
  })
  const rows = names.map((name) => ({ status: ids[name], weight: 50 }))
  const rule = await admin.make('/settings/source/random/status', { source, use, rows, ...values })
  return { source, rule }
}

const newLead = async (source: number, values: object = {}): Promise<number> => {
  count += 1
  return admin.make('/lead', { source, email: `drawn${count}@example.com`, ...values })
}

const statusOf = async (id: number) => (await admin.get(`/lead/${id}`)).body.data.status

const notes = async (id: number) => {
  const { rows } = await sql<{ note: string }>`
    select detail ->> 'note' as note from audit_log
    where resource = 'leads' and record_id = ${id} and detail ? 'note'`.execute(
    server.backend.database.sql,
  )
  return rows.map(({ note }) => renderMessage(note))
}

/** What is counted, by its name. */
async function sums() {
  const { rows } = await sql<{ name: string; value: number }>`
    select name, sum(value)::integer as value from statistics
    where name like '%leads%' group by name having sum(value) <> 0 order by name`.execute(
    server.backend.database.sql,
  )
  return rows
}

/** The same, made anew from the leads. */
async function recounted() {
  await server.backend.database.sql.transaction().execute((all) => recount(resources, all))
  return sums()
}

const passTime = (id: number, minutes: number) =>
  sql`update leads set created_at = created_at - make_interval(mins => ${minutes}::int) where id = ${id}`.execute(
    server.backend.database.sql,
  )

test('a status is drawn as often as its weight says', () => {
  const rows = [
    { status: 1, weight: 75 },
    { status: 2, weight: 25 },
  ]
  const drawn = Array.from({ length: 4_000 }, () => draw(rows))
  const share = drawn.filter((one) => one === 1).length / drawn.length
  expect(share).toBeGreaterThan(0.7)
  expect(share).toBeLessThan(0.8)
})

test('a preview draws a hundred times and changes nothing', async () => {
  const { rule } = await ruled('test_answers', ['No answer', 'Interested'])
  const { status, body } = await manager.post(`/settings/source/random/status/${rule}/draw`, {})
  expect(status).toBe(200)
  const { drawn } = body.data
  expect(drawn).toMatchObject([{ status: 'No answer' }, { status: 'Interested' }])
  expect(drawn[0].drawn + drawn[1].drawn).toBe(100)
})

test('has one status to twenty, each of a weight from 1 to 100, and delays test answers only', async () => {
  const source = await admin.make('/settings/source', { name: 'Bounds' })
  const asked = async (rows: readonly object[], values: object = {}) => {
    const rule = { source, use: 'test_answers', rows, ...values }
    const { status, body } = await admin.post('/settings/source/random/status', rule)
    return status === 201 ? [] : Object.keys(body.errors)
  }
  const of = (weight: number) => [{ status: ids['New'], weight }]
  expect(await asked([])).toEqual(['rows'])
  expect(await asked(Array.from({ length: 21 }, () => of(1)).flat())).toEqual(['rows'])
  for (const weight of [0, 101]) expect(await asked(of(weight))).toEqual(['rows.0.weight'])
  const drawn = { use: 'initial_status' }
  expect(await asked(of(1), { ...drawn, delay_min: 1 })).toEqual(['delay_min'])
  expect(await asked(of(1), { delay_min: 5, delay_max: 4 })).toEqual(['delay_max'])
  expect(await asked([{ status: ids['Deposit'], weight: 1 }], drawn)).toEqual(['rows.0.status'])
  for (const weight of [1, 100]) expect(await asked(of(weight))).toEqual([])
})

describe('an initial status', () => {
  test('is drawn for new leads in place of the default, and stands in their history', async () => {
    const { source, rule } = await ruled('initial_status', ['Call back'])
    const id = await newLead(source)
    expect(await statusOf(id)).toBe(ids['Call back'])
    expect(await notes(id)).toEqual([`drawn by source random status #${rule}`])
  })

  test('is counted beside the weights for those who see leads', async () => {
    const { source, rule } = await ruled('initial_status', ['Call back'])
    const path = `/settings/source/random/status/${rule}`
    const drawn = async () => (await admin.get(path)).body.data.drawn
    expect(await drawn()).toBe(0)
    await newLead(source)
    await newLead(source)
    await newLead(source, { status: ids['Interested'] })
    expect(await drawn()).toBe(2)
    const reader = await server.user(['settings.sourceRandomStatus.view'])
    expect((await reader.get(path)).body.data).not.toHaveProperty('drawn')
  })

  test('is what its leads count under, however they come', async () => {
    const { source } = await ruled('initial_status', ['Call back'])
    const rule = { status: ids['Call back'], scope: 'source', source, add_to_black_list: true }
    await admin.make('/lead/status/setting', rule)
    await newLead(source)
    const lines = ['email', 'counted1@example.com', 'counted2@example.com', 'nobody']
    const upload_id = await upload(server.app, admin, lines.join('\n'), { purpose: 'import:leads' })
    const order = { upload_id, mapping: ['email'], settings: { source } }
    const { body } = await admin.post('/lead/import', order)
    const path = `/lead/import/${body.data.id}`
    const done = await endedImport(server, admin, path, ({ job_id }) => job_id)
    expect([done.created, done.refused]).toEqual([2, 1])
    expect(await sums()).toEqual(await recounted())
    await admin.post(`${path}/undo`)
    await endedImport(server, admin, path, ({ undo_job }) => undo_job)
    expect(await sums()).toEqual(await recounted())
  })

  test('gives way to a status that was chosen, and to the default in other countries', async () => {
    const { source } = await ruled('initial_status', ['Call back'], { countries: [ids['DE']] })
    const chosen = await newLead(source, { status: ids['Interested'], country: ids['DE'] })
    expect(await statusOf(chosen)).toBe(ids['Interested'])
    expect(await statusOf(await newLead(source, { country: ids['DE'] }))).toBe(ids['Call back'])
    expect(await statusOf(await newLead(source, { country: ids['GB'] }))).toBe(ids['New'])
  })

  test('is never a deposit, even of a rule that was for test answers', async () => {
    const { rule } = await ruled('test_answers', ['Deposit'])
    const path = `/settings/source/random/status/${rule}`
    const { status, body } = await admin.put(path, { use: 'initial_status', version: 1 })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['rows']])
  })
})

test('9.5: a new lead begins as a deposit by no setting: neither of its source, nor of the status itself', async () => {
  const refusalOf = async (path: string, values: object) => {
    const { version } = (await admin.get(path)).body.data
    const { status, body } = await admin.put(path, { ...values, version })
    return [status, body.errors]
  }
  const settled = (field: string, name: string) => [
    422,
    { [field]: [`A new lead cannot begin as “${name}”`] },
  ]
  const values = { name: 'Of deposits', default_status: ids['Deposit'] }
  const { status, body } = await admin.post('/settings/source', values)
  expect([status, body.errors]).toEqual(settled('default_status', 'Deposit'))
  const { source } = await ruled('initial_status', ['Call back'])
  const [of, to] = [`/settings/source/${source}`, { group: 'deposit' }]
  expect(await refusalOf(of, { default_status: ids['Deposit'] })).toEqual(
    settled('default_status', 'Deposit'),
  )
  const drawn = `/settings/status/${ids['Call back']}`
  expect(await refusalOf(drawn, to)).toEqual(settled('group', 'Call back'))
  const begun = await admin.make('/settings/status', { name: 'Begun' })
  expect(await refusalOf(of, { default_status: begun })).toEqual([200, undefined])
  expect(await refusalOf(`/settings/status/${begun}`, to)).toEqual(settled('group', 'Begun'))
  const paid = await admin.make('/settings/status', { name: 'Paid', ...to })
  expect(await refusalOf(`/settings/status/${paid}`, { is_default: true })).toEqual(
    settled('is_default', 'Paid'),
  )
  const both = await admin.post('/settings/status', { name: 'Both', is_default: true, ...to })
  expect([both.status, both.body.errors]).toEqual(settled('is_default', 'Both'))
})

describe('a test answer', () => {
  test('reaches a test lead once, after its delay, and no live lead', async () => {
    const { source, rule } = await ruled('test_answers', ['Deposit'], {
      delay_min: 5,
      delay_max: 9,
    })
    const [asked, live] = [await newLead(source, { is_test: true }), await newLead(source)]
    await server.backend.jobs.upkeep()
    expect(await statusOf(asked)).toBe(ids['New'])
    for (const id of [asked, live]) await passTime(id, 10)
    await server.backend.jobs.upkeep()
    expect([await statusOf(asked), await statusOf(live)]).toEqual([ids['Deposit'], ids['New']])
    expect(await notes(asked)).toEqual([`drawn by source random status #${rule}`])
    await server.backend.jobs.upkeep()
    expect(await notes(asked)).toHaveLength(1)
  })

  test('C19: may be the status that the lead has already', async () => {
    const { source, rule } = await ruled('test_answers', ['New'])
    const id = await newLead(source, { is_test: true })
    await passTime(id, 1)
    const since = (await admin.get(`/lead/${id}`)).body.data.status_changed_at
    await server.backend.jobs.upkeep()
    expect(await notes(id)).toEqual([`drawn by source random status #${rule}`])
    const { status, status_changed_at } = (await admin.get(`/lead/${id}`)).body.data
    expect(status).toBe(ids['New'])
    expect(Date.parse(status_changed_at)).toBeGreaterThan(Date.parse(since))
    await server.backend.jobs.upkeep()
    expect(await notes(id)).toHaveLength(1)
  })

  test('C19: reaches a lead behind many that no rule is for', async () => {
    const { source } = await ruled('test_answers', ['Interested'], { countries: [ids['DE']] })
    await sql`
      insert into leads (uuid, source, country, is_test, email)
      select gen_random_uuid()::text, ${source}, ${ids['GB']}::bigint, true, 'many' || n || '@example.com'
      from generate_series(1, 500) n`.execute(server.backend.database.sql)
    const id = await newLead(source, { is_test: true, country: ids['DE'] })
    await server.backend.jobs.upkeep()
    expect(await statusOf(id)).toBe(ids['Interested'])
  })

  test('never reaches a test lead with an accepted send', async () => {
    const { source } = await ruled('test_answers', ['Interested'])
    const id = await newLead(source, { is_test: true })
    await sql`update leads set accepted_count = 1 where id = ${id}`.execute(
      server.backend.database.sql,
    )
    await server.backend.jobs.upkeep()
    expect([await statusOf(id), await notes(id)]).toEqual([ids['New'], []])
  })
})
