import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { recoverLost } from '../../../../resources/sending/engine/recoverLost.server.ts'
import { createSendWorker } from '../../../../resources/sending/engine/worker.server.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'

let sending: Sending

beforeAll(async () => {
  sending = await createSending()
  await sending.query(`
    create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'this one cannot be written'; end $$`)
}, 60_000)
afterAll(() => sending.close())

afterEach(async () => {
  await sending.query(`drop trigger if exists refuses on sends`)
  await sending.query(`drop trigger if exists refuses on send_attempts`)
  await sending.clearLine()
})

/** Lets no statement do something with one send. */
const refuse = (event: string, table: string, when: string) =>
  sending.query(`
    create trigger refuses before ${event} on ${table} for each row when (${when})
    execute function refuse()`)

const states = async (department: number) =>
  (await sending.sends(department)).map(({ state }) => state)

/** What its page says of a send. */
async function told({ id }: { id: number }): Promise<string | null> {
  const reader = await sending.server.as('Manager')
  return (await reader.get(`/lead/history/${id}`)).body.data.failure_message
}

/** Runs a worker until the sends of a department stand so. */
async function workUntil(department: number, expected: readonly string[]): Promise<void> {
  const worker = createSendWorker(sending.server.backend)
  worker.start()
  try {
    await vi.waitFor(async () => expect(await states(department)).toEqual(expected), 45_000)
  } finally {
    await worker.stop()
  }
}

test('G18: a send that no claim can keep back stops no other', async () => {
  const department = await sending.department('success')
  const leads = await sending.leads(3)
  await sending.plan(leads, { departments: [department] })
  const [first] = await sending.sends(department)
  await sending.query(`update leads set stage = 'erased' where id in (${leads.slice(0, 2)})`)
  await refuse('update', 'sends', `new.id = ${first.id} and new.state = 'skipped'`)
  await workUntil(department, ['pending', 'skipped', 'sent'])
  const [aside] = await sending.sends(department)
  expect(Date.parse(aside.next_attempt_at)).toBeGreaterThan(Date.now() + 600_000)
  expect(await told(aside)).toContain('It is looked at again within 15 minutes')
})

test('G18: a send that cannot be claimed stops no other', async () => {
  const department = await sending.department('success')
  await sending.plan(await sending.leads(3), { departments: [department] })
  const [first] = await sending.sends(department)
  await refuse('insert', 'send_attempts', `new.send = ${first.id}`)
  await workUntil(department, ['pending', 'sent', 'sent'])
  const [aside] = await sending.sends(department)
  expect(Date.parse(aside.next_attempt_at)).toBeGreaterThan(Date.now() + 600_000)
  expect(await told(aside)).toContain('It is looked at again within 15 minutes')
  await sending.query(`drop trigger refuses on send_attempts`)
  await sending.query(`update sends set next_attempt_at = now() where id = ${aside.id}`)
  await workUntil(department, ['sent', 'sent', 'sent'])
  expect(await told(aside)).toBeNull()
})

test('G18: a lost send that cannot be ended stops no other', async () => {
  const department = await sending.department('success')
  await sending.plan(await sending.leads(3), { departments: [department] })
  await sending.claim()
  await sending.query(
    `update sends set leased_until = now() - interval '1 s' where department = ${department}`,
  )
  const [first] = await sending.sends(department)
  await refuse('update', 'sends', `new.id = ${first.id} and new.state = 'unknown'`)
  expect(await recoverLost(sending.server.backend)).toBe(3)
  expect(await states(department)).toEqual(['sending', 'unknown', 'unknown'])
  expect(await told(first)).toContain('It is looked at again within 15 minutes')
  expect(await recoverLost(sending.server.backend)).toBe(0)
})

test.each([
  ['has no room', '53100'],
  ['takes no changes', '25006'],
])(
  'what a broker has answered waits for a database that %s, for as long as it does',
  async (_what, code) => {
    const department = await sending.department('success')
    await sending.plan(await sending.leads(1), { departments: [department] })
    // A sequence counts also what is rolled back.
    await sending.query(`
    create sequence tries;
    create function refuse_for_now() returns trigger language plpgsql as $$
      begin
        perform nextval('tries');
        raise exception 'not now' using errcode = '${code}';
      end $$;
    create trigger refuses before update on sends for each row when (new.state = 'sent')
    execute function refuse_for_now()`)
    const worker = createSendWorker(sending.server.backend)
    worker.start()
    try {
      await vi.waitFor(async () => {
        const [{ last_value: tries }] = await sending.query(`select last_value from tries`)
        expect(Number(tries)).toBeGreaterThan(4)
      }, 45_000)
      await sending.query(`drop trigger refuses on sends`)
      await vi.waitFor(async () => expect(await states(department)).toEqual(['sent']), 10_000)
    } finally {
      await worker.stop()
      await sending.query(`
      drop trigger if exists refuses on sends; drop function refuse_for_now; drop sequence tries`)
    }
  },
)

test('G18: two sends of a lead that are kept back together are followed by one', async () => {
  const [one, two, next] = [
    await sending.department('success'),
    await sending.department('success'),
    await sending.department('success'),
  ]
  const leads = await sending.leads(1)
  for (const department of [one, two]) await sending.plan(leads, { departments: [department] })
  await sending.query(`
    update sends set others = '[${next}]', mode = 'rotation'
    where department in (${one}, ${two})`)
  await sending.query(
    `update broker_departments set needs_consent = true where id in (${one}, ${two})`,
  )
  await sending.claim()
  expect([await states(one), await states(two), await states(next)]).toEqual([
    ['skipped'],
    ['skipped'],
    ['pending'],
  ])
})
