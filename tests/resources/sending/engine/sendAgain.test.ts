import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'
import type { Client } from '../../../fixtures/server.ts'

let sending: Sending
let sender: Client

beforeAll(async () => {
  sending = await createSending()
  sender = await sending.server.as('Sender')
}, 60_000)
afterAll(() => sending.close())

/** Failed sends of as many leads to one department. Returns their ids. */
async function failed(department: number, count: number, values = {}): Promise<number[]> {
  const leads = await sending.leads(count, values)
  const rows = await sending.query(`
    insert into sends (uuid, lead, department, broker, integration, state, failure_status, attempts, send_key)
    select 'f' || l, l, d.id, d.broker_id, i.id, 'failed', 'Expired', 1, 'f' || l || '-' || d.id
    from unnest(array[${leads.join()}]) l, broker_departments d
    join send_integrations i on i.department = d.id where d.id = ${department} returning id`)
  return rows.map(({ id }) => id)
}

const ask = (body: object, client = sender) => client.post('/lead/history/bulk/retry/preview', body)

test('what is sent again is the lead as it is by then, under the same key', async () => {
  const department = await sending.department('success')
  const [id = 0] = await failed(department, 1)
  const [{ lead, send_key }] = await sending.sends(department)
  const admin = await sending.server.as('Administrator')
  const mended = { email: 'mended@example.com', first_name: 'Grace' }
  expect((await admin.put(`/lead/${lead}`, mended)).status).toBe(200)
  expect((await sender.post(`/lead/history/${id}/retry`)).status).toBe(200)
  await sending.work()
  const [send] = await sending.sends(department)
  expect(send).toMatchObject({ state: 'sent', attempts: 2, attempts_before: 1, send_key })
  expect(sending.fake.accepted.at(-1)).toMatchObject({ email: mended.email, key: send_key })
  const [attempt] = await sending.query(`select request from send_attempts where send = ${id}`)
  expect(JSON.stringify(attempt.request)).toContain(mended.first_name)
})

describe('sending many again', () => {
  test('shows beforehand how many go, wait and are left alone, and why', async () => {
    const department = await sending.department('success')
    const ids = await failed(department, 2)
    const [away] = await failed(department, 1, { not_available_till: '2090-01-01T08:30:00Z' })
    const [sent] = await failed(department, 1)
    await sending.query(`update sends set state = 'sent', holds = true where id = ${sent}`)
    const { status, body } = await ask({ ids: [...ids, away, sent] })
    expect([status, body.message]).toEqual([200, undefined])
    expect(body.data).toMatchObject({ count: 4, checked: 4, done: 2 })
    expect(body.data.reasons).toEqual([
      { reason: 'It is available from 2090-01-01 at 08:30 (UTC)', count: 1, waits: false },
      { reason: 'Only failed sends are sent again', count: 1, waits: false },
    ])
    const [{ state }] = await sending.query(`select state from sends where id = ${ids[0]}`)
    expect(state).toBe('failed')
  })

  test('needs a user who is a sender', async () => {
    const ids = await failed(await sending.department('success'), 1)
    const user = await sending.server.user(['lead.history.view', 'lead.history.retry'])
    expect((await ask({ ids }, user)).status).toBe(403)
    expect((await user.post('/lead/history/bulk/retry', { ids })).status).toBe(403)
  })

  test('more than 500 need a department that takes a lot, also where unknown ones are decided so', async () => {
    const department = await sending.department('success')
    const ids = await failed(department, 501)
    const filter = { department: [department] }
    const body = { filter, expected_count: 501 }
    for (const answer of [await ask(body), await sender.post('/lead/history/bulk/retry', body)]) {
      expect([answer.status, answer.body.message]).toEqual([
        422,
        expect.stringContaining('takes at most 500 leads at once'),
      ])
    }
    expect((await ask({ ids: ids.slice(1) })).status).toBe(200)
    await sending.query(`update broker_departments set send_a_lot = true where id = ${department}`)
    expect((await ask(body)).body.data).toMatchObject({ count: 501, checked: 501, done: 501 })
    const began = await sender.post('/lead/history/bulk/retry', body)
    expect([began.status, began.body.data]).toEqual([202, { job_id: expect.any(Number) }])
    await sending.query(`update broker_departments set send_a_lot = false where id = ${department}`)
    await sending.query(`update sends set state = 'unknown' where department = ${department}`)
    const admin = await sending.server.as('Administrator')
    const decide = (outcome: string) =>
      admin.post('/lead/history/bulk/resolve', { ids, values: { outcome } })
    expect((await decide('again')).status).toBe(422)
    expect((await decide('leave')).status).toBe(202)
  })
})
