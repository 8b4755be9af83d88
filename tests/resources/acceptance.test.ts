import { readFile } from 'node:fs/promises'

import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { transactAsProcess } from '#server'

import { lead } from '../../resources/leads/lead/lead.ts'
import { permissions } from '../../resources/permissions.ts'
import { createSendWorker } from '../../resources/sending/engine/worker.server.ts'
import { drawInitial } from '../../resources/settings/source/drawStatus.server.ts'
import { statusIds } from '../fixtures/console.ts'
import { partnerOf } from '../fixtures/sending/partner.ts'
import { routes } from '../fixtures/routes.ts'
import { createSending, type Sending } from '../fixtures/sending/sending.ts'
import type { Client } from '../fixtures/server.ts'
import { upload } from '../fixtures/files/upload.ts'

// Acceptance checks that belong to no single resource.

let sending: Sending
let admin: Client
let source: number

beforeAll(async () => {
  sending = await createSending()
  admin = await sending.server.as('Administrator')
  source = (await admin.get('/settings/source/all')).body.data[0].id
  await sending.server.backend.jobs.work()
}, 60_000)
afterAll(() => sending.close())

/** All permissions but those that take away, and `without`. */
const allBut = (...without: string[]) =>
  permissions
    .filter(({ name, ...one }) => !('restricts' in one) && !without.includes(name))
    .map(({ name }) => name)

async function ended(job: number, client = admin) {
  for (;;) {
    const { data } = (await client.get(`/profile/job/${job}`)).body
    if (data.finished_at) return data
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function begin(text: string, more: object = {}) {
  const options = { name: 'leads.csv', purpose: 'import:leads' }
  const upload_id = await upload(sending.server.app, admin, text, options)
  const mapping = text.slice(0, text.indexOf('\n')).split(',')
  const order = { upload_id, mapping, settings: { source }, ...more }
  const answer = await admin.post('/lead/import', order)
  return { upload_id, ...answer.body.data }
}

async function imported(text: string, more: object = {}) {
  const { id, job_id } = await begin(text, more)
  await ended(job_id)
  return (await admin.get(`/lead/import/${id}`)).body.data
}

async function exported(path: string, client = admin): Promise<string> {
  const { status, body } = await client.post(path, {})
  expect([path, status, body.errors]).toEqual([path, 202, undefined])
  await ended(body.data.job_id, client)
  return String((await client.get(`/profile/job/${body.data.job_id}/download/result`)).body)
}

test('14 partner call from an IP outside the list: 403, logged, nothing stored', async () => {
  const one = await partnerOf(sending.server, admin)
  const stored = () =>
    sending.query(`
      select (select count(*) from audit_log) as writes,
        (select count(*) from leads) as leads, (select count(*) from failed_leads) as failed`)
  const before = await stored()
  const body = { email: 'outside@example.com' }
  const answer = await one.call('POST', '/lead', { body, from: '198.51.100.200' })
  expect(answer.status).toBe(403)
  expect(await stored()).toEqual(before)
  await vi.waitFor(async () => {
    const lines = await sending.query(
      `select status, ip from requests where department = ${one.id}`,
    )
    expect(lines).toEqual([{ status: 403, ip: '198.51.100.200' }])
  }, 45_000)
})

test('15 same Idempotency-Key twice: one lead, same answer', async () => {
  const one = await partnerOf(sending.server, admin)
  const headers = { 'idempotency-key': 'order-1' }
  const leads = () => sending.query(`select id from leads where department = ${one.id}`)
  const given = { email: 'twice@example.com' }
  const first = await one.post('/lead', given, headers)
  await sending.query(`update request_keys set created_at = now() - interval '23 hours'`)
  const second = await one.post('/lead', given, headers)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect(await leads()).toEqual([{ id: first.body.data.id }])
  const other = await one.post('/lead', { email: 'other@example.com' }, headers)
  expect(other.status).toBe(422)
  expect(await leads()).toHaveLength(1)
})

describe('16: an import', () => {
  test('of 200,001 rows is refused, and nothing of it is taken in', async () => {
    const { upload_id, job_id } = await begin(`email\n${'a@example.com\n'.repeat(200_001)}`)
    expect((await ended(job_id)).state).toBe('failed')
    const { status, body } = await admin.post('/lead/import/preview', { upload_id })
    expect([status, body.message]).toEqual([422, expect.stringContaining('200,000 rows')])
    expect((await admin.get('/lead/search?email=a@example.com')).body.data).toEqual([])
  })

  test('of an .xls is refused with the sentence of the specification', async () => {
    const workbook = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
    const options = { name: 'leads.xls', purpose: 'import:leads', type: 'application/vnd.ms-excel' }
    await expect(upload(sending.server.app, admin, workbook, options)).rejects.toThrow(
      'File extension is not allowed please upload only csv/xlsx',
    )
  })
})

test('19: undoing an import keeps a lead that was sent meanwhile, and says so', async () => {
  const { id } = await imported('email\nundo1@example.com\nundo2@example.com\n')
  const [lead] = (await admin.get('/lead/search?email=undo1@example.com')).body.data
  await sent([lead.id])
  const { job_id } = (await admin.post(`/lead/import/${id}/undo`)).body.data
  expect(await ended(job_id)).toMatchObject({ state: 'finished_with_errors', failed: 1 })
  const left = (await admin.get(`/lead/search?import=${id}`)).body.data
  expect(left.map((one: { id: number }) => one.id)).toEqual([lead.id])
  const told = await admin.get(`/profile/job/${job_id}/download/error`)
  expect(String(told.body)).toContain('It was sent meanwhile')
})

test('10.3: undoing an import keeps a lead that somebody has commented on', async () => {
  const { id } = await imported('email\nsaid1@example.com\nsaid2@example.com\n')
  const [lead] = (await admin.get('/lead/search?email=said1@example.com')).body.data
  await admin.post(`/lead/${lead.id}/comment`, { text: 'Wants to be called on Monday' })
  const { job_id } = (await admin.post(`/lead/import/${id}/undo`)).body.data
  expect(await ended(job_id)).toMatchObject({ failed: 1 })
  const left = (await admin.get(`/lead/search?import=${id}`)).body.data
  expect(left.map((one: { id: number }) => one.id)).toEqual([lead.id])
  const told = await admin.get(`/profile/job/${job_id}/download/error`)
  expect(String(told.body)).toContain('Somebody has commented on it meanwhile')
})

test('10.3: undoing an import keeps leads that wait to be sent, were refused or may have been accepted', async () => {
  const { id } = await imported('email\nkept1@example.com\nkept2@example.com\nkept3@example.com\n')
  const found = (await admin.get(`/lead/search?import=${id}`)).body.data
  const leads: number[] = found.map((one: { id: number }) => one.id)
  for (const [at, path] of ['unmatched', 'rejected'].entries()) {
    const department = await sending.department(path)
    await sending.plan(leads.slice(at, at + 1), { departments: [department] })
  }
  await sending.work()
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
  const departments = [await sending.department('success')]
  await sending.plan(leads.slice(2), { departments, scheduled_at })
  const { job_id } = (await admin.post(`/lead/import/${id}/undo`)).body.data
  expect(await ended(job_id)).toMatchObject({ failed: 3 })
  expect((await admin.get(`/lead/search?import=${id}`)).body.data).toHaveLength(3)
  const told = String((await admin.get(`/profile/job/${job_id}/download/error`)).body)
  expect(told.split('It was sent meanwhile')).toHaveLength(3)
  expect(told).toContain('It is in line to be sent')
})

test('10.3: undoing an import takes leads away that were put in line and taken back before a call', async () => {
  const { id } = await imported('email\nback1@example.com\nback2@example.com\n')
  const found = (await admin.get(`/lead/search?import=${id}`)).body.data
  const leads: number[] = found.map((one: { id: number }) => one.id)
  const department = await sending.department('success')
  await sending.query(`update users set is_sender = true where id = ${admin.id}`)
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
  const asked = { ids: leads, values: { departments: [department], scheduled_at } }
  const { confirm_token } = (await admin.post('/lead/send/preview', asked)).body.data
  const begun = await admin.post('/lead/send', { ...asked, expected_count: 2, confirm_token })
  expect(begun.status).toBe(202)
  await vi.waitFor(async () => expect(await sending.sends(department)).toHaveLength(2), 45_000)
  const ids = (await sending.sends(department)).map((one) => one.id)
  expect((await admin.post('/lead/history/bulk/cancel', { ids })).status).toBe(200)
  const { job_id } = (await admin.post(`/lead/import/${id}/undo`)).body.data
  expect(await ended(job_id)).toMatchObject({ state: 'finished', failed: 0 })
  expect((await admin.get(`/lead/search?import=${id}`)).body.data).toEqual([])
})

/** Sends leads to a desk of their own, to the end. */
async function sent(leads: readonly number[]): Promise<void> {
  const department = await sending.department('success')
  await sending.plan(leads, { departments: [department] })
  const worker = createSendWorker(sending.server.backend)
  worker.start()
  await vi.waitFor(async () => {
    const states = (await sending.sends(department)).map(({ state }) => state)
    expect(states).toEqual(leads.map(() => 'sent'))
  }, 45_000)
  await worker.stop()
}

test('22: a random status rule never touches a live lead with an accepted send', async () => {
  const statuses = await statusIds(admin)
  const own = await admin.make('/settings/source', {
    name: 'Drawn',
    default_status: statuses['Interested'],
  })
  const id = await admin.make('/lead', { source: own, email: 'drawn@example.com' })
  await sent([id])
  const statusOf = async () => (await admin.get(`/lead/${id}`)).body.data.status
  expect(await statusOf()).toBe(statuses['Interested'])
  for (const use of ['test_answers', 'initial_status']) {
    const rows = [{ status: statuses['No answer'], weight: 1 }]
    await admin.make('/settings/source/random/status', { source: own, use, rows })
  }
  // Nor where it is a test lead by now, has lost its status, or is filled from a file.
  for (const set of ['is_test = false', 'is_test = true', 'status = null']) {
    await sending.query(`update leads set ${set}, created_at = now() - interval '1 hour'
      where id = ${id}`)
    const before = await statusOf()
    await sending.server.backend.jobs.upkeep()
    const order = { settings: { source: own }, mode: 'fill' }
    await imported('email,city\ndrawn@example.com,Bath\n', order)
    expect(await statusOf()).toBe(before)
  }
  // Nor where it was sent between the moment that it came and the draw.
  await sending.query(`update leads set status = null where id = ${id}`)
  await transactAsProcess(sending.server.backend, async (context) => {
    const [stored] = await context.records(lead).find({ id })
    const [isRead, isStale] = [stored, stored && { ...stored, accepted_count: 0 }]
    for (const one of [isRead, isStale]) if (one) await drawInitial([one], context)
  })
  expect(await statusOf()).not.toBe(statuses['No answer'])
  const drawn = await sending.query(`select from audit_log
    where resource = 'leads' and record_id = ${id} and detail ->> 'use' is not null`)
  expect(drawn).toEqual([])
})

/** Addresses of the reviewed routes. */
async function reviewed(method: string): Promise<string[]> {
  const text = await readFile('tests/attacks/routes.txt', 'utf8')
  return [...text.matchAll(new RegExp(`^${method} /api(\\S+)`, 'gm'))].map(([, path]) => path ?? '')
}

describe('26: without `lead.contact.view` no e-mail and no phone is open', () => {
  const open = /zanzibar|kestrel|7400\W?6543/i
  let blind: Client
  const logged: string[] = []

  beforeAll(async () => {
    const { log } = sending.server.backend
    const stream = { write: (line: string) => logged.push(line) }
    Object.assign(log, { level: 'debug', [pino.symbols.streamSym]: stream })
    blind = await sending.server.user(allBut('lead.contact.view', 'lead.contact.export'))
    const contacts = {
      email: 'zanzibar1@example.com',
      phone: '+447400654321',
      alt_email: 'kestrel1@example.com',
      alt_phone: '+447400654322',
    }
    const lead = await admin.make('/lead', { source, first_name: 'Ann', ...contacts })
    await admin.put(`/lead/${lead}`, { email: 'zanzibar2@example.com', version: 1 })
    await admin.post('/lead', { source, ...contacts })
    const listed = { type: 'email', value: 'kestrel9@example.com' }
    await admin.make('/lead/black_list', { ...listed, reason: 'Asked for it' })
    await imported(
      'email,phone,country\nkestrel9@example.com,,\nzanzibar2@example.com,07400 654323,GB\nzanzibar3@example,+447400654324,\nzanzibar4@example.com,+447400654325,\n',
    )
    await sent([lead])
    await admin.post(`/lead/${lead}/reveal`, { field: 'email', reason: 'Call' })
    await admin.get('/lead/search?email=zanzibar2@example.com')
    await exported('/lead/export')
  })

  test('in any answer of any route that reads', async () => {
    const [stored] = await sending.query(`
      select jsonb_agg(l)::text || (select jsonb_agg(a)::text from send_attempts a) as text
      from leads l`)
    expect(stored.text).toMatch(open)
    const found: string[] = []
    let answered = 0
    for (const path of await reviewed('GET')) {
      // Never ends.
      if (path === '/events') continue
      const own = path.includes(':') ? ['1', '2', '3', '4'] : ['']
      for (const id of own) {
        const address = path.replaceAll(/:\w+/g, id)
        const { status, body } = await blind.get(address)
        if (status === 200) answered += 1
        if (open.test(JSON.stringify(body))) found.push(address)
      }
    }
    expect(found).toEqual([])
    expect(answered).toBeGreaterThan(100)
  }, 30_000)

  test('in what a search by post, a change, a conflict and a refusal answer', async () => {
    const [one] = (await blind.post('/lead/search', { first_name: 'Ann' })).body.data
    const answers = [
      await blind.post('/lead/search', {}),
      await blind.post('/failed/lead/search', {}),
      await blind.put(`/lead/${one.id}`, { city: 'Bath', version: one.version }),
      await blind.put(`/lead/${one.id}`, { city: 'York', version: 1 }),
      await blind.post('/lead', { source, phone: '+447400654321' }),
      await blind.post('/failed/lead/bulk/retry', { ids: [1, 2, 3, 4] }),
      await blind.post(`/lead/${one.id}/person_data`, { format: 'json' }),
    ]
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 200, 409, 422, 200, 403])
    for (const { body } of answers) expect(JSON.stringify(body)).not.toMatch(open)
  })

  test('in the file of any export', async () => {
    const paths = (await reviewed('POST')).filter((path) => path.endsWith('/export'))
    expect(paths.length).toBeGreaterThan(20)
    for (const path of paths) {
      const text = await exported(path, blind)
      expect(text.length).toBeGreaterThan(0)
      expect(`${path}: ${text}`).not.toMatch(open)
    }
  }, 60_000)

  test('in the log of the process', async () => {
    const person = { contact: 'kestrel9@example.com', reason: 'Asked for it' }
    expect((await admin.post('/lead/erase_by_contact', person)).status).toBe(200)
    expect(logged.join('')).toContain('a person was erased')
    expect(logged.join('')).not.toMatch(open)
    sending.server.backend.log.level = 'silent'
  })

  test('by revealing, and in notifications of anybody', async () => {
    const [lead] = (await blind.get('/lead/search?first_name=Ann')).body.data
    const { status } = await blind.post(`/lead/${lead.id}/reveal`, { field: 'email' })
    expect(status).toBe(403)
    const told = await sending.query('select * from notifications')
    expect(told.length).toBeGreaterThan(0)
    expect(JSON.stringify(told)).not.toMatch(open)
  })
})

test('27: an export cell `=1+1` arrives as text', async () => {
  await admin.make('/lead', { source, email: 'formula@example.com', first_name: '=1+1' })
  const text = await exported('/lead/export')
  expect(text).toContain(`"'=1+1`)
  expect(text).not.toMatch(/(^|,)"?=1\+1/m)
})

test('30: a manager cannot grant a permission that it lacks', async () => {
  const manager = await sending.server.user(allBut('lead.contact.export'))
  const offered = (await manager.get('/management/permission/all')).body.data
  const named = (name: string) => offered.find((one: { name: string }) => one.name === name)?.id
  const role = { name: 'Exporters', permissions: [named('lead.contact.export')] }
  const made = await manager.post('/management/role', role)
  expect(made.status).toBe(403)
  const harmless = { name: 'Readers', permissions: [named('lead.view')] }
  const own = await manager.make('/management/role', harmless)
  const put = await manager.put(`/management/role/${own}/permissions`, {
    permissions: [named('lead.view'), named('lead.contact.export')],
  })
  expect(put.status).toBe(403)
  const roles = (await admin.get('/management/role/all')).body.data
  const whole = roles.find((one: { name: string }) => one.name === 'Administrator').id
  const mallory = { name: 'Mallory', email: 'mallory@example.com', roles: [whole] }
  const password = 'a long and quiet evening'
  expect((await manager.post('/management/user', { ...mallory, password })).status).toBe(403)
})

/** What the screen of a route asks for, where its name does not say it. */
const asked: Record<string, readonly ['get' | 'post' | 'put', string]> = {
  'lead/single/{id}': ['get', '/lead/1'],
  'lead/status/settings': ['get', '/lead/status/setting/search'],
  'lead/black_list': ['get', '/lead/black_list/search'],
  'broker/department/{id}/histories/view': ['get', '/broker/department/1'],
  'profile/notifications': ['get', '/profile/notification/search'],
  'profile/notification/{id}': ['get', '/profile/notification/1'],
  'profile/jobs': ['get', '/profile/job/search'],
  'settings/statuses': ['get', '/settings/status/search'],
  'settings/countries': ['get', '/settings/country/search'],
  'settings/affiliate/companies': ['get', '/settings/affiliate/company/search'],
  'settings/source/random/statuses/search': ['get', '/settings/source/random/status/search'],
  'management/user/create': ['post', '/management/user'],
  'management/user/{id}/edit': ['put', '/management/user/1'],
  'management/role/create': ['post', '/management/role'],
  'management/role/{id}/edit': ['put', '/management/role/1'],
}

// The own profile is for whoever signed in: it is what says that a permission is missing.
const guarded = routes.filter(([path]) => path !== 'profile')

test.each(guarded)('31: %s without %s is a 403 of the API', async (path, permission) => {
  const plural = path.startsWith('settings/') || path.startsWith('management/')
  const usual = plural ? `/${path.replace(/s$/, '')}/search` : `/${path}`
  const [method, address] = asked[path] ?? ['get', usual]
  const other = await sending.server.user(allBut(permission))
  expect((await other[method](address, {})).status).toBe(403)
  expect((await admin[method](address, {})).status).not.toBe(403)
})

test('33: hidden settings without `lead.settings.tag` are a 403 of the API', async () => {
  const hidden = ['hide.non_privileged', 'settings.tag.view', 'settings.tag.create']
  const acts = async (client: Client) => [
    (await client.get('/settings/tag/search')).status,
    (await client.get('/settings/tag/1')).status,
    (await client.post('/settings/tag', { name: 'Mine' })).status,
  ]
  expect(await acts(await sending.server.user(hidden))).toEqual([403, 403, 403])
  const [listed, , made] = await acts(await sending.server.user([...hidden, 'lead.settings.tag']))
  expect([listed, made]).toEqual([200, 201])
})
