import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { permissions } from '../../../resources/permissions.ts'
import { roles } from '../../../resources/roles.ts'
import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import { sentStatements } from '../../fixtures/work/statements.ts'

let server: TestConsole
beforeAll(async () => {
  server = await createTestConsole({ demo: true })
}, 60_000)
afterAll(() => server.close())

const every = permissions.map(({ name }) => name)
const id = expect.any(Number)
const name = expect.any(String)

/** Specification 3 and 7: path, permission, and one item of the list. */
const lists: [path: string, permission: string, item: object][] = [
  ['/management/user/all', 'options.users.all', { id, name }],
  ['/broker/all', 'options.brokers.all', { id, name, affiliate_companies: [{ id, name }] }],
  [
    '/broker/all/for/send',
    'options.brokers.send',
    { id, name, affiliate_companies: [{ id, name }] },
  ],
  [
    '/broker/department/all',
    'options.broker_departments.all',
    { id, branch_name: name, broker_id: { id, name, affiliate_companies: [{ id, name }] } },
  ],
  ['/settings/source/all', 'options.sources.all', { id, name }],
  ['/settings/tag/all', 'options.tags.all', { id, name, user_setting_id: null }],
  [
    '/settings/country/all',
    'options.countries.all',
    { id, name, iso_3166_2: name, iso_3166_3: name, flag: name },
  ],
  ['/settings/status/all', 'options.statuses.all', { id, name }],
  ['/settings/affiliate/company/all', 'options.affiliateCompanies.all', { id, name }],
  ['/settings/language/all', 'options.languages.all', { id, name, code: name }],
]

describe('the option list', () => {
  test.each(lists)(
    '%s needs %s and has the fields of the specification',
    async (path, permission, item) => {
      const holder = await server.user([permission])
      const { status, body } = await holder.get(path)
      expect(status).toBe(200)
      expect(Object.keys(body)).toEqual(['data', 'meta'])
      expect(body.meta).toMatchObject({ is_complete: true })
      expect(body.data).toContainEqual(item)
      for (const one of body.data) expect(Object.keys(one).sort()).toEqual(Object.keys(item).sort())
      const others = await server.user(every.filter((one) => one !== permission))
      expect((await others.get(path)).status).toBe(403)
      expect((await server.anonymous.get(path)).status).toBe(401)
    },
  )
})

const switched: [path: string, list: string][] = [
  ['/management/user', '/management/user/all'],
  ['/broker', '/broker/all'],
  ['/broker/department', '/broker/department/all'],
  ['/settings/source', '/settings/source/all'],
  ['/settings/country', '/settings/country/all'],
  ['/settings/language', '/settings/language/all'],
  ['/settings/affiliate/company', '/settings/affiliate/company/all'],
]

test.each(switched)('D3: what is switched off at %s is not offered at %s', async (path, list) => {
  const holder = await server.user(every.filter((one) => one !== 'hide.non_privileged'))
  const idsIn = async () => (await holder.get(list)).body.data.map((one: { id: number }) => one.id)
  // Of the users one who holds less.
  const found = await holder.get(`${path}/search?search=${path.endsWith('/user') ? 'sender' : ''}`)
  const chosen = found.body.data.at(-1).id
  expect(await idsIn()).toContain(chosen)
  const { body } = await holder.get(`${path}/${chosen}`)
  const { version } = body.data
  const answer = await holder.put(`${path}/${chosen}`, { is_active: false, version })
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  expect(await idsIn()).not.toContain(chosen)
  expect((await holder.get(`${list}?id=${chosen}`)).body.data).toMatchObject([{ inactive: true }])
})

test.each(['management.user.create', 'management.user.update'])(
  'D12: the list of roles needs %s, or the other one, and names their permissions',
  async (permission) => {
    const holder = await server.user([permission])
    const { status, body } = await holder.get('/management/role/all')
    expect(status).toBe(200)
    const permissions = roles.find(({ name }) => name === 'Sender')?.permissions.toSorted()
    expect(body.data).toContainEqual({ id, name: 'Sender', permissions })
  },
)

test('the list of roles is closed to everybody else', async () => {
  const denied = new Set(['management.user.create', 'management.user.update'])
  const others = await server.user(every.filter((one) => !denied.has(one)))
  expect((await others.get('/management/role/all')).status).toBe(403)
})

test('the statuses of sent leads are a plain list', async () => {
  const holder = await server.user(['options.statusesOfSent.all'])
  const { body } = await holder.get('/lead/last/statuses/all')
  expect(body).toContainEqual({ status: 'No Answer' })
  const words: string[] = body.map(({ status }: { status: string }) => status)
  expect(words).toEqual([...new Set(words)].sort(new Intl.Collator('en').compare))
  const others = await server.user(every.filter((one) => one !== 'options.statusesOfSent.all'))
  expect((await others.get('/lead/last/statuses/all')).status).toBe(403)
})

test.each([
  ['/lead/last/statuses/all', 'leads_broker_status_idx'],
  ['/lead/history/send/failure/statuses', 'sends_failure_status_idx'],
])(
  'the words of %s are read from their own index, however many records there are',
  async (path, index) => {
    const { backend } = server
    const holder = await server.user(every)
    const sent = await sentStatements(server, async () => {
      expect((await holder.get(path)).status).toBe(200)
    })
    const asked = sent.find(({ sql: text }) => text.includes('recursive'))
    const plan = await backend.database.sql.transaction().execute(async (transaction) => {
      // The tables are small: they would be read whole.
      await sql`set local enable_seqscan = off`.execute(transaction)
      await sql`set local enable_bitmapscan = off`.execute(transaction)
      const explain = CompiledQuery.raw(`explain ${asked?.sql}`, [...(asked?.parameters ?? [])])
      const { rows } = await transaction.executeQuery<{ 'QUERY PLAN': string }>(explain)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    const scanned = [...plan.matchAll(/using (\w+) on/g)].map(([, name]) => name)
    expect(new Set(scanned)).toEqual(new Set([index]))
  },
)

test('the reasons of failed sends are a plain list of words', async () => {
  const permission = 'options.statuses.sendHistoryFailure'
  const { body } = await (
    await server.user([permission])
  ).get('/lead/history/send/failure/statuses')
  expect(body).toHaveLength(25)
  expect(body).toEqual(expect.arrayContaining(['Duplicate', 'No capacity', 'Cancelled']))
  const others = await server.user(every.filter((one) => one !== permission))
  expect((await others.get('/lead/history/send/failure/statuses')).status).toBe(403)
})

test('only brokers that may be sent to can be chosen for a send', async () => {
  const holder = await server.user(['options.brokers.send'])
  const { body } = await holder.get('/broker/all/for/send')
  const found = body.data.map((one: { name: string }) => one.name)
  expect(found).toContain('Fairwater')
  expect(found).not.toContain('Southern Cross')
})

describe('texts', () => {
  test('are open to everybody, by group and key', async () => {
    const admin = await server.as('Administrator')
    const { body } = await admin.get('/settings/locale/search?code=en')
    const locale = body.data[0].id
    const text = { group: 'leads', key: 'title', locale, value: 'People' }
    expect((await admin.post('/settings/localization', text)).status).toBe(201)
    expect((await server.anonymous.get('/localizations/en')).body).toEqual({
      'leads.title': 'People',
      direction: 'ltr',
    })
    expect((await server.anonymous.get('/localizations')).body).toEqual({
      en: 'English',
      ar: 'العربية',
    })
  })

  test('of a language that is not there are not found', async () => {
    expect((await server.anonymous.get('/localizations/xx')).status).toBe(404)
    expect((await server.anonymous.get("/localizations/en'--")).status).toBe(404)
  })
})

test('whoever signs in gets what the specification says, and is gone after signing out', async () => {
  const sign = await server.anonymous.post('/login', {
    email: 'analyst@example.com',
    password: 'try-leadgate-now',
  })
  expect(sign.body.data).toMatchObject({
    name: 'Anton Berg',
    email: 'analyst@example.com',
    is_sender: 0,
    permissions: expect.arrayContaining(['lead.view']),
    notifications: [],
    total_notifications: 0,
    access_token: expect.any(String),
    token_type: expect.any(String),
    expires_at: expect.any(String),
  })
  const headers = { authorization: `Bearer ${sign.body.data.access_token}` }
  const call = (method: 'GET' | 'DELETE', path: string) =>
    server.app.inject({ method, url: `/api${path}`, headers })
  expect((await call('GET', '/profile')).json().data).toMatchObject({
    email: 'analyst@example.com',
  })
  expect((await call('DELETE', '/logout')).statusCode).toBe(200)
  expect((await call('GET', '/profile')).statusCode).toBe(401)
})
