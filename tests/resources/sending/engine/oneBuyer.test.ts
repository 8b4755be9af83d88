import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { transactAsProcess } from '#server'

import { applyOutcomes } from '../../../../resources/sending/engine/outcome/outcomes.server.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'
import type { Client } from '../../../fixtures/server.ts'
import { othersWait } from '../../../fixtures/work/waiting.ts'

let sending: Sending
let admin: Client

beforeAll(async () => {
  sending = await createSending()
  admin = await sending.server.as('Administrator')
  await sending.query(`update users set is_sender = true`)
}, 60_000)
afterAll(() => sending.close())

afterEach(() => sending.clearLine())

/** Departments of a rotation in turn, with the paths that their calls go to, and one lead in line for the first. */
async function rotation(
  paths: readonly string[],
  integration: Record<string, unknown> = {},
): Promise<{ lead: number; departments: number[] }> {
  const departments: number[] = []
  for (const [at, path] of paths.entries()) {
    departments.push(
      await sending.department(path, { department: { priority: at + 1 }, integration }),
    )
  }
  const [lead = 0] = await sending.leads(1)
  await sending.plan([lead], { departments })
  return { lead, departments }
}

/** The state of each send of departments, and why where it is not sent. */
const states = (departments: readonly number[]) =>
  Promise.all(
    departments.map(async (one) => (await sending.sends(one)).map(({ state }) => state).join()),
  )

const sendOf = async (department: number | undefined) =>
  (await sending.sends(department ?? 0)).at(-1)

/** What waits is called again, at another path. */
async function again(department: number | undefined, path: string): Promise<void> {
  await sending.play(department ?? 0, path)
  await sending.pass()
  await sending.work()
}

const act = async (department: number | undefined, name: string, input: object = {}) => {
  const { id } = await sendOf(department)
  expect(await admin.post(`/lead/history/${id}/${name}`, input)).toMatchObject({ status: 200 })
}

describe('G2: a “duplicate” after an attempt of ours', () => {
  test('that a gateway answered is unknown, and no other department gets the lead', async () => {
    const { departments, lead } = await rotation(['unavailable', 'success'])
    await sending.work()
    await again(departments[0], 'duplicate')
    expect(await states(departments)).toEqual(['unknown', ''])
    expect(await sendOf(departments[0])).toMatchObject({ failure_status: 'Duplicate', holds: true })
    expect(await sending.lead(lead)).toMatchObject({ stage: 'check_needed' })
  })

  test('that may have been accepted is unknown, also where it is safe to repeat', async () => {
    const { departments } = await rotation(['error-after-accept', 'success'], {
      safe_to_repeat: true,
    })
    await sending.work()
    expect(await states(departments)).toEqual(['retrying', ''])
    await again(departments[0], 'duplicate')
    expect(await states(departments)).toEqual(['unknown', ''])
  })

  test('whose outcome a person has decided is unknown once more, of a later send too', async () => {
    const { departments, lead } = await rotation(['error-after-accept', 'success'])
    const [first = 0] = departments
    await sending.work()
    await act(first, 'resolve', { outcome: 'again' })
    await again(first, 'duplicate')
    expect(await states(departments)).toEqual(['unknown', ''])
    await act(first, 'resolve', { outcome: 'leave' })
    await sending.plan([lead], { departments })
    await sending.work()
    expect(await states(departments)).toEqual(['failed,unknown', ''])
  })

  test('that never left, or was told to come later, is a duplicate: the next department gets the lead', async () => {
    const { departments } = await rotation(['limited', 'success'])
    await sending.work()
    await again(departments[0], 'duplicate')
    await sending.work()
    expect(await states(departments)).toEqual(['rejected', 'sent'])

    const other = await rotation(['duplicate', 'success'], { safe_to_repeat: true })
    const { origin } = sending.fake
    const nobody = 'http://127.0.0.1:9'
    sending.server.backend.config.outboundLoopback = nobody
    await sending.query(
      `update send_integrations set url = '${nobody}/' where department = ${other.departments[0]}`,
    )
    await sending.work()
    sending.server.backend.config.outboundLoopback = origin
    expect(await states(other.departments)).toEqual(['retrying', ''])
    await again(other.departments[0], 'duplicate')
    await sending.work()
    expect(await states(other.departments)).toEqual(['rejected', 'sent'])
  })

  test('by which the broker names it by our own key is the lead that it took', async () => {
    const { departments } = await rotation(['unavailable', 'success'], { id_paths: ['reference'] })
    await sending.work()
    await again(departments[0], 'duplicate-ours')
    expect(await states(departments)).toEqual(['sent', ''])
  })
})

test('what may have been accepted is unknown, and not failed, when its retries are used up', async () => {
  const { departments } = await rotation(['error-after-accept', 'success'], {
    safe_to_repeat: true,
    retry_attempts: 2,
  })
  await sending.work()
  await again(departments[0], 'unavailable')
  expect(await states(departments)).toEqual(['unknown', ''])
  const used = await rotation(['unavailable', 'success'], { retry_attempts: 2 })
  await sending.work()
  await again(used.departments[0], 'unavailable')
  await sending.work()
  expect(await states(used.departments)).toEqual(['failed', 'sent'])
})

describe('G6: a rotation', () => {
  /** A lead that the second department of three has taken after the first has failed. */
  async function takenBySecond() {
    const found = await rotation(['redirect', 'success', 'success'])
    await sending.work()
    await sending.work()
    expect(await states(found.departments)).toEqual(['failed', 'sent', ''])
    return found
  }

  test('whose lead another department has does not go on after a send again', async () => {
    const { departments } = await takenBySecond()
    await act(departments[0], 'retry')
    await again(departments[0], 'rejected')
    expect(await states(departments)).toEqual(['rejected', 'sent', ''])
  })

  test.each([
    ['accepted', 'success', 'sent'],
    ['in doubt', 'unmatched', 'unknown'],
    ['on its way', 'capacity', 'waiting'],
  ])('does not go on while its lead is %s elsewhere', async (_, path, state) => {
    const { departments, lead } = await rotation(['unmatched', 'success'])
    await sending.work()
    const elsewhere = await sending.department(path)
    await act(departments[0], 'resolve', { outcome: 'again' })
    await sending.query(`update sends set next_attempt_at = null where lead = ${lead}`)
    await sending.plan([lead], { departments: [elsewhere] })
    await sending.work()
    await sending.query(
      `update sends set next_attempt_at = now() where department = ${departments[0]}`,
    )
    await sending.play(departments[0] ?? 0, 'rejected')
    await sending.work()
    expect(await states([...departments, elsewhere])).toEqual(['rejected', '', state])
  })

  test('goes on after a decided send that nobody took elsewhere', async () => {
    const { departments } = await rotation(['unmatched', 'success'])
    await sending.work()
    await act(departments[0], 'resolve', { outcome: 'again' })
    await again(departments[0], 'rejected')
    await sending.work()
    expect(await states(departments)).toEqual(['rejected', 'sent'])
  })
})

describe.each(['capacity', 'auth'])('G14: in a rotation %s', (path) => {
  test('gives the lead to the next department', async () => {
    const { departments } = await rotation([path, 'success'])
    await sending.work()
    await sending.work()
    expect(await states(departments)).toEqual(['rejected', 'sent'])
  })

  test('lets the lead wait where no other department can take it', async () => {
    const { departments, lead } = await rotation([path, 'success', 'success'])
    await sending.query(`
      insert into department_caps (department, period, "limit", counts)
      values (${departments[1]}, 'day', 0, 'accepted')`)
    await sending.query(
      `update broker_departments set needs_consent = true where id = ${departments[2]}`,
    )
    await sending.work()
    expect(await states(departments)).toEqual(['waiting', '', ''])
    expect(await sending.lead(lead)).toMatchObject({ stage: 'queued' })
  })

  test('lets the lead wait where a call under way takes the last place of the other department', async () => {
    const { departments, lead } = await rotation([path, 'success'])
    const [, other = 0] = departments
    await sending.query(`
      insert into department_caps (department, period, "limit", counts) values (${other}, 'day', 1, 'accepted')`)
    await sending.query(`update broker_departments set cap_action = 'skip' where id = ${other}`)
    await sending.plan(await sending.leads(1), { departments: [other] })
    await sending.work()
    expect(await states(departments)).toEqual(['waiting', 'sent'])
    expect(await sending.lead(lead)).toMatchObject({ stage: 'queued' })
  })

  /** A rotation whose second department skips what finds no place under its cap of one, and the claimed call of the first. */
  async function claimedBeforeLastPlace() {
    const { departments } = await rotation([path, 'success'])
    const [, other = 0] = departments
    await sending.query(`
      insert into department_caps (department, period, "limit", counts) values (${other}, 'day', 1, 'accepted')`)
    await sending.query(`update broker_departments set cap_action = 'skip' where id = ${other}`)
    const { claimed } = await sending.claim()
    return { departments, other, claimed }
  }

  test('lets the lead wait where another one in line takes the last place of the other department', async () => {
    const { departments, other, claimed } = await claimedBeforeLastPlace()
    await sending.plan(await sending.leads(1), { departments: [other] })
    await sending.write(await sending.call(claimed))
    await sending.work()
    expect(await states(departments)).toEqual(['waiting', 'sent'])
  })

  test('gives of two leads one the last place of the other department, also by two processes', async () => {
    const { departments, other, claimed } = await claimedBeforeLastPlace()
    const [first = 0] = departments
    await sending.plan(await sending.leads(1), { departments })
    const { claimed: second } = await sending.claim()
    const { backend } = sending.server
    const [ended, others] = [await sending.call(claimed), await sending.call(second)]
    let end = Promise.resolve()
    await transactAsProcess(backend, async (context) => {
      await applyOutcomes(ended, context)
      end = sending.write(others)
      await othersWait(backend.database, context.sql)
    })
    await end
    await sending.work()
    expect(await states([first, other])).toEqual(['rejected,waiting', 'sent'])
  })

  test('gives of two leads of one claim one the last place of the other department', async () => {
    const { departments, claimed } = await claimedBeforeLastPlace()
    await sending.plan(await sending.leads(1), { departments })
    const { claimed: second } = await sending.claim()
    await sending.write(await sending.call([...claimed, ...second]))
    await sending.work()
    const [first, other] = await states(departments)
    expect(first?.split(',').toSorted()).toEqual(['rejected', 'waiting'])
    expect(other).toBe('sent')
  })
})

describe('G4: of two departments of one company', () => {
  /** Two departments of different brokers of one company, and one lead. */
  async function companions(paths: readonly [string, string]) {
    const departments = [await sending.department(paths[0]), await sending.department(paths[1])]
    await sending.query(`
      with company as (insert into affiliate_companies (name) values (gen_random_uuid()::text) returning id)
      insert into brokers_affiliate_companies (record_id, target_id)
      select d.broker_id, company.id from company, broker_departments d where d.id in (${departments.join()})`)
    const [lead = 0] = await sending.leads(1)
    return { departments, lead }
  }

  test.each([
    ['the one that was planned first has accepted it', 'success', ['sent', 'skipped']],
    ['the one that was planned first may have it', 'unmatched', ['unknown', 'skipped']],
    ['the one that was planned first has refused it', 'rejected', ['rejected', 'sent']],
  ])('one is called in a claim, the other when %s', async (_, path, expected) => {
    const { departments, lead } = await companions([path, 'success'])
    const later = new Date(Date.now() + 60_000).toISOString()
    for (const one of departments) {
      await sending.plan([lead], { departments: [one], scheduled_at: later })
    }
    await sending.pass()
    const { claimed } = await sending.claim()
    expect(claimed.map(({ department }) => department)).toEqual([departments[0]])
    const { state, failure_status, next_attempt_at } = await sendOf(departments[1])
    expect([state, failure_status]).toEqual(['waiting', 'Same affiliate company'])
    expect(Date.parse(next_attempt_at)).toBeGreaterThan(Date.now())
    await sending.query(`
      update sends set state = 'pending', next_attempt_at = now(), leased_until = null
      where state = 'sending'`)
    await sending.work()
    await sending.pass()
    await sending.work()
    expect(await states(departments)).toEqual(expected)
  })

  test('one waits that is sent again while the other is called', async () => {
    const { departments, lead } = await companions(['redirect', 'success'])
    const [first = 0, second = 0] = departments
    await sending.plan([lead], { departments: [first] })
    await sending.work()
    await sending.plan([lead], { departments: [second] })
    expect((await sending.claim()).claimed).toHaveLength(1)
    await act(first, 'retry')
    expect((await sending.claim()).claimed).toEqual([])
    expect(await states(departments)).toEqual(['waiting', 'sending'])
  })
})

describe('a lead that may be at a department', () => {
  const doubtful = async () => {
    const { departments, lead } = await rotation(['unmatched', 'success'])
    await sending.work()
    return { lead, elsewhere: departments[1] ?? 0, first: departments[0] ?? 0 }
  }

  test('is not sent elsewhere before that is decided', async () => {
    const { lead, elsewhere, first } = await doubtful()
    const counts = await sending.plan([lead], { departments: [elsewhere] })
    expect(counts.reasons).toEqual({ 'Already sent': 1 })
    const { failure_message } = await sendOf(elsewhere)
    expect(failure_message).toContain('Another department may have it')
    await act(first, 'resolve', { outcome: 'leave' })
    expect(await sending.plan([lead], { departments: [elsewhere] })).toMatchObject({ planned: 1 })
  })

  test('is not sent again to one that has failed', async () => {
    const { departments, lead } = await rotation(['redirect', 'unmatched'])
    await sending.work()
    await sending.work()
    expect(await states(departments)).toEqual(['failed', 'unknown'])
    const { id } = await sendOf(departments[0])
    expect((await admin.post(`/lead/history/${id}/retry`)).status).toBe(409)
    expect(await sending.lead(lead)).toMatchObject({ stage: 'check_needed' })
  })

  test('is in doubt where a person takes it back before it is called again', async () => {
    const { departments, lead } = await rotation(['error-after-accept', 'success'], {
      safe_to_repeat: true,
    })
    await sending.work()
    expect(await states(departments)).toEqual(['retrying', ''])
    await act(departments[0], 'cancel')
    const taken = await sendOf(departments[0])
    expect(taken).toMatchObject({ state: 'unknown', holds: true, next_attempt_at: null })
    expect(taken.failure_message).toContain('An attempt may have been accepted')
    expect(await sending.lead(lead)).toMatchObject({ stage: 'check_needed' })
    const counts = await sending.plan([lead], { departments: [departments[1] ?? 0] })
    expect(counts.reasons).toEqual({ 'Already sent': 1 })
  })

  test('is sent by who may send it all the same, and says so', async () => {
    const { lead, elsewhere } = await doubtful()
    const preview = (client: Client, is_forced: boolean) =>
      client.post('/lead/send/preview', {
        ids: [lead],
        values: { departments: [elsewhere], is_forced },
      })
    const rights = ['lead.view', 'lead.single.view', 'lead.send'] as const
    const sender = await sending.server.user(rights, { is_sender: true })
    const forcing = await sending.server.user([...rights, 'lead.send.force'], { is_sender: true })
    expect((await preview(sender, true)).status).toBe(403)
    expect((await preview(sender, false)).body.data).toMatchObject({ planned: 0, skipped: 1 })
    expect((await preview(forcing, false)).body.data).toMatchObject({ planned: 0, skipped: 1 })
    expect((await preview(forcing, true)).body.data).toMatchObject({ planned: 1, skipped: 0 })
    await sending.plan([lead], { departments: [elsewhere], is_forced: true })
    await sending.work()
    expect(await sendOf(elsewhere)).toMatchObject({ state: 'sent' })
  })
})
