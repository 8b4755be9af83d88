import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { createSendWorker } from '../../resources/sending/engine/worker.server.ts'
import { createSending, type Sending } from '../fixtures/sending.ts'
import type { Client } from '../fixtures/server.ts'

let sending: Sending
let officer: Client

beforeAll(async () => {
  sending = await createSending()
  officer = await sending.server.as('Privacy officer')
}, 60_000)
afterAll(() => sending.close())

/** Sends a lead to a department and waits for what becomes of it. */
async function sent(lead: number, department: number): Promise<void> {
  await sending.plan([lead], { departments: [department] })
  const worker = createSendWorker(sending.server.backend)
  worker.start()
  await vi.waitFor(async () => {
    const [{ state }] = await sending.sends(department)
    expect(state).not.toMatch(/pending|sending/)
  }, 10_000)
  await worker.stop()
}

const named = async (department: number) =>
  (
    await sending.query(`
      select b.name || ' / ' || d.branch_name as name from broker_departments d
      join brokers b on b.id = d.broker_id where d.id = ${department}`)
  )[0].name

const erase = async (lead: number) =>
  (await officer.post(`/lead/${lead}/erase`, { reason: 'Asked for it by letter' })).body.data

test('A2: every department that a call has reached, or may have, is named and is a task', async () => {
  const [lead = 0] = await sending.leads(1)
  const reached: number[] = []
  for (const path of ['success', 'rejected', 'cut', 'unavailable']) {
    reached.push(await sending.department(path))
  }
  for (const department of reached) await sent(lead, department)
  // Nothing left us: nobody may be called there, or the sign-in failed before.
  const elsewhere = { integration: { url: 'http://192.0.2.1/leads' } }
  const away = await sending.department('success', elsewhere)
  const sign = { auth_type: 'login_token', token_url: `${sending.fake.origin}/nowhere` }
  const unsigned = await sending.department('success', { integration: sign })
  for (const department of [away, unsigned]) await sent(lead, department)
  // Under way: its answer is not there yet.
  const open = await sending.department('success')
  await sending.plan([lead], { departments: [open] })
  expect((await sending.claim()).claimed).toHaveLength(1)

  const wanted = (await Promise.all([...reached, open].map(named))).toSorted()
  const told = async () => {
    const { data } = (await officer.get(`/lead/${lead}/receivers`)).body
    return data.map(({ name }: { name: string }) => name)
  }
  expect(await told()).toEqual(wanted)
  expect((await erase(lead)).departments).toEqual(wanted)
  const tasks = (await officer.get('/profile/notification/search?per_page=50')).body.data
  expect(JSON.stringify(tasks).match(/Broker \d+ \/ Desk \d+ has received/g)).toHaveLength(
    wanted.length,
  )
  // Who has the person is known afterwards, too.
  expect(await told()).toEqual(wanted)
  const manager = await sending.server.as('Manager')
  expect((await manager.get(`/lead/${lead}/receivers`)).status).toBe(403)
  await sending.clearLine()
})
