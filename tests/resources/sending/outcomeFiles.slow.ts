import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import type { ImportFound } from '#contract'

import { endedImport } from '../../fixtures/files/imports.ts'
import { createSending, type Sending } from '../../fixtures/sending/sending.ts'
import type { Client } from '../../fixtures/server.ts'
import { upload } from '../../fixtures/files/upload.ts'

let sending: Sending
let manager: Client
const path = '/lead/import'

beforeAll(async () => {
  sending = await createSending()
  manager = await sending.server.as('Manager')
  await sending.server.backend.jobs.work()
}, 60_000)
afterAll(() => sending.close())

/** Sends leads to a department of their own. */
async function sent(count: number, values: object = {}) {
  const department = await sending.department('success')
  const leads = await sending.leads(count, { ...values })
  await sending.plan(leads, { departments: [department] })
  const sends = await vi.waitFor(async () => {
    const all = await sending.sends(department)
    expect(all.map((one) => one.state)).toEqual(leads.map(() => 'sent'))
    return all
  }, 15_000)
  return { department, leads, sends }
}

/** Orders a file whose headers are its mapping. */
async function order(lines: readonly string[], more: object = {}, client = manager) {
  const { app } = sending.server
  const upload_id = await upload(app, client, lines.join('\n'), { purpose: 'import:leads' })
  const mapping = lines[0]?.split(',')
  return client.post(path, { upload_id, mapping, mode: 'outcomes', ...more })
}

const ended = (id: number): Promise<ImportFound> =>
  endedImport(sending.server, manager, `${path}/${id}`, ({ job_id }) => job_id)

async function taken(lines: readonly string[], department: number): Promise<ImportFound> {
  const { status, body } = await order(lines, { settings: { department } })
  expect([status, body.errors]).toEqual([202, undefined])
  return ended(body.data.id)
}

const byReason = ({ reasons }: ImportFound) =>
  Object.fromEntries(reasons.map(({ code, count }) => [code, count]))

const before = `select (select count(*) from leads) as leads,
  (select max(version) from sends) as sends, (select max(version) from leads) as versions`

describe('a file of statuses and first deposits', () => {
  test('finds its leads by every name, tells them as a status pull would, and adds none', async () => {
    const { department, leads, sends } = await sent(4)
    const other = await sent(1)
    const [noAnswer] = await sending.query(`select id from statuses where name = 'No answer'`)
    await sending.query(`insert into status_maps (broker_status, compared_as, status, counts_as_ftd)
      values ('Not reached', 'not reached', ${noAnswer.id}, false) on conflict do nothing`)
    const [{ email }] = await sending.query(`select email from leads where id = ${leads[3]}`)
    const lines = [
      'lead_id,api_lead_id,send_key,email,status,status_at,is_ftd,ftd_at,amount,currency',
      `${leads[0]},,,,NOT reached,2026-03-01 10:00,,,,`,
      `,${sends[1].api_lead_id},,,Sold,,yes,2026-03-02,250,eur`,
      `,,${sends[2].send_key},,Sold,,,2026-03-03,,`,
      `,,,${email.toUpperCase()},Lost,,no,2026-03-03,,`,
      `${other.leads[0]},,,,Lost,,,,,`,
      ',unheard-of,,,Lost,,,,,',
      ',,,,Lost,,,,,',
      `${leads[0]},,,,,,,,,`,
      `${leads[0]},,,,Lost,,maybe,,,`,
      `${leads[0]},,,,Lost,,,2999-01-01,,`,
      `${leads[3]},,,,Lost again,,,,,`,
    ]
    const reasons = { missing: 2, unknown_lead: 2, bad_boolean: 1, bad_date: 1 }
    const [stood] = await sending.query(before)
    const ordered = await order(lines, { settings: { department }, check: true })
    const check = await ended(ordered.body.data.id)
    expect(check.checked).toEqual({ created: 0, updated: 5, refused: 6 })
    expect(byReason(check)).toEqual(reasons)
    expect(await sending.query(before)).toEqual([stood])
    await manager.post(`${path}/${check.id}/start`)
    const done = await ended(check.id)
    expect(done).toMatchObject({
      state: 'done',
      mode: 'outcomes',
      created: 0,
      updated: 5,
      refused: 6,
      may_undo: false,
    })
    expect(byReason(done)).toEqual(reasons)
    const [mapped, deposited, dated, told] = await sending.sends(department)
    expect(mapped).toMatchObject({ broker_status: 'NOT reached', status: noAnswer.id })
    expect(new Date(mapped.broker_status_at).toISOString()).toBe('2026-03-01T10:00:00.000Z')
    expect(deposited).toMatchObject({ broker_status: 'Sold', ftd_currency: 'EUR' })
    expect(Number(deposited.ftd_amount)).toBe(250)
    expect(new Date(dated.api_ftd_at).toISOString()).toBe('2026-03-03T00:00:00.000Z')
    expect(told).toMatchObject({ broker_status: 'Lost again', api_ftd_at: null })
    const [one, two] = await Promise.all(leads.map((id) => sending.lead(id)))
    expect(one).toMatchObject({ status: noAnswer.id, broker_status: 'NOT reached', stage: 'sent' })
    expect(two).toMatchObject({ stage: 'converted', ftd_department: department })
    expect((await sending.sends(other.department))[0]).toMatchObject({ broker_status: null })
    const [{ leads: count }] = await sending.query(before)
    expect(count).toBe(stood.leads)
    expect(await sending.query(`select from failed_leads where import = ${done.id}`)).toEqual([])
    const by = { user: { id: manager.id }, job_id: done.job_id, note: 'Imported file' }
    for (const address of [`/lead/history/${mapped.id}`, `/lead/${one.id}`]) {
      const { data } = (await manager.get(`${address}/timeline`)).body
      expect(data[0]).toMatchObject({ action: 'update', ...by })
    }
    const undo = await manager.post(`${path}/${done.id}/undo`)
    expect(undo.status).toBe(409)
  }, 30_000)

  test('takes many rows over several chunks, the last word about each last', async () => {
    const { department, sends } = await sent(20)
    const ids = sends.map(({ api_lead_id }) => String(api_lead_id))
    const rows = Array.from({ length: 1_010 }, (_, at) => `${ids[at % 20]},Word ${at}`)
    const done = await taken(['api_lead_id,status', ...rows], department)
    expect(done).toMatchObject({ total: 1_010, updated: 1_010, refused: 0 })
    const words = (await sending.sends(department)).map(({ broker_status }) => broker_status)
    expect(words).toEqual(ids.map((_, at) => `Word ${at < 10 ? 1_000 + at : 980 + at}`))
  }, 60_000)

  test.each([
    ['names no lead', 'status', 'Choose a column for one of these: Our lead ID'],
    ['tells nothing', 'lead_id', 'Choose a column for one of these: Broker status'],
    ['has a column of a lead', 'lead_id,status,first_name', '"first_name" cannot be imported'],
  ])('is refused when it %s', async (_what, header, words) => {
    const department = await sending.department('success')
    const { status, body } = await order([header, '1,a,b'], { settings: { department } })
    expect([status, body.message]).toEqual([422, expect.stringContaining(words)])
  })

  test('M9: takes no row that holds a full card number', async () => {
    const { department, sends } = await sent(1)
    const row = `${sends[0].api_lead_id},Card 4111 1111 1111 1111`
    const done = await taken(['api_lead_id,status', row], department)
    expect([done.updated, byReason(done)]).toEqual([0, { card_number_found: 1 }])
    expect(JSON.stringify(done)).not.toContain('4111 1111')
    expect(await sending.sends(department)).toMatchObject([{ broker_status: null }])
  })

  test('needs its department, and the right to set deposits', async () => {
    const lines = ['lead_id,status', '1,New']
    const { status, body } = await order(lines)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['department']])
    const importer = await sending.server.as('Importer')
    const department = await sending.department('success')
    expect((await order(lines, { settings: { department } }, importer)).status).toBe(403)
  })
})
