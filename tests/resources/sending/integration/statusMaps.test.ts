import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { statusIds } from '../../../fixtures/console.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'
import type { Client } from '../../../fixtures/server.ts'

let sending: Sending
let admin: Client
let manager: Client
let desk: number
let other: number
let statuses: Record<string, number>

beforeAll(async () => {
  sending = await createSending()
  admin = await sending.server.as('Administrator')
  manager = await sending.server.as('Manager')
  statuses = await statusIds(admin)
  desk = await sending.department('success')
  other = await sending.department('success')
  await sending.server.backend.jobs.work()
}, 60_000)
afterAll(() => sending.close())

/** A lead that a department has taken, of which its broker has said a word so many days ago. */
async function said(department: number, word: string, days = 0): Promise<number> {
  const [lead = 0] = await sending.leads(1, {
    stage: 'sent',
    accepted_count: 1,
    last_department: department,
    broker_status: word,
    status: statuses['New'],
  })
  await sending.query(`
    insert into sends (uuid, lead, department, broker, state, send_key, holds, sent_at,
      broker_status, broker_status_at)
    select 'u${lead}', ${lead}, id, broker_id, 'sent', 'k${lead}', true, now(),
      '${word}', date_trunc('day', now()) - interval '${days} days'
    from broker_departments where id = ${department}`)
  return lead
}

const unmapped = async () => (await manager.get('/lead/status/map/unmapped')).body.data
const words = async () => (await unmapped()).map((one: any) => one.broker_status.trim())

const map = async (broker_status: string, values: object = {}): Promise<number> => {
  const status = statuses['Interested']
  const { body } = await manager.post('/lead/status/map', { broker_status, status, ...values })
  expect(body.message).toBe('Setting successfully created')
  return body.data.id
}

const mapping = async (id: number) => (await manager.get(`/lead/status/map/${id}`)).body.data

const today = new Date(Date.now() - (Date.now() % 86_400_000))
const daysAgo = (days: number) =>
  new Date(today.getTime() - days * 86_400_000).toISOString().replace('.000', '')

test('a mapping knows a word by any capitals and spaces, and what nothing maps is listed', async () => {
  for (const word of ['Hot', ' hot', 'HOT ', 'Call me']) await said(desk, word)
  expect(await unmapped()).toEqual([
    { broker_status: expect.any(String), seen: 3, last_seen_at: expect.any(String) },
    { broker_status: 'Call me', seen: 1, last_seen_at: expect.any(String) },
  ])
  const id = await map('hOt')
  expect(await unmapped()).toMatchObject([{ broker_status: 'Call me' }])
  expect(await mapping(id)).toMatchObject({ seen: 3, last_seen_at: expect.any(String) })
  const again = { broker_status: ' HOT', status: statuses['Deposit'] }
  const { status, body } = await manager.post('/lead/status/map', again)
  expect([status, body.errors]).toEqual([
    422,
    {
      department: [
        'Another record has the same values: Broker status in small letters, Department.',
      ],
    },
  ])
  const blind = await sending.server.user(['lead.view'])
  expect((await blind.get('/lead/status/map/unmapped')).status).toBe(403)
  expect((await blind.get('/lead/status/map/search')).status).toBe(403)
})

describe('C18: a word of a department', () => {
  test('is mapped as soon as its department is, and stays listed for the others', async () => {
    for (const department of [desk, other, other]) await said(department, 'Warm')
    expect(await words()).toContain('Warm')
    await map('warm', { department: desk })
    const left = (await unmapped()).find((one: any) => one.broker_status === 'Warm')
    expect(left).toMatchObject({ seen: 2 })
    await map('warm', { department: other })
    expect(await words()).not.toContain('Warm')
  })

  test('is counted beside the mapping that holds for it, with the day of the last', async () => {
    await said(desk, 'Cold', 3)
    await said(desk, 'cold', 1)
    await said(other, 'Cold', 2)
    const own = await map('Cold', { department: desk })
    const all = await map('Cold')
    expect(await mapping(own)).toMatchObject({ seen: 2, last_seen_at: daysAgo(1) })
    expect(await mapping(all)).toMatchObject({ seen: 1, last_seen_at: daysAgo(2) })
    await said(desk, 'COLD')
    await sending.server.backend.jobs.upkeep()
    expect(await mapping(own)).toMatchObject({ seen: 3, last_seen_at: daysAgo(0) })
  })
})

describe('C18: a new mapping', () => {
  const status = async (id: number) => {
    const { status: own, status_department, stage } = (await admin.get(`/lead/${id}`)).body.data
    return { own, status_department, stage }
  }
  const ended = (job: number) =>
    vi.waitFor(async () => {
      const { data } = (await manager.get(`/profile/job/${job}`)).body
      expect(data.finished_at).not.toBeNull()
      return data
    }, 45_000)

  test('is applied to the leads that have its word, as many as were told', async () => {
    const [first, second] = [await said(desk, 'No reply'), await said(desk, 'no REPLY')]
    const [foreign, kept] = [await said(other, 'No reply'), await said(desk, 'No reply')]
    await sending.query(`
      update leads set status = ${statuses['Deposit']}, stage = 'converted' where id = ${kept}`)
    const id = await map('No reply', { department: desk, status: statuses['No answer'] })
    expect((await status(first)).own).toBe(statuses['New'])
    const path = `/lead/status/map/${id}/apply`
    expect((await manager.get(path)).body.data).toEqual({ count: 3 })
    const stale = await manager.post(path, { expected_count: 2 })
    expect([stale.status, stale.body.errors]).toEqual([409, { expected_count: ['3'] }])
    const { body } = await manager.post(path, { expected_count: 3 })
    expect(await ended(body.data.job_id)).toMatchObject({ state: 'finished', total: 3 })
    const told = { own: statuses['No answer'], status_department: desk }
    expect([await status(first), await status(second)]).toMatchObject([told, told])
    expect(await status(foreign)).toMatchObject({ own: statuses['New'] })
    expect(await status(kept)).toMatchObject({ own: statuses['Deposit'] })
    const made = { user: { id: manager.id }, job_id: body.data.job_id }
    const note = `applied status mapping #${id}`
    const { data } = (await manager.get(`/lead/${first}/timeline`)).body
    const written = data.filter(({ kind }: { kind: string }) => kind === 'change')
    expect(written).toMatchObject([{ action: 'update', ...made, note }])
    const changes = await manager.get(`/lead/history/changes/search?lead=${first}&event=update`)
    expect(changes.body.data).toMatchObject([{ user: manager.id, job: body.data.job_id, note }])
    expect((await manager.get(path)).body.data).toEqual({ count: 0 })
    const reader = await sending.server.user(['lead.statusSetting.view'])
    expect((await reader.get(path)).status).toBe(403)
    expect((await reader.post(path, { expected_count: 0 })).status).toBe(403)
  })

  test('counts deposits where its word says so', async () => {
    const lead = await said(other, 'Paid')
    const id = await map('Paid', { counts_as_ftd: true })
    const path = `/lead/status/map/${id}/apply`
    const { body } = await manager.post(path, { expected_count: 1 })
    await ended(body.data.job_id)
    expect(await sending.lead(lead)).toMatchObject({
      status: statuses['Deposit'],
      stage: 'converted',
      ftd_department: other,
      api_ftd_at: null,
      ftd_at: expect.any(String),
    })
  })
})
