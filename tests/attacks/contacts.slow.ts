import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { business } from '../../resources/index.server.ts'
import { roles } from '../../resources/roles.ts'
import { createTestConsole, type TestConsole } from '../fixtures/console.ts'
import type { Client } from '../fixtures/server.ts'
import { upload } from '../fixtures/files/upload.ts'
import { ended, rowsOf } from './cases/office.ts'

/** A person whose contact no answer may hold in the clear, however it was written. */
const canary = { email: 'Canary.Quill@Example.org', phone: '07400 987654' }
const contact = /canary\.quill|7400\s?987654/i

let server: TestConsole
let lead: number
let refused: number
let attempt: number

beforeAll(async () => {
  server = await createTestConsole()
  await server.backend.jobs.work()
  const [admin, importer] = [await server.as('Administrator'), await server.as('Importer')]
  const source = await admin.make('/settings/source', { name: 'Search' })
  const text = [
    'First name,E-mail,Phone,Country,Second number',
    `Quinn,${canary.email},${canary.phone},GB,${canary.phone}`,
    `Quinn,${canary.email},${canary.phone},GB,`,
  ].join('\n')
  await imported(importer, source, text)
  const [found] = await rowsOf(server, sql<{ id: number }>`select id from leads`)
  lead = found!.id
  const [failed] = await rowsOf(server, sql<{ id: number }>`select id from failed_leads`)
  refused = failed!.id
  await leaveTraces(admin, source)
  attempt = await sent(admin)
}, 120_000)
afterAll(() => server.close())

async function imported(importer: Client, source: number, text: string): Promise<void> {
  const options = { name: 'leads.csv', purpose: 'import:leads' }
  const upload_id = await upload(server.app, importer, text, options)
  const { data } = (await importer.post('/lead/import/preview', { upload_id })).body
  const order = { upload_id, mapping: data.guess, settings: { source } }
  const { body } = await importer.post('/lead/import', order)
  await ended(server, body.data.job_id)
}

/** Everything that is done with a contact and leaves a line somewhere. */
async function leaveTraces(admin: Client, source: number): Promise<void> {
  const { email } = canary
  const done = [
    await admin.put(`/lead/${lead}`, { alt_email: email.replace('@', '+x@') }),
    await admin.post('/lead/search', { email: [email, 'other@example.org'] }),
    await admin.post(`/lead/${lead}/reveal`, { reason: 'They called' }),
    await admin.post('/lead/black_list/check', { contact: email }),
    await admin.post('/lead/export', { filter: { email }, search: email, reason: 'An audit' }),
    await admin.post('/lead/bulk/status', {
      filter: { email },
      expected_count: 1,
      values: { status: await newStatus(admin) },
    }),
  ]
  expect(done.filter(({ status }) => status >= 300)).toEqual([])
  expect((await admin.post('/lead', { source, email })).status).toBe(422)
  const settings = { filter: { email }, search: email }
  const view = await admin.make('/profile/view', { resource: 'leads', name: 'Quinn', settings })
  const shared = await admin.post(`/profile/view/${view}/share`, { visibility: 'all' })
  expect(shared.status).toBe(200)
  const value = { type: 'email', value: email, reason: 'Asked', block_existing: false }
  await admin.make('/lead/black_list', value)
}

async function newStatus(admin: Client): Promise<number> {
  const { body } = await admin.get('/settings/status/all?limit=1')
  return body.data[0].id
}

/** A call to a broker, as it is kept. */
async function sent(admin: Client): Promise<number> {
  const broker_id = await admin.make('/broker', { name: 'Acme' })
  const department = await admin.make('/broker/department', { branch_name: 'Desk', broker_id })
  const [row] = await rowsOf(
    server,
    sql<{ id: number }>`
      with one as (
        insert into sends (uuid, lead, department, state, holds, attempts, send_key)
        values ('a', ${lead}, ${department}, 'sent', true, 1, 'a') returning id
      )
      insert into send_attempts (send, number, started_at, request, response)
      select id, 1, now(), ${JSON.stringify({ body: canary })}::jsonb, ${JSON.stringify(canary)}
      from one returning id`,
  )
  return row!.id
}

const listed = business.resources.filter(({ operations }) => operations.includes('list'))
const exported = business.resources.filter(({ operations }) => operations.includes('export'))

describe.each(roles)('M7, H2: $name is shown no contact', ({ name: role, permissions }) => {
  let reader: Client
  beforeAll(async () => {
    reader = await server.as(role)
  })

  test('by any list, record or history', async () => {
    // Who may unmask filters by the contacts of a view that somebody has shared.
    const isOpen = ['*', 'lead.contact.view'].some((name) => permissions.includes(name))
    let seen = 0
    for (const { api, name } of listed) {
      if (isOpen && name === 'saved_views') continue
      const list = await reader.post(`/${api}/search`, { per_page: 100 })
      expect([api, contact.exec(JSON.stringify(list.body))?.[0]]).toEqual([api, undefined])
      for (const { id } of list.status === 200 ? list.body.data.slice(0, 10) : []) {
        seen += 1
        const record = await reader.get(`/${api}/${id}`)
        const history = await reader.get(`/${api}/${id}/timeline`)
        const text = JSON.stringify([record.body, history.body])
        expect([api, id, contact.exec(text)?.[0]]).toEqual([api, id, undefined])
      }
    }
    expect(seen).toBeGreaterThan(0)
    const found = await reader.post('/search', { text: canary.email })
    expect(JSON.stringify(found.body)).not.toMatch(contact)
  }, 120_000)

  test('by any file, unless they say what contacts are needed for', async () => {
    for (const { name, api } of exported) {
      // Without columns said, all that the reader may have.
      const { status, body } = await reader.post(`/${api}/export`, {})
      if (status === 403) continue
      expect([name, status]).toEqual([name, 202])
      await ended(server, body.data.job_id)
      const path = `/profile/job/${body.data.job_id}/download/result`
      const file = String((await reader.get(path)).body)
      expect([name, file.split('\n').length > 1]).toEqual([name, true])
      expect([name, contact.exec(file)?.[0]]).toEqual([name, undefined])
    }
  }, 120_000)
})

test('holders of the permissions reveal everything as one act, and take it out with a reason', async () => {
  const admin = await server.as('Administrator')
  const officer = await server.as('Privacy officer')
  const { raw } = await officer.reveal(`/lead/${lead}`)
  expect(raw).toMatchObject({ email: canary.email, 'Second number': canary.phone })
  const { payload } = await officer.reveal(`/failed/lead/${refused}`)
  expect(payload).toMatchObject({ 'E-mail': canary.email, Phone: canary.phone })
  const bodies = await admin.reveal(`/lead/history/attempt/${attempt}`)
  expect(bodies).toEqual({ request: { body: canary }, response: JSON.stringify(canary) })
  const acts = await rowsOf(
    server,
    sql<{ resource: string; detail: { fields: string[] } }>`
      select resource, detail from audit_log
      where action = 'reveal' and user_id = any(${[admin.id, officer.id]}::bigint[]) order by id`,
  )
  expect(acts.map(({ resource }) => resource)).toEqual(['leads', 'failed_leads', 'send_attempts'])
  expect(acts[0]!.detail.fields).toContain('raw')
  expect(acts[2]!.detail.fields).toEqual(['request', 'response'])
  for (const [api, column] of [
    ['lead', 'raw'],
    ['failed/lead', 'payload'],
  ] as const) {
    const order = { columns: [column], reason: 'An audit' }
    const { body } = await officer.post(`/${api}/export`, order)
    await ended(server, body.data.job_id)
    const file = await officer.get(`/profile/job/${body.data.job_id}/download/result`)
    expect(String(file.body)).toMatch(contact)
  }
})

test('M4: a file of what was received asks for the password again, and is told as one of contacts', async () => {
  const officer = await server.as('Privacy officer')
  await sql`update sessions set confirmed_at = now() - interval '1 hour' where user_id = ${officer.id}`.execute(
    server.backend.database.sql,
  )
  for (const [api, columns] of [
    ['lead', ['raw']],
    ['failed/lead', ['payload']],
    ['failed/lead', ['settings']],
  ] as const) {
    const open = await officer.post(`/${api}/export`, { columns, reason: 'An audit' })
    expect([open.status, open.body.code]).toEqual([403, 'confirm_password'])
  }
})
