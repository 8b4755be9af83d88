import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { applyJob } from '../../../resources/leads/statusSetting/applyRoutes.server.ts'
import { lead as leads } from '../../../resources/leads/lead/lead.ts'
import { statusSetting } from '../../../resources/leads/statusSetting/statusSetting.ts'
import {
  createTestConsole,
  dropStatusRules,
  statusIds,
  type TestConsole,
} from '../../fixtures/console.ts'
import { importLines } from '../../fixtures/files/importing.ts'
import { watchRows } from '../../fixtures/work/mostRows.ts'
import type { Client } from '../../fixtures/server.ts'

let server: TestConsole
let admin: Client
let manager: Client
const ids: Record<string, number> = {}
let count = 0

beforeAll(async () => {
  server = await createTestConsole()
  await dropStatusRules(server)
  admin = await server.as('Administrator')
  manager = await server.as('Manager')
  await server.backend.jobs.work()
  Object.assign(ids, await statusIds(admin))
  ids['source'] = await admin.make('/settings/source', { name: 'Search' })
  ids['other'] = await admin.make('/settings/source', { name: 'Social' })
  ids['tag'] = await admin.make('/settings/tag', { name: 'Cold' })
  ids['warm'] = await admin.make('/settings/tag', { name: 'Warm' })
}, 60_000)
afterAll(() => server.close())

const rule = (status: string, values: object = {}) =>
  admin.make('/lead/status/setting', { status: ids[status], ...values })

const newLead = (values: object = {}) => {
  count += 1
  return admin.make('/lead', {
    source: ids['source'],
    status: ids['New'],
    email: `ruled${count}@example.com`,
    ...values,
  })
}

const daysTill = (moment: string | null) =>
  moment === null ? null : Math.round((Date.parse(moment) - Date.now()) / 86_400_000)

const lead = async (id: number) => (await admin.get(`/lead/${id}`)).body.data

describe('a rule of a status', () => {
  test('is created, updated and deleted with the words of the specification', async () => {
    const created = await manager.post('/lead/status/setting', { status: ids['No language'] })
    expect(created.body.message).toBe('Setting successfully created')
    const path = `/lead/status/setting/${created.body.data.id}`
    const updated = await manager.put(path, { can_send: false, version: 1 })
    expect(updated.body.message).toBe('Setting successfully updated')
    expect((await manager.delete(path)).body.message).toBe('Setting successfully deleted')
  })

  test('is there once for each status and scope', async () => {
    await rule('Duplicate')
    const again = await admin.post('/lead/status/setting', { status: ids['Duplicate'] })
    expect(again.status).toBe(422)
    const narrow = { status: ids['Duplicate'], scope: 'source' }
    const without = await admin.post('/lead/status/setting', narrow)
    expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['source']])
    await rule('Duplicate', { scope: 'source', source: ids['source'] })
  })

  test('holds wherever the status is set; the narrowest wins', async () => {
    await rule('No answer', { days_not_available: 3, add_tags: [ids['tag']] })
    await rule('No answer', {
      scope: 'source',
      source: ids['other'],
      days_not_available: 10,
      remove_tags: [ids['warm']],
    })
    const to = { status: ids['No answer'] }
    const byAction = await newLead()
    await manager.post(`/lead/${byAction}/status`, to)
    const byForm = await newLead({ tags: [ids['warm']] })
    await manager.put(`/lead/${byForm}`, { ...to, version: 1 })
    const byBulk = await newLead()
    await manager.post('/lead/bulk/status', { ids: [byBulk], values: to })
    const byIntake = await newLead(to)
    for (const id of [byAction, byForm, byBulk, byIntake]) {
      const { not_available_till, tags } = await lead(id)
      expect([daysTill(not_available_till), tags.includes(ids['tag'])]).toEqual([3, true])
    }
    const narrow = await newLead({ source: ids['other'], tags: [ids['warm']] })
    await manager.post(`/lead/${narrow}/status`, to)
    const { not_available_till, tags } = await lead(narrow)
    expect([daysTill(not_available_till), tags]).toEqual([10, []])
  })

  test('that is final lets go only those who may force it', async () => {
    await rule('Wrong person', { is_final: true })
    const id = await newLead()
    const plain = await server.user([
      'lead.view',
      'lead.single.view',
      'lead.status.update',
      'options.statuses.all',
    ])
    await plain.post(`/lead/${id}/status`, { status: ids['Wrong person'] })
    const refused = await plain.post(`/lead/${id}/status`, { status: ids['New'] })
    expect([refused.status, refused.body.errors.status]).toEqual([422, [expect.any(String)]])
    expect((await lead(id)).status).toBe(ids['Wrong person'])
    expect((await admin.post(`/lead/${id}/status`, { status: ids['New'] })).status).toBe(200)
  })

  test('tells those whom it names, by themselves or by their role, once for many leads', async () => {
    const told = await server.user(['user.profile.notification.view'])
    const analyst = await server.as('Analyst')
    const { roles } = (await admin.get(`/management/user/${analyst.id}`)).body.data
    await rule('Interested', { notify_users: [told.id], notify_roles: roles })
    const all = [await newLead(), await newLead()]
    const values = { status: ids['Interested'] }
    await admin.post('/lead/bulk/status', { ids: all, values })
    for (const client of [told, analyst]) {
      const { data } = (await client.get('/profile/notification/search')).body
      expect(data).toMatchObject([{ message: 'Leads got the status “Interested”.' }])
    }
  })

  test('puts the person on the black list, who is refused from then on', async () => {
    await rule('Do not call', { add_to_black_list: true })
    const person = { email: 'leave.me@example.com', phone: '+44 7400 112233' }
    const id = await newLead(person)
    await manager.post(`/lead/${id}/status`, { status: ids['Do not call'] })
    expect(await lead(id)).toMatchObject({ stage: 'blocked', status: ids['Do not call'] })
    const entries = (await admin.get('/lead/black_list/search?sort=id')).body.data
    expect(entries).toMatchObject([
      { type: 'email', origin: 'status', reason: 'Status: Do not call' },
      { type: 'phone', origin: 'status' },
    ])
    const again = await admin.post('/lead', { source: ids['source'], phone: person.phone })
    expect(again.status).toBe(422)
  })

  test('puts the person on the black list also where a new lead comes with it, typed or in a file', async () => {
    const status = ids['Do not call']
    const typed = await newLead({ status, email: 'typed.away@example.com' })
    await importLines(server, admin, leads, ['email', 'filed.away@example.com'], {
      source: ids['source'],
      status,
    })
    const [filed] = (await admin.get('/lead/search?email=filed.away@example.com')).body.data
    for (const id of [typed, filed.id]) expect((await lead(id)).stage).toBe('blocked')
    for (const contact of ['typed.away@example.com', 'filed.away@example.com']) {
      const { data } = (await admin.post('/lead/black_list/check', { contact })).body
      expect(data).toMatchObject({ listed: true, reason: 'Status: Do not call' })
    }
  })

  test('reaches the leads that have the status already, as many as were told', async () => {
    const before = await newLead({ status: ids['Not interested'] })
    const gone = await newLead({ status: ids['Not interested'] })
    const id = await rule('Not interested', { days_not_available: 90, add_tags: [ids['tag']] })
    const path = `/lead/status/setting/${id}/apply`
    const mostRows = watchRows(server.backend.database)
    expect((await manager.get(path)).body.data).toEqual({ count: 2 })
    expect(mostRows()).toBe(1)
    await admin.delete(`/lead/${gone}`)
    const stale = await manager.post(path, { expected_count: 2 })
    expect([stale.status, stale.body.errors]).toEqual([409, { expected_count: ['1'] }])
    // Asked again with its key, as after a cut connection, it begins once.
    const keyed = manager.keyed(`apply-${id}`)
    const started = await keyed.post(path, { expected_count: 1 })
    const again = await keyed.post(path, { expected_count: 1 })
    expect([started.status, again.status, again.body]).toEqual([202, 202, started.body])
    await vi.waitFor(async () => {
      const { data } = (await manager.get(`/profile/job/${started.body.data.job_id}`)).body
      expect(data).toMatchObject({ state: 'finished', total: 1 })
    }, 45_000)
    const { not_available_till, tags } = await lead(before)
    expect([daysTill(not_available_till), tags]).toEqual([90, [ids['tag']]])
    const changes = await manager.get(`/lead/history/changes/search?lead=${before}&event=update`)
    const made = { user: manager.id, job: started.body.data.job_id }
    expect(changes.body.data).toMatchObject([{ ...made, note: `applied status rule #${id}` }])
    const reader = await server.user(['lead.statusSetting.view'])
    expect((await reader.get(path)).status).toBe(403)
    expect((await reader.post(path, { expected_count: 1 })).status).toBe(403)
  })

  test('reaches every lead, however many there are', async () => {
    const { database } = server.backend
    const many = async () => sql<{ id: number }>`select generate_series(1, 1000001) as id`
    const { plan } = applyJob(many, async () => undefined)
    const call = { sql: database.sql, job: { parameters: {} } }
    const parts = (await plan?.(call as never)) ?? []
    const last = { size: 1, payload: [1_000_001] }
    expect([parts.length, parts.at(-1)]).toEqual([2_001, last])
    expect(parts[1]?.payload).toEqual(Array.from({ length: 500 }, (_, at) => at + 501))
  })

  test('leaves a time till which a lead is not available that is later, and says so', async () => {
    const [sooner, later] = [
      await newLead({ status: ids['No language'] }),
      await newLead({ status: ids['No language'] }),
    ]
    const till = '2090-01-01T08:30:00Z'
    await admin.put(`/lead/${later}`, { not_available_till: till, version: 1 })
    await admin.put(`/lead/${sooner}`, {
      not_available_till: new Date(Date.now() + 86_400_000).toISOString(),
      version: 1,
    })
    const id = await rule('No language', { days_not_available: 90, add_tags: [ids['tag']] })
    const path = `/lead/status/setting/${id}/apply`
    const { body } = await manager.post(path, { expected_count: 2 })
    const reason = 'Not available for longer already: that is kept'
    await vi.waitFor(async () => {
      const { data } = (await manager.get(`/profile/job/${body.data.job_id}`)).body
      expect(data).toMatchObject({ state: 'finished', total: 2, failed: 0 })
      expect(data.result).toEqual({ warnings: [{ reason, count: 1 }] })
    }, 45_000)
    expect(await lead(later)).toMatchObject({ not_available_till: till, tags: [ids['tag']] })
    expect(daysTill((await lead(sooner)).not_available_till)).toBe(90)
  })

  test('changes nothing more once its user may no longer change rules', async () => {
    const held = await newLead({ status: ids['Wrong number'] })
    const id = await rule('Wrong number', { add_tags: [ids['warm']] })
    const parameters = (await admin.get(`/lead/status/setting/${id}`)).body.data
    const reader = await server.user(['lead.statusSetting.view'])
    const { jobs, database } = server.backend
    const job = { type: `${statusSetting.name}.apply`, name: 'Apply', user_id: reader.id }
    const job_id = await jobs.start(database.sql, { ...job, parameters })
    await vi.waitFor(async () => {
      const { data } = (await admin.get(`/profile/job/${job_id}`)).body
      expect(data.state).toMatch(/failed|finished/)
      expect(data.state).toBe('failed')
    }, 45_000)
    expect((await lead(held)).tags).toEqual([])
  })
})
