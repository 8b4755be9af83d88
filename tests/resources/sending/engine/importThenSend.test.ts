import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'
import type { Client } from '../../../fixtures/server.ts'
import { upload } from '../../../fixtures/files/upload.ts'

const rights = [
  'lead.view',
  'lead.single.view',
  'lead.importThenSend',
  'options.sources.all',
  'user.profile.job.view',
  'user.profile.job.pause',
  'user.profile.job.cancel',
]

let sending: Sending
let sender: Client
let source: number

beforeAll(async () => {
  sending = await createSending({})
  sender = await sending.server.user(rights, { is_sender: true })
  source = (await sending.query(`select id from sources where name = 'Search'`))[0].id
  await sending.server.backend.jobs.work()
}, 60_000)
afterAll(() => sending.close())

let file = 0

/** A file of people whom nobody has imported. */
function people(count: number): string {
  file += 1
  const lines = Array.from({ length: count }, (_, at) => `Ada,file${file}.${at}@example.org`)
  return `first_name,email\n${lines.join('\n')}\n`
}

async function order(text: string, client: Client, more: object) {
  const upload_id = await upload(sending.server.app, client, text, {
    name: 'leads.csv',
    purpose: 'import:leads',
  })
  const mapping = ['first_name', 'email']
  return client.post('/lead/import', { upload_id, mapping, settings: { source }, ...more })
}

const ended = (id: number, states: readonly string[], client = sender) =>
  vi.waitFor(async () => {
    const { data } = (await client.get(`/profile/job/${id}`)).body
    expect(states).toContain(data.state)
    return data
  }, 45_000)

const over = ['finished', 'finished_with_errors']

/** Checks a file to its end; answers the import. */
async function checked(text: string, { client = sender, mode = 'new' } = {}): Promise<number> {
  const { status, body } = await order(text, client, { check: true, mode })
  expect(status, JSON.stringify(body)).toBe(202)
  await ended(body.data.job_id, over, client)
  return body.data.id
}

const begin = (id: number, follow: object | undefined, client = sender) =>
  client.post(`/lead/import/${id}/${follow ? 'send' : 'start'}`, follow ?? {})

const courseOf = async (id: number) => (await sender.get(`/lead/import/${id}`)).body.data

/** Begins what was checked, waits until it is in, and answers the job that sends. */
async function sent(id: number, follow: object): Promise<number> {
  const { status, body } = await begin(id, follow)
  expect(status, JSON.stringify(body)).toBe(202)
  await ended(body.data.job_id, over)
  return (await courseOf(id)).follow_job
}

describe('import then send', () => {
  test('16.3.20: Import then send stops after a canary with 5 of 5 failures', async () => {
    const department = await sending.department('rejected')
    const id = await checked(people(8))
    // A canary is what nobody has to ask for (product.md 10.4).
    const job = await sent(id, { values: { departments: [department] } })
    const paused = await ended(job, ['paused'])
    expect(paused).toMatchObject({ total: 8, processed: 5, failed: 5 })
    expect(await sending.sends(department)).toHaveLength(5)
    expect(paused.parent).toBe((await courseOf(id)).job_id)
    await sender.post(`/profile/job/${job}/resume`)
    expect(await ended(job, over)).toMatchObject({ processed: 8, failed: 8 })
  })

  test('10.5: spreads labels over those that have none, before they go, as its permission says', async () => {
    const department = await sending.department('success')
    const spreader = await sending.server.user([...rights, 'lead.randomizeData'], {
      is_sender: true,
    })
    const spread = [{ label: 'Spring', weight: 20 }]
    const values = { departments: [department] }
    const ask = { values, randomize: { field: 'funnel', spread } }
    const id = await checked(people(7), { client: spreader })
    expect((await begin(await checked(people(1)), ask)).status).toBe(403)
    const refused = async (randomize: object) => {
      const { status, body } = await begin(id, { values, randomize }, spreader)
      return [status, body.errors]
    }
    expect(await refused({ field: 'date_of_birth', spread })).toEqual([
      422,
      { 'randomize.field': ['This field cannot be generated'] },
    ])
    expect(await refused({ field: 'tags', spread })).toEqual([
      422,
      { 'spread.0.label': ['There is none called “Spring”'] },
    ])
    const { body } = await begin(id, ask, spreader)
    await ended(body.data.job_id, over, spreader)
    const { follow_job } = (await spreader.get(`/lead/import/${id}`)).body.data
    const labelled = () =>
      sending.query(`select l.funnel, l.generated_fields, s.state from leads l
        join sends s on s.lead = l.id where s.department = ${department}`)
    const one = { funnel: 'Spring', generated_fields: ['funnel'], state: 'sent' }
    await ended(follow_job, ['paused'], spreader)
    expect(await labelled()).toEqual(Array.from({ length: 5 }, () => one))
    await spreader.post(`/profile/job/${follow_job}/resume`)
    await ended(follow_job, over, spreader)
    expect(await labelled()).toEqual(Array.from({ length: 7 }, () => one))
  })

  test('sends what is new, and what was filled only when that is asked for', async () => {
    const known = `Bob,known${(file += 1)}@example.org`
    const importer = await sending.server.as('Administrator')
    const before = await checked(`first_name,email\n,${known.split(',')[1]}\n`, {
      client: importer,
    })
    await ended((await begin(before, undefined, importer)).body.data.job_id, over, importer)
    const fill = await sending.server.user([...rights, 'lead.update'], { is_sender: true })
    const run = async (with_filled: boolean, line: string) => {
      const department = await sending.department('success')
      const text = `${people(2)}${line}\n`
      const id = await checked(text, { client: fill, mode: 'fill' })
      const { body } = await begin(id, { values: { departments: [department] }, with_filled }, fill)
      await ended(body.data.job_id, over, fill)
      const { follow_job, updated } = (await fill.get(`/lead/import/${id}`)).body.data
      await ended(follow_job, over, fill)
      return { updated, sends: await sending.sends(department) }
    }
    const filled = await run(true, known)
    expect([filled.updated, filled.sends.length]).toEqual([1, 3])
    expect(filled.sends.map(({ mode }) => mode)).toEqual(['import', 'import', 'import'])
    const again = await run(false, known)
    expect(again.sends).toHaveLength(2)
  })

  test('waits for the whole check', async () => {
    const department = await sending.department('success')
    const values = { departments: [department] }
    expect((await order(people(1), sender, {})).status).toBe(403)
    const { body } = await order(people(1), sender, { check: true })
    await ended(body.data.job_id, ['finished'])
    await sending.query(`update imports set checked = null where id = ${body.data.id}`)
    expect((await begin(body.data.id, { values })).status).toBe(409)
    expect(await sending.sends(department)).toEqual([])
  })

  test('needs the permission, and a user who is a sender', async () => {
    const department = await sending.department('success')
    const values = { departments: [department] }
    const id = await checked(people(1))
    expect((await begin(id, undefined)).status).toBe(403)
    const importer = await sending.server.user(
      [...rights.filter((one) => one !== 'lead.importThenSend'), 'lead.import'],
      { is_sender: true },
    )
    const own = await checked(people(1), { client: importer })
    expect((await begin(own, { values }, importer)).status).toBe(403)
    const idle = await sending.server.user(rights)
    const other = await checked(people(1), { client: idle })
    expect((await begin(other, { values }, idle)).status).toBe(403)
    expect((await begin(id, { values: { departments: [] } })).status).toBe(422)
    expect((await begin(id, { values })).status).toBe(202)
  })

  test('above 500 leads needs a department that takes a lot', async () => {
    const department = await sending.department('success')
    const id = await checked(people(501))
    const values = { departments: [department], is_canary: true }
    const { status, body } = await begin(id, { values })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['departments']])
    await sending.query(`update broker_departments set send_a_lot = true where id = ${department}`)
    const job = await sent(id, { values })
    expect((await ended(job, ['paused'])).total).toBe(501)
  })

  test('whose user is no sender any more sends nothing', async () => {
    const department = await sending.department('success')
    const idle = await sending.server.user(rights, { is_sender: true })
    const id = await checked(people(2), { client: idle })
    const { body } = await begin(id, { values: { departments: [department] } }, idle)
    await sending.query(`update users set is_sender = false where id = ${idle.id}`)
    await ended(body.data.job_id, over, idle)
    const { follow_job } = (await idle.get(`/lead/import/${id}`)).body.data
    expect((await ended(follow_job, ['failed'], idle)).message).toMatch(/senders/)
    expect(await sending.sends(department)).toEqual([])
  })

  test('is undone once what kept its leads in line is cancelled', async () => {
    const department = await sending.department('success')
    const owner = await sending.server.user([...rights, 'lead.delete', 'lead.import.undo'], {
      is_sender: true,
    })
    const id = await checked(people(2), { client: owner })
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
    const values = { departments: [department], scheduled_at, is_canary: false }
    const { body } = await begin(id, { values }, owner)
    await ended(body.data.job_id, over, owner)
    await vi.waitFor(async () => expect(await sending.sends(department)).toHaveLength(2), 45_000)
    const undo = async () => {
      const answer = await owner.post(`/lead/import/${id}/undo`)
      expect(answer.status).toBe(202)
      await ended(answer.body.data.job_id, over, owner)
      return (await owner.get(`/lead/import/${id}`)).body.data
    }
    expect(await undo()).toMatchObject({ state: 'done', undone: 0, may_undo: true })
    const { follow_job } = (await owner.get(`/lead/import/${id}`)).body.data
    await owner.post(`/profile/job/${follow_job}/cancel`)
    await ended(follow_job, ['cancelled'], owner)
    expect(await undo()).toMatchObject({ state: 'undone', undone: 2, may_undo: false })
  })

  test('cancelled with its import, takes back what is not sent', async () => {
    const department = await sending.department('rejected')
    const id = await checked(people(9))
    const values = { departments: [department], is_canary: true }
    const job = await sent(id, { values })
    await ended(job, ['paused'])
    expect((await sender.post(`/lead/import/${id}/cancel`)).status).toBe(200)
    expect(await ended(job, ['cancelled'])).toMatchObject({ total: 9, processed: 5 })
    expect(await sending.sends(department)).toHaveLength(5)
    expect((await sender.post(`/lead/import/${id}/cancel`)).status).toBe(409)
  })
})
