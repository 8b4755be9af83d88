import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { nobody, type Field } from '#schema'

import { business } from '../../resources/index.server.ts'
import { endedImport } from '../fixtures/files/imports.ts'
import { callFrom, partnerOf, type Caller } from '../fixtures/sending/partner.ts'
import { createSending, type Sending } from '../fixtures/sending/sending.ts'
import type { Answer, Client } from '../fixtures/server.ts'
import { upload } from '../fixtures/files/upload.ts'
import { ended, everything, expectRefusal, lose, rowsOf } from './cases/office.ts'
import { accessText, addressOf, withRoutes, type Route } from './cases/routes.ts'

const all = business.permissions.map(({ name }) => name)
const views = all.filter((name) => name.endsWith('.view') || name.startsWith('options.'))

let sending: Sending
let server: Sending['server']
let routes: Route[]
let admin: Client
let partner: Caller
/** The broker, the department, its integration, a secret of that, a cap and a lead. */
let ids: Record<'broker' | 'department' | 'integration' | 'secret' | 'cap' | 'lead', number>
let elsewhere: { department: number; integration: number }

beforeAll(async () => {
  ;[sending, routes] = await withRoutes(() => createSending())
  ;({ server } = sending)
  admin = await server.user(all, { name: 'Admin', is_sender: true })
  partner = await partnerOf(server, admin)
  const desk = await desked()
  const [lead = 0] = await sending.leads(1)
  const secret = { integration: desk.integration, name: 'x-key', value: 'a secret of the broker' }
  ids = {
    ...desk,
    lead,
    cap: await admin.make('/broker/department/cap', { department: desk.department, limit: 5 }),
    secret: await admin.make('/send/integration/secret', secret),
  }
  elsewhere = await desked()
  // The new secret asks for a test, which there is no broker for.
  await sending.query(
    `update send_integrations set state = 'active', tested_at = now() where id = ${ids.integration}`,
  )
}, 120_000)
afterAll(() => sending.close())

/** A department of a broker of its own with its integration. */
async function desked() {
  const department = await sending.department('success')
  const [found] = await sending.query(
    `select id, broker from send_integrations where department = ${department}`,
  )
  return { department, integration: Number(found.id), broker: Number(found.broker) }
}

let count = 0

/** A send of a lead of its own, past all rules. */
async function sendIn(state: string, department = ids.department): Promise<number> {
  const [lead = 0] = await sending.leads(1)
  const key = `attack ${(count += 1)}`
  const holds = ['sent', 'unknown', 'pending', 'waiting'].includes(state) || null
  const [row] = await rowsOf(
    server,
    sql<{ id: number }>`
      insert into sends (uuid, lead, department, broker, integration, state, holds, send_key, api_lead_id)
      select ${key}, ${lead}, d.id, d.broker_id, ${ids.integration}, ${state}, ${holds}, ${key}, ${`at ${key}`}
      from broker_departments d where d.id = ${department} returning id`,
  )
  return row?.id ?? 0
}

/** Any request at all. */
async function ask(
  { token }: Pick<Client, 'token'>,
  method: string,
  url: string,
  { payload, headers }: Pick<InjectOptions, 'payload' | 'headers'> = {},
): Promise<Answer> {
  const answer = await server.app.inject({
    method: method as 'GET',
    url,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(payload !== undefined && { payload }),
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  return {
    status: answer.statusCode,
    body: isJson ? answer.json() : answer.body,
    headers: answer.headers,
  }
}

/** Does work that must change nothing. Of calls there are lines in the log. */
async function changesNothing(work: () => Promise<unknown>, ...except: string[]): Promise<void> {
  const held = async () => (await everything(server, ['requests', ...except])).split('\n')
  const before = await held()
  await work()
  const after = await held()
  expect(after.filter((line, at) => line !== before[at]).map((line) => line.slice(0, 300))).toEqual(
    [],
  )
}

describe('B1 nobody sets what is not theirs to set:', () => {
  const foreign: Record<string, unknown>[] = [
    { id: 4_711 },
    { created_at: '2020-01-01T00:00:00Z' },
    { updated_at: '2020-01-01T00:00:00Z' },
    { deleted_at: null },
    { created_by: 1 },
    { user_id: 1 },
    { role: 'admin' },
    { is_admin: true },
    { permissions: ['*'] },
    { labels: { broker: { label: 'x' } } },
    { access: true },
  ]
  const resources: [string, () => [at: string, id: number, body: object], object[]][] = [
    ['a broker', () => ['/broker', ids.broker, { name: 'New' }], [{ departments: 3 }]],
    [
      'a department',
      () => ['/broker/department', ids.department, { branch_name: 'New', broker_id: ids.broker }],
      [
        { api_token: 'a token that is long enough' },
        { api_token_hash: 'x' },
        { previous_token_until: '2090-01-01T00:00:00Z' },
        { pause_reason: 'x' },
        { health: 'ok' },
      ],
    ],
    [
      'a cap',
      () => ['/broker/department/cap', ids.cap, { department: ids.department, limit: 9 }],
      [{ used: 0 }],
    ],
    [
      'an integration',
      () => [
        '/send/integration',
        ids.integration,
        {
          name: 'New',
          department: ids.department,
          url: 'https://broker.example.com/leads',
          mapping: [{ target: 'email', value: 'email' }],
          rules: [{ path: 'ok', test: 'true', outcome: 'success' }],
        },
      ],
      [
        { state: 'active' },
        { tested_at: '2026-01-01T00:00:00Z' },
        { revision: 9 },
        { broker: 1 },
        { postback_key: 'k'.repeat(40) },
        { pull_asked: 90 },
        { recent: 'ssss' },
      ],
    ],
    [
      'a secret',
      () => [
        '/send/integration/secret',
        ids.secret,
        { integration: ids.integration, name: 'x-new', value: 'another secret of it' },
      ],
      [{ is_set: true }],
    ],
  ]

  test.each(resources)('of %s', async (_, place, own) => {
    const [at, id, body] = place()
    await changesNothing(async () => {
      for (const values of [...foreign, ...own]) {
        for (const answer of [
          await admin.post(at, { ...body, ...values }),
          await admin.put(`${at}/${id}`, values),
          await admin.post(`${at}/bulk/update`, { ids: [id], values }),
        ]) {
          expectRefusal(answer, 422)
          expect(Object.keys(answer.body.errors ?? {}), at).toEqual(Object.keys(values))
        }
      }
    })
  })

  const reason = 'Told by telephone'
  const acts: [string, () => Promise<string> | string, object][] = [
    ['pausing', () => `/broker/department/${ids.department}/pause`, { reason, is_test: true }],
    ['a token', () => `/broker/department/${ids.department}/token`, { api_token: 'mine' }],
    ['resting', () => `/send/integration/${ids.integration}/pause`, { reason, tested_at: 1 }],
    ['copying', () => `/send/integration/${ids.integration}/copy`, { name: 'C', state: 'active' }],
    [
      'returning',
      async () => `/lead/history/${await sendIn('sent')}/return`,
      { reason: 'other', returned_at: '2020-01-01' },
    ],
    [
      'deciding',
      async () => `/lead/history/${await sendIn('unknown')}/resolve`,
      { outcome: 'accepted', sent_at: '2020-01-01' },
    ],
    [
      'a deposit',
      async () => `/lead/history/${await sendIn('sent')}/ftd`,
      { date: '2026-01-01T00:00:00Z', reason, ftd_amount: 5 },
    ],
    [
      'many at once',
      async () => '/lead/history/bulk/return',
      { ids: [1], values: { reason: 'other', state: 'sent' } },
    ],
    ...['user', 'mode', 'job', 'state', 'is_test', 'send_key', 'force'].map(
      (name): [string, () => string, object] => [
        `sending with “${name}”`,
        () => '/lead/send/preview',
        { ids: [1], values: { departments: [1], [name]: 1 } },
      ],
    ),
  ]
  test.each(acts)('by %s', async (_, path, body) => {
    const url = await path()
    await changesNothing(async () => expectRefusal(await admin.post(url, body), 400, 422))
  })

  test.each([
    'id',
    'uuid',
    'stage',
    'status',
    'department',
    'source',
    'created_at',
    'deleted_at',
    'api_ftd_at',
    'accepted_count',
    'user',
    'role',
  ])('by a lead of a partner with “%s”, nor (B12) who may do what', async (name) => {
    const work = async () => {
      const lead = { email: `b1${name}@example.com`, [name]: 1 }
      const { status, body } = await partner.post('/lead', lead)
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [name]])
      const told = await partner.post('/lead/status', [{ id: 1, status: 'New', [`x_${name}`]: 1 }])
      expect(told.body.summary).toMatchObject({ total: 1, refused: 1 })
      expect(
        (await partner.post(`/lead/${ids.lead}/return`, { reason: 'no_request', [name]: 1 }))
          .status,
      ).toBeGreaterThanOrEqual(400)
    }
    // What partners bring in vain is kept for staff.
    await changesNothing(work, 'failed_leads', 'statistics', 'audit_log', 'request_keys')
  })
})

describe('B2 whoever may only look changes nothing:', () => {
  const ofSending = () =>
    routes.filter(({ path }) => /^\/api\/(?:broker|send|lead\/(?:send|history))\b/.test(path))

  test('by any route of sending', async () => {
    const isReading = (text: string) => text.split(/, | or /).every((one) => one.endsWith('.view'))
    const writes = ofSending().filter(
      ({ method, access }) =>
        !['GET', 'HEAD'].includes(String(method)) && !isReading(accessText(access)),
    )
    expect(writes.length).toBeGreaterThan(60)
    const viewer = await server.user(views, { is_sender: true })
    await changesNothing(async () => {
      for (const route of writes) {
        for (const id of [ids.department, 999_999]) {
          const place = `${String(route.method)} ${route.path}`
          const url = addressOf(route, id)
          expect([place, (await ask(viewer, String(route.method), url)).status]).toEqual([
            place,
            403,
          ])
          const { status } = await ask(server.anonymous, String(route.method), url)
          expect([place, status]).toEqual([place, 401])
        }
      }
    })
  }, 120_000)

  test('nor by another method, or a header that names one', async () => {
    const known = new Set(ofSending().map((route) => `${String(route.method)} ${addressOf(route)}`))
    await changesNothing(async () => {
      for (const path of new Set(ofSending().map((route) => addressOf(route)))) {
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          if (known.has(`${method} ${path}`)) continue
          const { status } = await ask(admin, method, path, { payload: { name: 'swapped' } })
          expect([method, path, status]).toEqual([method, path, 404])
        }
      }
      for (const path of ['broker', 'broker/department', 'send/integration', 'lead/history']) {
        const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }
        await ask(admin, 'GET', `/api/${path}/${ids.department}?_method=DELETE`, { headers })
      }
    })
  }, 60_000)
})

test('B3 nobody points at what is not there for them, and nothing tells why', async () => {
  const gone = await desked()
  await sending.query(
    `update broker_departments set deleted_at = now() where id = ${gone.department}`,
  )
  await sending.query(`update brokers set deleted_at = now() where id = ${gone.broker}`)
  const [integration] = (await admin.get('/send/integration/search?per_page=1')).body.data
  const pointing: [string, string, (to: number) => object][] = [
    ['POST', '/broker/department', (to) => ({ branch_name: 'New', broker_id: to })],
    ['PUT', `/broker/department/${ids.department}`, (to) => ({ broker_id: to })],
    ['PUT', `/send/integration/${integration.id}`, (to) => ({ department: to })],
    ['POST', '/broker/department/cap', (to) => ({ department: to, limit: 1 })],
    ['POST', '/lead/send/preview', (to) => ({ ids: [ids.lead], values: { departments: [to] } })],
  ]
  for (const [method, path, body] of pointing) {
    const deleted = /broker_id/.test(JSON.stringify(body(1))) ? gone.broker : gone.department
    const [hidden, missing] = await Promise.all(
      [deleted, 999_999].map((to) => ask(admin, method, `/api${path}`, { payload: body(to) })),
    )
    expectRefusal(hidden!, 422)
    expect([path, hidden!.body]).toEqual([path, missing!.body])
  }
  const foreign = { departments: [ids.department], integration: elsewhere.integration }
  expectRefusal(await admin.post('/lead/send/preview', { ids: [ids.lead], values: foreign }), 422)
})

test('B4 B5 what belongs to another user or department nobody reaches, whatever its number', async () => {
  const sender = await server.as('Sender')
  const job = await started(sender, [ids.lead])
  for (const other of [await server.as('Sender'), await server.as('Manager')]) {
    for (const act of ['cancel', 'pause', 'resume', 'retry']) {
      expectRefusal(await other.post(`/profile/job/${job}/${act}`), 404)
    }
    expectRefusal(await other.get(`/profile/job/${job}`), 404)
  }
  expect((await sender.post(`/profile/job/${job}/cancel`)).status).toBe(200)
  const one = await partner.post('/lead', { email: 'b4@example.com' })
  const second = await partnerOf(server, admin)
  for (const path of [`/lead/${one.body.data.id}`, `/lead/${ids.lead}`, '/lead/999999']) {
    expectRefusal(await second.get(path), 404)
    expectRefusal(await second.post(`${path}/return`, { reason: 'no_request' }), 404)
  }
  // A department that takes the place of another has nothing of its token, nor of its number.
  expect((await admin.delete(`/broker/department/${second.id}`)).status).toBe(200)
  const next = await partnerOf(server, admin)
  expect(next.id).toBeGreaterThan(second.id)
  expectRefusal(await second.get('/lead/search'), 401)
  expectRefusal(await admin.get(`/send/integration/${next.id + 100_000}`), 404)
  expectRefusal(await admin.put(`/broker/department/${second.id}`, { is_active: true }), 404)
})

test('B7 no header, query or body makes a caller another department, or a person', async () => {
  const send = await sendIn('sent')
  const [{ lead }] = await sending.query(`select lead from sends where id = ${send}`)
  const headers = {
    authorization: `Bearer ${partner.token}`,
    'x-department': String(ids.department),
    'x-partner': String(ids.department),
    'x-user-id': String(admin.id),
    'x-forwarded-for': '127.0.0.1',
    'x-bypass': '1',
    cookie: `token=${admin.token}`,
  }
  const query = `?department=${ids.department}&partner=${ids.department}`
  const body = [{ id: lead, status: 'Stolen' }]
  const told = await callFrom(server, 'POST', `/lead/status`, { body, headers })
  expect(told.body.summary ?? told.status).toMatchObject({ unknown_lead: 1, updated: 0 })
  await callFrom(server, 'POST', `/lead/status${query}`, { body, headers })
  expect((await sending.query(`select broker_status from sends where id = ${send}`))[0]).toEqual({
    broker_status: null,
  })
  for (const token of [admin.token, `${partner.token}x`, '']) {
    const forged = { ...headers, authorization: `Bearer ${token}` }
    expectRefusal(await callFrom(server, 'POST', '/lead/status', { body, headers: forged }), 401)
  }
  const url = `/api/lead/history/${send}?user=${admin.id}&token=${admin.token}`
  expectRefusal(await ask({ token: partner.token }, 'GET', url, { headers: { ...headers } }), 401)
})

describe('B8 fields of sending are behind their gates:', () => {
  const acts = ['broker.department.view', 'broker.department.histories.view', 'lead.history.view']
  const more = ['broker.department.update', 'broker.department.export', 'lead.history.export']
  const gated = business.resources
    .filter(({ api }) => /^(?:broker|send|lead\/history(?!\/change))/.test(api))
    .flatMap((resource) =>
      Object.entries<Field>(resource.fields)
        .filter(([, { options }]) => options.readBy)
        .map(([name, { options }]) => ({ name, resource, at: resource.name, by: options.readBy })),
    )

  test.each(gated)('$at $name', async ({ name, by, at, resource: { api, access, listedBy } }) => {
    const own = at === 'send_integrations' ? ['send.integration.view'] : []
    const outsider = await server.user([...acts, ...more, ...own])
    const send = await sendIn('sent')
    await sending.query(
      `insert into send_attempts (send, number, started_at, request, response) values (${send}, 1, now(), '{}', 'x')`,
    )
    const list = listedBy ? `/${listedBy.path.replace(':id', String(send))}` : `/${api}/search`
    const found = await outsider.get(list)
    expect(found.body.data.length).toBeGreaterThan(0)
    const { body } = await outsider.get(`/${api}/${found.body.data[0].id}`)
    for (const one of [...found.body.data, body.data]) expect(one).not.toHaveProperty(name)
    const shown = (await admin.get(`/${api}/${found.body.data[0].id}`)).body.data
    expect(name in shown).toBe(by !== nobody)
    for (const suffix of ['', '_not', '_from', '_contains', '_empty']) {
      expectRefusal(await outsider.get(`${list}?${name}${suffix}=1`), 400)
    }
    expectRefusal(await outsider.get(`${list}?sort=${name}`), 400)
    if (access.export(userOf(more)))
      expectRefusal(await outsider.post(`/${api}/export`, { columns: [name] }), 400)
    const put = await outsider.put(`/${api}/${found.body.data[0].id}`, { [name]: 'x' })
    expectRefusal(put, 403, 404, 422)
  })

  const userOf = (names: readonly string[]) => ({
    id: 0,
    name: '',
    email: '',
    permissions: new Set(names),
  })
})

test('B9 a secret does not follow to an integration that calls elsewhere', async () => {
  const at = `/send/integration/secret/${ids.secret}`
  const move = { integration: elsewhere.integration }
  expectRefusal(await admin.put(at, move), 422)
  const bulk = await admin.post('/send/integration/secret/bulk/update', {
    ids: [ids.secret],
    values: move,
  })
  expect(bulk.body.data).toMatchObject({ done: 0, skipped: 1 })
  expect((await admin.get(at)).body.data.integration).toBe(ids.integration)
  expect((await admin.put(at, { ...move, value: 'given anew for it' })).status).toBe(200)
})

test('B10 acts on many sends and departments reach those they may, and say so', async () => {
  const [one, two, sent] = [await sendIn('waiting'), await sendIn('pending'), await sendIn('sent')]
  const act = (name: string, own: readonly number[], values: object = {}) =>
    admin.post(`/lead/history/bulk/${name}`, { ids: own, values })
  const cancelled = await act('cancel', [one, two, two, sent, 999_999])
  expect(cancelled.body.data).toMatchObject({ done: 2, skipped: 2 })
  expect(cancelled.body.data.reasons).toEqual(expect.arrayContaining([expect.any(String)]))
  const returned = await act('return', [one, sent, 999_999], { reason: 'no_request' })
  expect(returned.body.data).toMatchObject({ done: 1, skipped: 2 })
  const states = await sending.query(
    `select state from sends where id in (${one}, ${two}, ${sent}) order by id`,
  )
  expect(states.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'returned'])
  const { department } = await desked()
  const gone = await desked()
  await admin.delete(`/broker/department/${gone.department}`)
  const paused = await admin.post('/broker/department/bulk/pause', {
    ids: [department, gone.department, 999_999],
    values: { reason: 'For now' },
  })
  expect(paused.body.data).toMatchObject({ done: 1, skipped: 2 })
})

test('B11 nobody gives rights of sending that they do not hold, or makes themselves a sender', async () => {
  const managing = all.filter((name) => name.startsWith('management.'))
  const clerk = await server.user([...managing, 'lead.view', 'lead.send'])
  for (const name of [
    'lead.history.retry',
    'broker.department.token',
    'send.integration.activate',
    'send.integration.secret.update',
    'lead.ftd.update',
  ]) {
    const [found] = await sending.query(`select id from permissions where name = '${name}'`)
    const role = { name: `With ${name}`, permissions: [found.id] }
    expectRefusal(await clerk.post('/management/role', role), 403)
  }
  expectRefusal(await clerk.put(`/management/user/${clerk.id}`, { is_sender: true }), 403)
  expectRefusal(await clerk.put('/profile', { is_sender: true }), 403, 422)
  const values = { departments: [ids.department] }
  expectRefusal(await clerk.post('/lead/send/preview', { ids: [ids.lead], values }), 403)
})

describe('B13 of many who change the same version one wins:', () => {
  const places: [string, () => string, string][] = [
    ['a broker', () => `/broker/${ids.broker}`, 'regulator'],
    ['a department', () => `/broker/department/${ids.department}`, 'site_url'],
    ['a cap', () => `/broker/department/cap/${ids.cap}`, 'limit'],
    ['an integration', () => `/send/integration/${ids.integration}`, 'note'],
  ]
  test.each(places)('%s', async (_, place, name) => {
    const { version } = (await admin.get(place())).body.data
    const value = (n: number) =>
      ({ limit: 100 + n, site_url: `https://${n}.example.com/` })[name] ?? `by ${n}`
    const answers = await Promise.all(
      Array.from({ length: 8 }, (__, n) => admin.put(place(), { [name]: value(n), version })),
    )
    const winners = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
    expect([winners.length, answers.filter(({ status }) => status === 409).length]).toEqual([1, 7])
    const { data } = (await admin.get(place())).body
    expect([data[name], data.version]).toEqual([value(winners[0] ?? -1), version + 1])
  })

  test('of a send, by acts that move it', async () => {
    const send = await sendIn('sent')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        admin.post(`/lead/history/${send}/return`, { reason: 'no_request' }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((one) => one === 200)).toHaveLength(1)
    expect(statuses.filter((one) => one === 409)).toHaveLength(7)
  })
})

describe('B14 a file of outcomes is no way around:', () => {
  test.each([
    'id ',
    'state',
    'version',
    'send',
    'holds',
    'api_ftd_at',
    'stage',
    'deleted_at',
    'price',
    'auto_login',
    '__proto__',
    'status"; drop table sends; --',
  ])('%s is no column', async (name) => {
    const order = await outcomes(`a,b,c\n1,New,x\n`, ['lead_id', 'status', name])
    expectRefusal(order, 422)
  })
})

async function outcomes(content: string, mapping: string[], client = admin) {
  const upload_id = await upload(server.app, client, content, { purpose: 'import:leads' })
  const settings = { department: ids.department }
  const order = { upload_id, mapping, mode: 'outcomes', settings, ignore_first_line: false }
  return client.post('/lead/import', order)
}

/** Starts a send as the dialog does, and returns its job. */
async function started(client: Client, leads: readonly number[], departments = [ids.department]) {
  const wanted = { ids: leads, values: { departments } }
  const { confirm_token } = (await client.post('/lead/send/preview', wanted)).body.data
  const body = { ...wanted, confirm_token, expected_count: leads.length }
  const { status, body: answer } = await client.post('/lead/send', body)
  expect(status).toBe(202)
  return answer.data.job_id as number
}

// Last, since nobody works on jobs before.
describe('B15 rights that are lost end the work under way:', () => {
  const losses: [string, (client: Client) => Promise<unknown>][] = [
    ['lead.send', (client) => lose(server, client, 'lead.send')],
    ['a sender', ({ id }) => sending.query(`update users set is_sender = false where id = ${id}`)],
    [
      'an account',
      ({ id }) => sending.query(`update users set is_active = false where id = ${id}`),
    ],
  ]
  const sends = new Map<string, { job: number; department: number }>()
  let file: { job: number; send: number }

  beforeAll(async () => {
    for (const [name, take] of losses) {
      const department = await sending.department('success')
      const sender = await server.as('Sender')
      sends.set(name, {
        department,
        job: await started(sender, await sending.leads(3), [department]),
      })
      await take(sender)
    }
    const send = await sendIn('sent')
    const [{ lead }] = await sending.query(`select lead from sends where id = ${send}`)
    const manager = await server.as('Manager')
    const order = await outcomes(`${lead},Late\n`, ['lead_id', 'status'], manager)
    expect(order.status).toBe(202)
    file = { send, job: order.body.data.job_id }
    await lose(server, manager, 'lead.ftd.update')
    await server.backend.jobs.work()
  })

  test.each(losses)('of a send whose user is no longer allowed by %s', async (name) => {
    const { job = 0, department = 0 } = sends.get(name) ?? {}
    const found = await ended(server, job)
    expect([found.state, found.message]).toEqual(['failed', expect.any(String)])
    expect(await sending.sends(department)).toEqual([])
  })

  test('of a file of outcomes', async () => {
    expect((await ended(server, file.job)).state).toBe('failed')
    const [after] = await sending.query(`select broker_status from sends where id = ${file.send}`)
    expect(after).toEqual({ broker_status: null })
  })
})

test('B14 a file of outcomes tells nothing of leads that the department has not', async () => {
  const foreign = await sendIn('sent', elsewhere.department)
  const [{ lead }] = await sending.query(`select lead from sends where id = ${foreign}`)
  const order = await outcomes(`${lead},Stolen\n999999,Stolen\n`, ['lead_id', 'status'])
  const found = await endedImport(
    server,
    admin,
    `/lead/import/${order.body.data.id}`,
    (one) => one.job_id,
  )
  expect(found).toMatchObject({
    updated: 0,
    refused: 2,
    reasons: [{ code: 'unknown_lead', count: 2 }],
  })
  const [after] = await sending.query(`select broker_status from sends where id = ${foreign}`)
  expect(after).toEqual({ broker_status: null })
})
