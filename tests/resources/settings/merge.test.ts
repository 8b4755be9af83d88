import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  createTestConsole,
  dropStatusRules,
  statusIds,
  type TestConsole,
} from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'
import { ended } from '../../server/jobs/setting.ts'

let server: TestConsole
let admin: Client
let manager: Client
let source: number

beforeAll(async () => {
  server = await createTestConsole()
  await dropStatusRules(server)
  admin = await server.as('Administrator')
  manager = await server.as('Manager')
  await server.backend.jobs.work()
  source = await admin.make('/settings/source', { name: 'Search' })
}, 60_000)
afterAll(() => server.close())

const status = (name: string, values: object = {}) =>
  admin.make('/settings/status', { name, ...values })
const tag = (name: string, values: object = {}) => admin.make('/settings/tag', { name, ...values })
const lead = (email: string, values: object = {}) =>
  admin.make('/lead', { source, email: `${email}@example.com`, ...values })
const get = async (path: string) => (await admin.get(path)).body.data

const merge = async (path: string, from: number, into: number, as = manager) => {
  const { status: answered, body } = await as.post(`${path}/${from}/merge`, { into })
  expect([answered, body.message]).toEqual([202, expect.any(String)])
  expect(await ended(server.backend.database, body.data.job_id)).toMatchObject({
    state: 'finished',
    failed: 0,
  })
  expect((await admin.get(`${path}/${from}`)).status).toBe(404)
}

test('11.16 a status is merged into another: leads, mappings, rules and draws follow', async () => {
  const [from, into] = [await status('No reply'), await status('Silent')]
  const one = await lead('silent', { status: from })
  const gone = await lead('erased', { status: from })
  const erased = await admin.post(`/lead/${gone}/erase`, { reason: 'Asked for it' })
  expect(erased.status).toBe(200)
  const mapping = await admin.make('/lead/status/map', { broker_status: 'NR', status: from })
  await admin.make('/lead/status/setting', { status: from, days_not_available: 3 })
  const kept = await admin.make('/lead/status/setting', { status: into, days_not_available: 5 })
  const draws = await admin.make('/settings/source/random/status', {
    source,
    use: 'test_answers',
    rows: [
      { status: from, weight: 20 },
      { status: into, weight: 10 },
    ],
  })
  const told = (await get(`/lead/${one}`)).status_changed_at
  await merge('/settings/status', from, into)
  expect(await get(`/lead/${one}`)).toMatchObject({
    status: into,
    status_changed_at: told,
    not_available_till: null,
  })
  expect((await get(`/lead/status/map/${mapping}`)).status).toBe(into)
  const rules = await get(`/lead/status/setting/search?status=${into}`)
  expect(rules.map(({ id }: { id: number }) => id)).toEqual([kept])
  const { rows } = await get(`/settings/source/random/status/${draws}`)
  expect(rows).toMatchObject([{ status: into, weight: 10 }])
})

test('11.16 a status is merged only where its leads may get the other', async () => {
  const ids = await statusIds(admin)
  const refusal = async (from: number, into: number, as = manager) =>
    (await as.get(`/settings/status/${from}/merge?into=${into}`)).body.data.refusal
  const [from, into] = [await status('Thinking'), await status('Deciding')]
  const deposit = await status('Paid', { group: 'deposit' })
  expect(await refusal(from, deposit)).toContain('of deposits only')
  expect(await refusal(deposit, into)).toContain('of deposits only')
  expect(await refusal(ids['New']!, into)).toContain('relies on this status')
  await admin.make('/lead/status/setting', { status: from, is_final: true })
  const force = await sql<{ held: boolean }>`
    select exists (select from roles r join roles_permissions rp on rp.record_id = r.id
      join permissions p on p.id = rp.target_id
      where r.name = 'Manager' and p.name = 'lead.status.force') as held`.execute(
    server.backend.database.sql,
  )
  const refused = await refusal(from, into)
  expect(refused).toEqual(force.rows[0]?.held ? null : '"Thinking" is final')
  const rights = ['settings.status.view', 'settings.status.update', 'settings.status.delete']
  const editor = await server.user([...rights, 'lead.statusSetting.update'])
  expect(await refusal(from, into, editor)).toContain('is final')
})

test('11.16 a tag is merged into another: a lead that has both keeps one', async () => {
  const [from, into] = [await tag('Warm'), await tag('Hot')]
  const both = await lead('both', { tags: [from, into] })
  const one = await lead('warm', { tags: [from] })
  const rule = await admin.make('/lead/status/setting', {
    status: (await statusIds(admin))['No answer'],
    add_tags: [from],
  })
  await admin.put(`/settings/source/${source}`, { tags: [from] })
  await merge('/settings/tag', from, into)
  expect((await get(`/lead/${both}`)).tags).toEqual([into])
  expect((await get(`/lead/${one}`)).tags).toEqual([into])
  expect((await get(`/lead/status/setting/${rule}`)).add_tags).toEqual([into])
  expect((await get(`/settings/source/${source}`)).tags).toEqual([into])
})

test('11.16 a tag that all share does not become that of one person', async () => {
  const [shared, own] = [await tag('All'), await tag('Mine', { user_setting_id: admin.id })]
  const { status: refused, body } = await admin.post(`/settings/tag/${shared}/merge`, { into: own })
  expect([refused, body.message]).toEqual([409, expect.stringContaining('same owner')])
  await merge('/settings/tag', own, shared, admin)
})

test('11.16 a source is merged into another: leads, failed leads and the black list follow', async () => {
  const [from, into] = [
    await admin.make('/settings/source', { name: 'Old pages' }),
    await admin.make('/settings/source', { name: 'New pages' }),
  ]
  const one = await lead('paged', { source: from })
  await admin.post('/lead', { source: from, email: 'paged@example.com', first_name: 'Ann' })
  const entry = await admin.make('/lead/black_list', {
    type: 'email',
    value: 'nobody@example.com',
    scope: 'source',
    source: from,
    reason: 'Asked',
  })
  await merge('/settings/source', from, into)
  expect((await get(`/lead/${one}`)).source).toBe(into)
  expect((await get(`/lead/black_list/${entry}`)).source).toBe(into)
  const failed = await get('/failed/lead/search')
  expect(failed.map((each: { source: number }) => each.source)).toEqual([into])
  const changes = await get(`/lead/history/changes/search?lead=${one}`)
  expect(JSON.stringify(changes)).toContain('source')
})

test('12 who may not edit leads merges nothing that leads have', async () => {
  const [from, into] = [await tag('Cold'), await tag('Frozen')]
  await lead('cold', { tags: [from] })
  const rights = ['view', 'update', 'delete', 'share'].map((one) => `settings.tag.${one}`)
  const editor = await server.user(rights)
  const { status: refused, body } = await editor.post(`/settings/tag/${from}/merge`, { into })
  expect([refused, body.message]).toEqual([403, 'You may not change all that point at it: Leads'])
  const viewer = await server.user(['settings.tag.view', 'settings.tag.update'])
  expect((await viewer.post(`/settings/tag/${from}/merge`, { into })).status).toBe(403)
})

test('11.16 the lists of statuses and tags say which are in use', async () => {
  const [used, unused] = [await tag('Worth a call'), await tag('Worth nothing')]
  const ringing = await status('Ringing')
  await lead('in.use', { tags: [used], status: ringing })
  const inUse = async (path: string, name: string) => {
    const { body } = await admin.get(`${path}/search?in_use=true&per_page=100&search=${name}`)
    return body.data.map(({ id }: { id: number }) => id)
  }
  expect(await inUse('/settings/tag', 'Worth')).toEqual([used])
  expect(await inUse('/settings/status', 'Ringing')).toEqual([ringing])
  expect(await get(`/settings/tag/${unused}`)).toMatchObject({ in_use: false })
})
