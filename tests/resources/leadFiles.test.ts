import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestConsole, type TestConsole } from '../fixtures/console.ts'
import type { Client } from '../fixtures/server.ts'
import { upload } from '../fixtures/upload.ts'

let server: TestConsole
let admin: Client
let importer: Client
let source: number
let closed: number
const statuses: Record<string, number> = {}

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  importer = await server.as('Importer')
  for (const { id, name } of (await admin.get('/settings/status/all')).body.data)
    statuses[name] = id
  const country = (await admin.get('/settings/country/search?iso_3166_2=GB')).body.data[0].id
  const values = {
    name: 'Search',
    default_country: country,
    default_status: statuses['Interested'],
  }
  source = (await admin.post('/settings/source', values)).body.data.id
  closed = (await admin.post('/settings/source', { name: 'Closed', is_active: false })).body.data.id
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

async function ended(client: Client, id: number) {
  for (let tries = 0; tries < 700; tries += 1) {
    const { data } = (await client.get(`/profile/job/${id}`)).body
    if (data.finished_at ?? data.cancelled_at) return data
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`job ${id} does not end`)
}

/** Imports a text; the first line names the fields. */
async function order(text: string, settings: object, client = importer) {
  const upload_id = await upload(server.app, client, text, {
    name: 'leads.csv',
    purpose: 'import:leads',
  })
  const { data } = (await client.post('/lead/import/preview', { upload_id })).body
  return client.post('/lead/import', { upload_id, mapping: data.guess, settings })
}

const found = async (email: string) =>
  (await admin.get(`/lead/search?email=${encodeURIComponent(email)}`)).body.data[0]

describe('an imported lead', () => {
  test('gets what its source says, who brought it, and its keys', async () => {
    const text =
      'First name,E-mail,Phone\nAda,Ada.Lovelace@gmail.com,07400 123456\nBob,,+49 1512 3456789\n'
    const { status, body } = await order(text, { source })
    expect([status, body.errors]).toEqual([202, undefined])
    expect((await ended(importer, body.data.job_id)).state).toBe('finished')
    const lead = await found('ada.lovelace@gmail.com')
    expect(lead).toMatchObject({
      first_name: 'Ada',
      phone: '+447400123456',
      phone_prefix: '+44',
      email_key: 'adalovelace@gmail.com',
      status: statuses['Interested'],
      user: importer.id,
      import: body.data.id,
      stage: 'new',
      status_changed_at: expect.any(String),
      labels: { country: { iso_3166_2: 'GB' } },
    })
  })

  test.each([
    ['card_number_found', 'cards@example.com,4111 1111 1111 1111'],
    ['bad_email', 'nobody,'],
    ['missing_contact', ',only words'],
    ['duplicate', 'ada.lovelace+9@googlemail.com,again'],
  ])('is refused with the code %s', async (code, row) => {
    const { body } = await order(`email,comment\n${row}\nfine-${code}@example.com,\n`, { source })
    const job = await ended(importer, body.data.job_id)
    expect([job.state, job.processed, job.failed]).toEqual(['finished_with_errors', 2, 1])
    const report = await importer.get(`/lead/import/${body.data.id}/report`)
    expect(report.body).toContain(code)
    expect(await found(`fine-${code}@example.com`)).toBeDefined()
  })

  test('of a source that is switched off is refused before the work begins', async () => {
    const { status, body } = await order('email\nx@example.com\n', { source: closed })
    expect([status, body.errors]).toEqual([422, { source: ['This source takes no new leads'] }])
  })

  test('is no deposit unless the importer may say so', async () => {
    const settings = { source, status: statuses['Deposit'] }
    const { status, body } = await order('email\ny@example.com\n', settings)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['status']])
    const allowed = await order('email\ny@example.com\n', settings, admin)
    expect(allowed.status).toBe(202)
    await ended(admin, allowed.body.data.job_id)
    expect((await found('y@example.com')).status).toBe(statuses['Deposit'])
  })

  test('has no restricted field from whoever may not set them', async () => {
    const text = 'email,card_digits\nz@example.com,1234\n'
    const upload_id = await upload(server.app, importer, text, {
      name: 'l.csv',
      purpose: 'import:leads',
    })
    const { data } = (await importer.post('/lead/import/preview', { upload_id })).body
    expect(data.guess).toEqual(['email', null])
    const forced = { upload_id, mapping: ['email', 'card_digits'], settings: { source } }
    expect((await importer.post('/lead/import', forced)).status).toBe(422)
  })
})

describe('an exported lead', () => {
  async function exported(role: string) {
    const client = await server.as(role)
    const columns = ['email', 'phone', 'source', 'status']
    const { status, body } = await client.post('/lead/export', { filter: { source }, columns })
    expect(status).toBe(202)
    await ended(client, body.data.job_id)
    const file = await client.get(`/profile/job/${body.data.job_id}/download/result`)
    return parse(String(file.body), { columns: true, bom: true }) as Record<string, string>[]
  }

  test.each(['Analyst', 'Manager'])('has its contact masked for the %s', async (role) => {
    const rows = await exported(role)
    expect(rows).toContainEqual({
      'E-mail': 'a•••••@g•••.com',
      Phone: '+44•••••••456',
      Source: 'Search',
      Status: 'Interested',
    })
    expect(JSON.stringify(rows)).not.toContain('lovelace')
  })

  test('has its contact in the clear for the privacy officer', async () => {
    expect(await exported('Privacy officer')).toContainEqual(
      expect.objectContaining({ 'E-mail': 'ada.lovelace@gmail.com', Phone: '+447400123456' }),
    )
  })

  test('goes to nobody who may not export', async () => {
    const sender = await server.as('Sender')
    expect((await sender.post('/lead/export', {})).status).toBe(403)
  })
})
