import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { business } from '../../resources/index.server.ts'
import { readConfig } from '../../src/server/kernel/config.ts'
import { buildServer } from '../../src/server/http/server.ts'
import { makeFull } from '../fixtures/console.ts'
import { createTestServer, type Client, type TestServer } from '../fixtures/server.ts'
import { metadata, upload } from '../fixtures/files/upload.ts'
import { listen, openEvents, ran } from '../server/events/listening.ts'
import { everything, expectRefusal, rowsOf } from './cases/office.ts'
import { addressOf, withRoutes, type Route } from './cases/routes.ts'

const password = 'violet-Kettle-92-harbour'
const all = business.permissions.map(({ name }) => name)

let server: TestServer
let routes: Route[]
let admin: Client
let address: string
let role: number
let people = 0

beforeAll(async () => {
  ;[server, routes] = await withRoutes(() => createTestServer(business))
  await business.seed(server.backend)
  admin = await server.user(all, { name: 'Admin' })
  await makeFull(server, admin.id)
  address = await listen(server)
  const { body } = await admin.post('/management/role', {
    name: 'Everything',
    permissions: (await rowsOf(server, sql<any>`select id from permissions`)).map(({ id }) => id),
  })
  role = body.data.id
})
afterAll(() => server.close())
// The tries of one test count for the account in all others.
beforeEach(
  async () => void (await sql`delete from login_failures`.execute(server.backend.database.sql)),
)

interface Person {
  id: number
  email: string
  token: string
}

async function newPerson(): Promise<Person> {
  people += 1
  const email = `person${people}@example.com`
  const person = { name: `Person ${people}`, email, password, roles: [role] }
  const id = await admin.make('/management/user', person)
  await sql`update users set must_change_password = false where id = ${id}`.execute(
    server.backend.database.sql,
  )
  return { id, email, token: await signIn(email) }
}

async function signIn(email: string): Promise<string> {
  const { body } = await server.anonymous.post('/login', { email, password })
  return body.data.access_token
}

const call = (token: string, request: InjectOptions) =>
  server.app.inject({
    ...request,
    headers: { authorization: `Bearer ${token}`, ...request.headers },
  })
const profile = async (token: string) => (await call(token, { url: '/api/profile' })).statusCode

describe('D3 the count of wrong tries belongs to the address that really calls:', () => {
  const wrong = (app: TestServer['app'], headers: Record<string, string>, more: object = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress: '198.51.100.7',
      headers,
      payload: { email: 'admin@example.com', password: 'wrong', ...more },
    })
  const spoofs: ((n: number) => Record<string, string>)[] = [
    (n) => ({ 'x-forwarded-for': `203.0.113.${n}` }),
    (n) => ({ 'x-real-ip': `203.0.113.${n}`, 'true-client-ip': `203.0.113.${n}` }),
    (n) => ({ forwarded: `for=203.0.113.${n}`, 'cf-connecting-ip': `203.0.113.${n}` }),
    (n) => ({ 'user-agent': `other ${n}`, 'x-client-ip': `203.0.113.${n}` }),
  ]

  test('headers do not change it', async () => {
    for (let n = 0; n < 5; n += 1) {
      expect((await wrong(server.app, spoofs[n % spoofs.length]!(n))).statusCode).toBe(422)
    }
    for (const [n, spoof] of spoofs.entries()) {
      expect((await wrong(server.app, spoof(100 + n))).statusCode).toBe(429)
    }
    expect((await wrong(server.app, {}, { ip: '203.0.113.9' })).statusCode).toBe(422)
  })

  test('behind a trusted proxy only what the proxy says counts', async () => {
    const config = readConfig({ DEMO: '0', TRUSTED_PROXIES: '198.51.100.7' })
    const app = await buildServer({ ...server.backend, config }, { maxEventLoopDelayMs: 0 })
    // The proxy adds the address that called it behind whatever the visitor wrote.
    const through = (n: number) => ({
      'x-forwarded-for': `10.9.9.${n}, 192.0.2.${n}, 203.0.113.50`,
    })
    const statuses = []
    for (let n = 0; n < 6; n += 1) statuses.push((await wrong(app, through(n))).statusCode)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    expect((await wrong(app, { 'x-forwarded-for': '203.0.113.51' })).statusCode).toBe(422)
    await app.close()
  })
})

describe('D5 what changes an account ends everything that was begun with it:', () => {
  const changes: [string, (person: Person) => Promise<{ status: number }>][] = [
    [
      'a new password',
      ({ id }) => admin.put(`/management/user/${id}`, { password: 'quiet-Lantern-37-oak' }),
    ],
    [
      'a new e-mail address',
      ({ id }) => admin.put(`/management/user/${id}`, { email: `new${id}@example.com` }),
    ],
    ['deactivation', ({ id }) => admin.put(`/management/user/${id}`, { is_active: false })],
    ['deletion', ({ id }) => admin.delete(`/management/user/${id}`)],
    [
      'deactivation among many',
      ({ id }) =>
        admin.post('/management/user/bulk/update', { ids: [id], values: { is_active: false } }),
    ],
    ['deletion among many', ({ id }) => admin.post('/management/user/bulk/delete', { ids: [id] })],
  ]

  test.concurrent.each(changes)('%s', async (_, change) => {
    const person = await newPerson()
    const second = await signIn(person.email)
    const stream = await openEvents(address, person.token)
    const file = await upload(server.app, person, 'first_name\nA\n', { purpose: 'import:leads' })
    expect(await profile(person.token)).toBe(200)
    const asked = ran()
    expect((await change(person)).status).toBe(200)
    for (const token of [person.token, second]) expect(await profile(token)).toBe(401)
    const headers = { 'tus-resumable': '1.0.0' }
    const head = await call(person.token, { method: 'HEAD', url: `/api/files/${file}`, headers })
    expect(head.statusCode).toBe(401)
    expect((await stream.ended()) - asked).toBeLessThan(6_000)
    const { rows } = await sql`select from sessions where user_id = ${person.id}`.execute(
      server.backend.database.sql,
    )
    expect(rows).toEqual([])
  })

  test('and what was about to begin: a sign-in that has compared the password already', async () => {
    const alive: number[] = []
    for (const wait of [0, 4, 8, 12, 16, 20, 25, 30, 35, 40]) {
      const { id, email } = await newPerson()
      const begun = signIn(email).catch(() => undefined)
      await sleep(wait)
      const moved = { email: `moved${id}@example.com` }
      expect((await admin.put(`/management/user/${id}`, moved)).status).toBe(200)
      const token = await begun
      if (token !== undefined && (await profile(token)) === 200) alive.push(wait)
    }
    expect(alive).toEqual([])
  })

  test('one’s own new password ends the other sessions and their streams', async () => {
    const person = await newPerson()
    const other = await signIn(person.email)
    const stream = await openEvents(address, other)
    const asked = ran()
    const changed = await call(person.token, {
      method: 'PUT',
      url: '/api/profile/password',
      payload: { current_password: password, new_password: 'quiet-Lantern-37-oak' },
    })
    expect(changed.statusCode).toBe(200)
    expect([await profile(person.token), await profile(other)]).toEqual([200, 401])
    expect((await stream.ended()) - asked).toBeLessThan(6_000)
  })

  test('a role that is taken is gone with the next request, and the session stays', async () => {
    const person = await newPerson()
    const { body } = await admin.post('/management/role', { name: 'Nothing', permissions: [] })
    await admin.put(`/management/user/${person.id}`, { roles: [body.data.id] })
    expect(await profile(person.token)).toBe(200)
    expect((await call(person.token, { url: '/api/lead/search' })).statusCode).toBe(403)
  })

  test('the export of a user who is gone writes no file', async () => {
    const person = await newPerson()
    const started = await call(person.token, {
      method: 'POST',
      url: '/api/lead/export',
      payload: {},
    })
    const { job_id } = started.json().data
    await admin.put(`/management/user/${person.id}`, { is_active: false })
    await server.backend.jobs.work()
    const state = async () =>
      (await rowsOf(server, sql<any>`select * from jobs where id = ${job_id}`))[0]
    await expect.poll(async () => (await state()).state).toBe('failed')
    expect(await state()).toMatchObject({ result_file: null, result: null })
  })
})

test('D6 a token that was signed out opens no route', async () => {
  const person = await newPerson()
  expect((await call(person.token, { method: 'DELETE', url: '/api/logout' })).statusCode).toBe(200)
  const closed = routes.filter(({ access }) => access !== 'public')
  expect(closed.length).toBeGreaterThan(150)
  for (const route of closed) {
    const answer = await call(person.token, {
      method: route.method as 'GET',
      url: addressOf(route),
    })
    expect([route.method, route.path, answer.statusCode]).toEqual([route.method, route.path, 401])
  }
}, 60_000)

describe('D8 a sign-in is one JSON object and nothing else:', () => {
  const form = new URLSearchParams({ email: 'admin@example.com', password }).toString()
  const multipart = `--x\r\ncontent-disposition: form-data; name="email"\r\n\r\nadmin@example.com\r\n--x--\r\n`
  const bodies: [string, string, string][] = [
    ['a form', 'application/x-www-form-urlencoded', form],
    ['a form with a list', 'application/x-www-form-urlencoded', `email[]=a@example.com&${form}`],
    ['parts', 'multipart/form-data; boundary=x', multipart],
    [
      'JSON that says it is text',
      'text/plain',
      JSON.stringify({ email: 'a@example.com', password }),
    ],
    ['XML', 'application/xml', '<email>admin@example.com</email>'],
    ['nothing', 'application/json', ''],
    ['half of it', 'application/json', '{"email": "a@example.com", '],
    ['a list', 'application/json', '[]'],
    ['null', 'application/json', 'null'],
    ['a text', 'application/json', '"admin@example.com"'],
    [
      'two addresses in one',
      'application/json',
      '{"email": "a@example.com,b@example.com", "password": "x"}',
    ],
    [
      'a header behind the address',
      'application/json',
      '{"email": "a@example.com\\r\\nBcc: b@example.com", "password": "x"}',
    ],
    [
      'a NUL behind the address',
      'application/json',
      '{"email": "admin@example.com\\u0000", "password": "x"}',
    ],
    [
      'half a character',
      'application/json',
      '{"email": "admin@example.com\\ud800", "password": "x"}',
    ],
  ]
  test.each(bodies)('not %s', async (_, type, payload) => {
    for (const url of ['/api/login', '/api/setup']) {
      const answer = await server.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': type },
        remoteAddress: '198.51.100.20',
      })
      expect([400, 415, 422]).toContain(answer.statusCode)
      expectRefusal(
        { status: answer.statusCode, body: answer.json(), headers: {} },
        answer.statusCode,
      )
      expect(answer.headers).not.toHaveProperty('set-cookie')
    }
  })
})

describe('D9 the token stays where it belongs:', () => {
  test('it is random, and no cookie or header carries it', async () => {
    const { email } = await newPerson()
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email, password },
    })
    const { access_token } = answer.json().data
    expect(Buffer.from(access_token.slice(3), 'base64url')).toHaveLength(32)
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect(JSON.stringify(answer.headers)).not.toContain(access_token)
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    expect(await everything(server)).not.toContain(access_token.slice(3))
  })

  test('the page has no script, style or picture but its own, and none inline', () => {
    const page = readFileSync(fileURLToPath(new URL('../../index.html', import.meta.url)), 'utf8')
    expect(page).not.toMatch(/\bon\w+\s*=|javascript:|<style|style=|https?:|\/\/[a-z]/i)
    for (const [, attributes, content] of page.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)) {
      expect(attributes).toMatch(/src="\//)
      expect(content).toBe('')
    }
  })
})

describe('D11 nothing can be done by a page of somebody else:', () => {
  const simple = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ]

  /** What the console writes about requests, also of refused ones, and what it clears away in its own time. */
  const traces = ['login_failures', 'requests', 'key_locks', 'schedule_runs']

  test.each(simple)('a cross-site form of %s changes nothing', async (type) => {
    const but = [...traces, 'audit_log']
    const before = await everything(server, but)
    for (const { method, path, access } of routes.filter(({ method }) => method === 'POST')) {
      const answer = await server.app.inject({
        method: method as 'POST',
        url: addressOf({ method, path, access }),
        payload: '{"name":"x","email":"x@example.com","a":"',
        headers: {
          'content-type': type,
          origin: 'https://evil.example',
          'sec-fetch-site': 'cross-site',
          cookie: `token=${admin.token}; authorization=Bearer ${admin.token}`,
        },
      })
      // Brokers send forms too, without any session: a key that is none is refused.
      const refusals = path.includes('/partner/postback/') ? [404, 415, 422] : [401, 415]
      expect(refusals).toContain(answer.statusCode)
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    }
    expect(await everything(server, but)).toBe(before)
  })

  test('reading changes nothing', async () => {
    // What is written when somebody was last seen is no effect of what was read.
    const but = [...traces, 'sessions', 'users', 'audit_log']
    const before = await everything(server, but)
    const { max: last } = (await rowsOf(server, sql<any>`select max(id) from audit_log`))[0]
    const reads = routes.filter(
      ({ method, path }) =>
        method !== 'POST' &&
        /^(GET|HEAD)$/.test(String(method)) &&
        !path.includes('events') &&
        // Knows no session: a call without a department's token is told, as a failed sign-in is.
        !path.startsWith('/api/partner/'),
    )
    expect(reads.length).toBeGreaterThan(50)
    for (const route of reads) {
      await call(admin.token, { method: route.method as 'GET', url: addressOf(route) })
      await call(admin.token, {
        method: route.method as 'GET',
        url: `${addressOf(route)}?name=x&is_active=0&_method=DELETE`,
      })
    }
    expect(await everything(server, but)).toBe(before)
    // What is taken out as a file is told, also when a GET brings it.
    const acts = await rowsOf(
      server,
      sql<any>`select distinct action from audit_log where id > ${last} and action <> 'denied'`,
    )
    expect(acts.map(({ action }) => action).toSorted()).toEqual(['download', 'export'])
  }, 60_000)
})

test('D12 no answer of the API but the public texts is kept or compared, whoever asks', async () => {
  const reads = routes.filter(
    ({ method, path }) =>
      method === 'GET' && /^\/api\/(?!localizations)/.test(path) && !path.includes('events'),
  )
  for (const route of reads) {
    for (const token of [admin.token, 'none']) {
      const headers = { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() }
      const answer = await call(token, { url: addressOf(route), headers })
      expect(answer.statusCode).not.toBe(304)
      expect(answer.headers).not.toHaveProperty('etag')
      expect(answer.headers).not.toHaveProperty('last-modified')
      expect([route.path, answer.headers['cache-control']]).toEqual([route.path, 'no-store'])
    }
  }
}, 60_000)

describe('D13 the token of a department', () => {
  test('is shown once, kept sealed, and told to nobody again', async () => {
    const broker = (await admin.post('/broker', { name: 'Broker', ip_addresses: ['203.0.113.1'] }))
      .body.data.id
    const made = await admin.post('/broker/department', { branch_name: 'North', broker_id: broker })
    const { id } = made.body.data
    const act = `/broker/department/${id}/token`
    const keeper = await server.user([
      'broker.department.view',
      'broker.department.histories.view',
      'broker.department.update',
    ])
    expectRefusal(await keeper.post(act), 403)
    expectRefusal(await keeper.put(`/broker/department/${id}`, { api_token: 'mine' }), 422)
    const [first, second] = [await admin.post(act), await admin.post(act)]
    const tokens = [first, second].map(({ body }) => body.data.api_token)
    expect(tokens[0]).toMatch(/^[A-Za-z0-9]{40}$/)
    expect(tokens[1]).not.toBe(tokens[0])
    const shown = (await keeper.get(`/broker/department/${id}`)).body.data
    expect(shown.api_token).toEqual({ set: true, last4: tokens[1].slice(-4) })
    const kept = await everything(server)
    for (const token of tokens) expect(kept).not.toContain(token)
    expectRefusal(await keeper.get(`/broker/department/search?api_token=${tokens[1]}`), 400)
    const found = await keeper.get(`/broker/department/search?search=${tokens[1]}`)
    expect(found.body.data).toEqual([])
  })
})

test('G1 an upload of a session that ended is closed', async () => {
  const person = await newPerson()
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-length': '10',
    'upload-metadata': metadata({ filename: 'leads.csv', purpose: 'import:leads' }),
  }
  const created = await call(person.token, { method: 'POST', url: '/api/files', headers })
  const url = String(created.headers.location)
  await call(person.token, { method: 'DELETE', url: '/api/logout' })
  for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
    const answer = await call(person.token, {
      method,
      url,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
    })
    expect(answer.statusCode).toBe(401)
  }
  const again = await signIn(person.email)
  const head = await call(again, { method: 'HEAD', url, headers: { 'tus-resumable': '1.0.0' } })
  expect(head.headers['upload-offset']).toBe('0')
})
