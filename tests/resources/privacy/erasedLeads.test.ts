import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ImportFound } from '#contract'

import { endedImport } from '../../fixtures/files/imports.ts'
import { partnerOf } from '../../fixtures/sending/partner.ts'
import { createTestConsole, statusIds, type TestConsole } from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'
import { upload } from '../../fixtures/files/upload.ts'

let server: TestConsole
let admin: Client
let officer: Client
let source: number
let status: number
let ruled: number
/** Leads of which the first is erased; the other is as it came. */
let erased: number
let living: number

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  officer = await server.as('Privacy officer')
  source = await admin.make('/settings/source', { name: 'Search' })
  const statuses = await statusIds(admin)
  status = statuses['No answer'] ?? 0
  ruled = statuses['Call back'] ?? 0
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

const run = async (statement: ReturnType<typeof sql<any>>) =>
  (await statement.execute(server.backend.database.sql)).rows
const reason = 'Asked for it by letter'
const made = async () => {
  const email = `p${Math.random()}@example.com`
  return admin.make('/lead', { source, email, first_name: 'Ada' })
}
const stored = async (id: number) =>
  (
    await run(sql`
      select to_jsonb(l) || jsonb_build_object(
        'comments', (select count(*) from lead_comments where lead = l.id),
        'tags', (select count(*) from leads_tags where record_id = l.id)
      ) as row from leads l where id = ${id}`)
  )[0].row

beforeEach(async () => {
  erased = await made()
  living = await made()
  await officer.post(`/lead/${erased}/erase`, { reason })
})

const refusal = /erased for good/

const inputs = {
  comment: { text: 'Ada called' },
  status: () => ({ status }),
  tag: async () => ({
    add: [await admin.make('/settings/tag', { name: `Tag ${randomUUID().slice(0, 4)}` })],
    remove: [],
  }),
  source: () => ({ source }),
  randomize: { field: 'funnel', spread: [{ label: 'A', weight: 1 }] },
  availability: { not_available_till: '2030-01-01T00:00:00Z' },
  black_list: { reason },
  erase: { reason },
}

test.each(Object.entries(inputs))('A7: no %s is written to an erased lead', async (name, given) => {
  const input = typeof given === 'function' ? await given() : given
  const before = await stored(erased)
  const { status: code, body } = await admin.post(`/lead/${erased}/${name}`, input)
  expect([code, body.message]).toEqual([409, expect.stringMatching(/erased|not possible/)])
  expect(await stored(erased)).toEqual(before)
})

test.each(['status', 'tag', 'source', 'randomize', 'availability'] as const)(
  'A7: in bulk, %s skips an erased lead with its reason and does the others together',
  async (name) => {
    const given = inputs[name]
    const values = typeof given === 'function' ? await given() : given
    const before = await stored(erased)
    const { body } = await admin.post(`/lead/bulk/${name}`, { ids: [erased, living], values })
    expect(body.data).toMatchObject({ done: 1, skipped: 1, failures: [{ id: erased }] })
    expect(body.data.reasons).toEqual([expect.stringMatching(refusal)])
    expect(await stored(erased)).toEqual(before)
  },
)

test('A7: neither an edit, a deletion, a restore nor an undo writes to an erased lead', async () => {
  const one = await made()
  const edited = (await admin.put(`/lead/${one}`, { city: 'Leeds', version: 1 })).body.data
  const gone = await made()
  const deleted = (await admin.delete(`/lead/${gone}`)).body.data
  await officer.post(`/lead/${one}/erase`, { reason })
  await run(sql`update leads set stage = 'erased' where id = ${gone}`)
  const { version } = await stored(one)
  const answers = [
    await admin.put(`/lead/${one}`, { city: 'York', version }),
    await admin.delete(`/lead/${one}`),
    await admin.post(`/lead/${gone}/restore`, { version: deleted.version }),
  ]
  for (const { status: code, body } of answers) {
    expect([code, body.message]).toEqual([409, expect.stringMatching(refusal)])
  }
  const undone = await admin.post(`/lead/${one}/undo`, { version: edited.version })
  expect(undone.status).toBe(409)
  const many = await admin.post('/lead/bulk/update', { ids: [one], values: { city: 'York' } })
  expect(many.body.data).toMatchObject({ done: 0, skipped: 1 })
  expect((await admin.post('/lead/bulk/delete', { ids: [one] })).body.data.done).toBe(0)
  expect(await stored(one)).toMatchObject({ city: null, deleted_at: null, version })
})

test('A7: a rule of statuses reaches no erased lead', async () => {
  for (const id of [erased, living]) {
    await run(sql`update leads set status = ${ruled} where id = ${id}`)
  }
  const rule = await admin.make('/lead/status/setting', { status: ruled, days_not_available: 30 })
  const path = `/lead/status/setting/${rule}/apply`
  expect((await admin.get(path)).body.data).toEqual({ count: 1 })
  const { body } = await admin.post(path, { expected_count: 1 })
  await expect
    .poll(async () => (await admin.get(`/profile/job/${body.data.job_id}`)).body.data.state)
    .toBe('finished')
  expect((await stored(living)).not_available_till).not.toBeNull()
  expect((await stored(erased)).not_available_till).toBeNull()
})

test('A7: a row of a file changes no erased lead, by whatever it says', async () => {
  const imported = async (text: string, more: object): Promise<ImportFound> => {
    const upload_id = await upload(server.app, admin, text, { purpose: 'import:leads' })
    const mapping = text.split('\n')[0]?.split(',')
    const { body } = await admin.post('/lead/import', { upload_id, mapping, ...more })
    const path = `/lead/import/${body.data.id}`
    return endedImport(server, admin, path, ({ job_id }) => job_id)
  }
  const before = await stored(erased)
  const changed = await imported(`id,city\n${erased},York\n${living},York`, { mode: 'update' })
  expect(JSON.stringify(changed.reasons)).toMatch(refusal)
  expect((await stored(living)).city).toBe('York')
  const broker_id = await admin.make('/broker', { name: 'Acme' })
  const department = await admin.make('/broker/department', { branch_name: 'Desk 1', broker_id })
  await sent(department)
  const told = await imported(`lead_id,status,ftd_at\n${erased},Sold,2026-03-01`, {
    mode: 'outcomes',
    settings: { department },
  })
  expect(told.reasons).toMatchObject([{ code: 'unknown_lead', count: 1 }])
  expect(await stored(erased)).toEqual(before)
})

/** The erased lead is with a department. */
const sent = (department: number) =>
  run(sql`
    insert into sends (uuid, lead, department, broker, state, holds, sent_at, send_key)
    select gen_random_uuid(), ${erased}, d.id, d.broker_id, 'sent', true, now(), ${`key-${erased}`}
    from broker_departments d where d.id = ${department} returning id`)

test('A7: what a partner tells of an erased lead is refused, its comment too', async () => {
  const partner = await partnerOf(server, admin)
  const [send] = await sent(partner.id)
  const before = await stored(erased)
  const rows = [{ id: erased }, { send_id: `key-${erased}` }, { send_id: send.id }]
  const told = rows.map((row) => ({ ...row, status: 'Sold', ftd: true, comment: 'Ada is rich' }))
  const { body } = await partner.post('/lead/status', told)
  expect(body.summary).toMatchObject({ updated: 0, unknown_lead: 3 })
  expect(await stored(erased)).toEqual(before)
  for (const [act, input] of Object.entries({
    ftd: { date: '2026-03-01T00:00:00Z', reason },
    return: { reason: 'duplicate', note: 'Ada' },
  })) {
    const answer = await admin.post(`/lead/history/${send.id}/${act}`, input)
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringMatching(refusal)])
  }
  expect(await stored(erased)).toEqual(before)
})
