import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { prepareCalls } from '../../../../resources/sending/engine/calls.server.ts'
import { createTestConsole, type TestConsole } from '../../../fixtures/console.ts'
import { fakeBrokerFor } from '../../../fixtures/sending/fakeBroker.ts'
import { integration } from '../../../../resources/sending/integration/integration.ts'
import { settingsIn, settingsOf } from '../../../../resources/sending/integration/settingsFile.ts'
import { mappingRow } from '../../../../resources/sending/integration/fields/rows.ts'
import type { Client } from '../../../fixtures/server.ts'

type FakeBroker = Awaited<ReturnType<typeof fakeBrokerFor>>

let server: TestConsole
let broker: FakeBroker
let admin: Client
let department: number
beforeAll(async () => {
  server = await createTestConsole()
  broker = await fakeBrokerFor(server.backend)
  admin = await server.as('Administrator')
  const owner = (await admin.post('/broker', { name: 'Fairwater' })).body.data.id
  const values = { branch_name: 'Desk', broker_id: owner }
  department = (await admin.post('/broker/department', values)).body.data.id
}, 60_000)
afterAll(async () => {
  await broker.stop()
  await server.close()
})

let number = 0
const sample = (changes: object = {}) => ({
  name: `Integration ${(number += 1)}`,
  department,
  url: 'https://broker.example.com/leads',
  mapping: [{ target: 'email', value: 'email' }],
  rules: [{ path: 'success', test: 'true', outcome: 'success' }],
  ...changes,
})
const made = async (changes: object = {}): Promise<number> => {
  const { status, body } = await admin.post('/send/integration', sample(changes))
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data.id
}
const get = async (id: number) => (await admin.get(`/send/integration/${id}`)).body.data

describe('E1, E4, E5: what cannot work is refused at its cell', () => {
  const row = (values: object) => ({ mapping: [{ target: 'a', ...values }] })
  const rules = (...rows: object[]) => ({ rules: rows })
  const success = { path: 'ok', test: 'true', outcome: 'success' }

  test.each([
    ['an unknown field', row({ value: 'nickname' }), 'mapping.0.value'],
    [
      'an attribute where XML is built',
      { content_type: 'xml', mapping: [{ target: 'lead.@id', value: 'email' }] },
      'mapping.0.target',
    ],
    [
      'a prefix where XML is built',
      { content_type: 'xml', mapping: [{ target: 'ns:lead.mail', value: 'email' }] },
      'mapping.0.target',
    ],
    ['an unknown variable', row({ kind: 'template', value: '{{x}}' }), 'mapping.0.value'],
    ['loose braces', row({ kind: 'template', value: '{{first name}}' }), 'mapping.0.value'],
    ['a restricted field', row({ value: 'card_digits' }), 'mapping.0.value'],
    ['an unknown change', row({ value: 'email', transforms: 'shout' }), 'mapping.0.transforms'],
    ['a bad pattern', row({ value: 'email', transforms: 'regex("(", x)' }), 'mapping.0.transforms'],
    [
      'a form of dates with unknown parts',
      row({ value: 'created_at', transforms: 'date(hh:mm a)' }),
      'mapping.0.transforms',
    ],
    ['a form of dates without parts', { pull_date_format: 'ISO8601' }, 'pull_date_format'],
    ['an unknown table', row({ value: 'email', transforms: 'map(t)' }), 'mapping.0.transforms'],
    ['a table that is not there', row({ kind: 'lookup', value: 't: email' }), 'mapping.0.value'],
    ['a target that is none', row({ target: 'a..b', value: 'email' }), 'mapping.0.target'],
    [
      'a value where others stand',
      { mapping: ['a.b', 'a'].map((target) => ({ target, value: 'email' })) },
      'mapping.1.target',
    ],
    [
      'others where a value stands',
      { mapping: ['a', 'a.b'].map((target) => ({ target, value: 'email' })) },
      'mapping.1.target',
    ],
    [
      'a list where an object stands',
      { mapping: ['a.b', 'a[]'].map((target) => ({ target, value: 'email' })) },
      'mapping.1.target',
    ],
    ['no success rule', rules({ ...success, outcome: 'duplicate' }), 'rules'],
    [
      'success by status alone',
      rules({ look_at: 'status', value: '200', outcome: 'success' }),
      'rules.0.look_at',
    ],
    ['a rule without outcome', rules(success, { path: 'a', test: 'exists' }), 'rules.1.outcome'],
    ['a bad pattern in a rule', rules({ ...success, test: 'regex', value: '(' }), 'rules.0.value'],
    [
      'a range from its end',
      rules(success, { look_at: 'status', test: 'range', value: '499-400', outcome: 'rejected' }),
      'rules.1.value',
    ],
    [
      'too many conditions',
      rules(
        success,
        ...Array.from({ length: 3 }, () => ({ and: true, path: 'b', test: 'exists' })),
      ),
      'rules.0.and',
    ],
    [
      'a login by GET whose address has no place for the secret',
      { auth_type: 'login_token', token_method: 'GET', token_url: 'https://broker.example.com/t' },
      'token_url',
    ],
    [
      'a variable of a lead in the address of a login',
      { auth_type: 'login_token', token_url: 'https://broker.example.com/t?e={{email}}' },
      'token_url',
    ],
    [
      'a variable of a lead in the body of a login',
      {
        auth_type: 'login_token',
        token_url: 'https://broker.example.com/t',
        token_body: 'e={{email}}&p={{auth.secret}}',
      },
      'token_body',
    ],
    ['a login without its address', { auth_type: 'login_token' }, 'token_url'],
    ['a token without its address', { auth_type: 'oauth2_client' }, 'token_url'],
    ['plain http', { url: 'http://broker.example.com/' }, 'url'],
    ['a private address', { url: 'https://10.0.0.1/' }, 'url'],
    ['the metadata of a cloud', { url: 'https://169.254.169.254/' }, 'url'],
    ['a host that is not public', { url: 'https://intranet/' }, 'url'],
    ['a name in the address', { url: 'https://me:pw@broker.example.com/' }, 'url'],
    ['a port of another service', { url: 'https://broker.example.com:25/' }, 'url'],
    ['a file', { url: 'file:///etc/passwd' }, 'url'],
    ['another scheme', { url: 'gopher://broker.example.com/' }, 'url'],
    ['a host by a lead', { url: 'https://{{funnel}}.example.com/' }, 'url'],
    ['the header of the host', { headers: [{ name: 'Host', value: 'x' }] }, 'headers.0.name'],
    [
      'a header by a variable',
      { headers: [{ name: 'X', value: '{{nobody}}' }] },
      'headers.0.value',
    ],
    ['pauses that are none', { retry_after: '10 seconds' }, 'retry_after'],
    ['an unknown restricted field', { allowed_restricted: ['email'] }, 'allowed_restricted'],
  ])('%s', async (_name, changes, place) => {
    const { status, body } = await admin.post('/send/integration', sample(changes))
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [place]])
  })

  test('what works is taken', async () => {
    await made({
      url: 'https://broker.example.com/{{funnel}}?s={{sub_1}}',
      mapping: [
        { target: 'a[].b', value: 'card_digits' },
        { target: 'c', kind: 'lookup', value: 't: funnel' },
      ],
      allowed_restricted: ['card_digits'],
      lookups: [{ table: 't', from: 'a', to: 'b' }],
      status_is_success: true,
      rules: [{ look_at: 'status', value: '200', outcome: 'success' }],
    })
  })
})

test('7.1: where one origin may be called without https, a refusal names it', async () => {
  const wrong = sample({ url: 'http://127.0.0.1:1/leads' })
  const { body } = await admin.post('/send/integration', wrong)
  const { origin } = new URL(broker.origin)
  expect(body.errors.url).toEqual([
    `Enter an address that begins with https://. Without it only ${origin} may be called.`,
  ])
})

test('9.2: an address for statuses takes the variables that its help names', async () => {
  const { help = '' } = integration.fields.pull_url.options
  const variables = help.match(/\{\{\w+\}\}/g) ?? []
  expect(variables).toHaveLength(7)
  await made({ pull_mode: 'window', pull_url: `https://broker.example.com/?v=${variables}` })
})

test('E5: a secret stays with the address that it was given for', async () => {
  const id = await made({ auth_type: 'bearer', auth_secret: 'a secret of the broker' })
  const path = `/send/integration/${id}`
  const change = async (values: object) =>
    admin.put(path, { ...values, version: (await get(id)).version })
  const stolen = await change({ url: 'https://elsewhere.example.com/' })
  expect([stolen.status, Object.keys(stolen.body.errors)]).toEqual([422, ['auth_secret']])
  expect((await change({ url: 'https://broker.example.com/other' })).status).toBe(200)
  const again = { url: 'https://elsewhere.example.com/', auth_secret: 'a new secret of it' }
  expect((await change(again)).status).toBe(200)
})

test('7.1: a secret is replaced by who may, never shown again, and told in the audit log without it', async () => {
  const id = await made({ auth_type: 'bearer', auth_secret: 'the-first-secret-0001' })
  const path = `/send/integration/${id}`
  const rights = ['send.integration.view', 'send.integration.update']
  const integrator = await server.user(rights)
  const change = { auth_secret: 'the-other-secret-9f3a' }
  expect((await integrator.put(path, change)).status).toBeGreaterThanOrEqual(400)
  expect((await get(id)).auth_secret).toEqual({ set: true, last4: '0001' })
  const keeper = await server.user([...rights, 'send.integration.secret.update'])
  const { status, body } = await keeper.put(path, change)
  expect([status, body.data.auth_secret]).toEqual([200, { set: true, last4: '9f3a' }])
  const { rows } = await sql<{ user_id: number; line: string; after: object }>`
    select user_id, after, a::text as line from audit_log a
    where resource = 'send_integrations' and record_id = ${id} order by id desc limit 1`.execute(
    server.backend.database.sql,
  )
  expect(rows[0]).toMatchObject({ user_id: keeper.id, after: { auth_secret: expect.anything() } })
  expect(rows[0]?.line).not.toMatch(/the-(first|other)-secret/)
  const { rows: stored } = await sql<{ line: string }>`
    select i::text as line from send_integrations i where id = ${id}`.execute(
    server.backend.database.sql,
  )
  expect(stored[0]?.line).not.toContain('the-other-secret')
})

test('7.1: each number of an integration has the limits and the start that are documented', async () => {
  const limits: Readonly<Record<string, readonly [least: number, most: number, start: number]>> = {
    connect_timeout: [1, 15, 5],
    total_timeout: [5, 120, 45],
    retry_attempts: [0, 10, 5],
    max_age_hours: [1, 72, 24],
    concurrency: [1, 20, 2],
    breaker_errors: [1, 1_000, 10],
    breaker_rejections: [1, 10_000, 20],
    breaker_timeouts: [1, 100, 50],
    breaker_calls: [1, 100, 20],
    breaker_auth: [1, 100, 1],
    pull_every: [5, 1_440, 15],
    pull_days: [1, 90, 7],
    pull_pad_hours: [0, 168, 48],
  }
  const valuesOf = (value: (limit: (typeof limits)[string]) => number) =>
    Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, value(limit)]))
  const id = await made({ pull_mode: 'ids', pull_url: 'https://broker.example.com/s?{{ids}}' })
  const held = async () => (await admin.get(`/send/integration/${id}`)).body.data
  const put = async (values: object) =>
    admin.put(`/send/integration/${id}`, { ...values, version: (await held()).version })
  expect(await held()).toMatchObject({
    ...valuesOf(([, , start]) => start),
    retry_after: '10s 1m 5m 15m 60m',
    capacity_after: '15m 1h 4h 12h',
    safe_to_repeat: false,
  })
  for (const at of [0, 1] as const) {
    expect((await put(valuesOf((limit) => limit[at]))).status).toBe(200)
    const { status, body } = await put(valuesOf((limit) => limit[at] + (at === 0 ? -1 : 1)))
    expect([status, Object.keys(body.errors).toSorted()]).toEqual([
      422,
      Object.keys(limits).toSorted(),
    ])
  }
  for (const pauses of ['73h', '0s', '10', 'soon']) {
    const { status, body } = await put({ retry_after: pauses, capacity_after: pauses })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['retry_after', 'capacity_after']])
  }
})

describe('a look at a call', () => {
  test('E10: shows what would be sent, and no secret', async () => {
    const id = await made({ auth_type: 'bearer', auth_secret: 'a secret '.repeat(90).trim() })
    const values = { mapping: [mappingRow({ target: 'mail', value: 'email' })] }
    const { body } = await admin.post(`/send/integration/${id}/preview`, { values })
    expect(body.data.request).toMatchObject({
      url: 'https://broker.example.com/leads',
      headers: { Authorization: 'Bearer ••••' },
      body: '{"mail":"test.lead@example.com"}',
    })
    expect(body.data.warnings.map(({ place }: { place: string }) => place)).toEqual([
      'url',
      'rules',
      'id_paths',
    ])
  })

  test('of statuses that would bring nothing warns, and one that asks nowhere is refused', async () => {
    const pull = async (more: object) => {
      const values = { id_paths: ['id'], pull_url: 'https://broker.example.com/s', ...more }
      const { body } = await admin.post('/send/integration/preview', { values })
      const { warnings, faults } = body.data
      const places = warnings.map(({ place }: { place: string }) => place)
      return [...places.filter((one: string) => one.startsWith('pull')), ...Object.keys(faults)]
    }
    const origin = 'https://own.example.com/s'
    expect(await pull({ pull_mode: 'off', pull_url: null })).toEqual([])
    expect(await pull({ pull_mode: 'window', pull_url: null })).toEqual(['pull_url'])
    const known = { pull_url: origin, pull_id_paths: ['id'] }
    expect(await pull({ ...known, pull_mode: 'ids' })).toEqual(['pull_url'])
    expect(await pull({ ...known, pull_mode: 'ids', pull_url: `${origin}?of={{ids}}` })).toEqual([])
    const window = { ...known, pull_mode: 'window' }
    expect(await pull({ ...window, pull_id_paths: null })).toEqual(['pull_id_paths'])
    expect(await pull({ ...window, pull_paging: 'next' })).toEqual(['pull_page_path'])
    expect(await pull({ ...window, pull_paging: 'page' })).toEqual(['pull_url'])
    expect(await pull({ ...window, pull_paging: 'page', pull_body: 'p={{page}}' })).toEqual([])
  })

  test('of an unsaved integration says what is wrong with it', async () => {
    const values = { url: 'ftp://x', mapping: [{ target: 'a', kind: 'field', value: 'x' }] }
    const { status, body } = await admin.post('/send/integration/preview', { values })
    expect([status, Object.keys(body.data.faults)]).toEqual([200, ['mapping.0.value', 'url']])
  })

  test('fills in what saving would of rows that name no more than is needed', async () => {
    const values = sample({ mapping: [{ target: 'mail', value: 'email' }] })
    const { body } = await admin.post('/send/integration/preview', { values })
    expect(body.data).toMatchObject({
      faults: {},
      request: { body: '{"mail":"test.lead@example.com"}' },
    })
    const kept = await made()
    const { mapping } = values
    const again = await admin.post(`/send/integration/${kept}/preview`, { values: { mapping } })
    expect(again.body.data.request.body).toBe(body.data.request.body)
  })

  test('answers whatever was typed for the rules so far', async () => {
    for (const rules of [null, '', 'x', 3, {}, [null]]) {
      const values = { ...sample(), rules }
      const { status } = await admin.post('/send/integration/preview', { values })
      expect([rules, status]).toEqual([rules, 200])
    }
  })

  test('H1: is not made of changes that cost too much or make a value too long', async () => {
    const regex = 'regex("(\\pL{1,20}a?){1,20}z",x)'
    const growing = `replace(a,${'b'.repeat(90)})|replace(b,${'c'.repeat(90)})`
    const look = async (transforms: string, more: object = {}) => {
      const mapping = [mappingRow({ target: 'note', value: 'comment', transforms })]
      const values = { ...sample(), mapping, ...more }
      const typed = { comment: 'a'.repeat(2_000) }
      const { body } = await admin.post('/send/integration/preview', { values, typed })
      return [body.data.refused, body.data.message]
    }
    expect(await look(`${regex}|max(9)|regex("a+",b)`)).toEqual([undefined, undefined])
    expect(await look(Array(10).fill(regex).join('|'))).toEqual([
      'Configuration error',
      '“note”, from Comment',
    ])
    expect(await look(growing)).toEqual(['Configuration error', '“note”, from Comment'])
    expect(await look(`regex(".",${'b'.repeat(400)})`)).toEqual([
      'Configuration error',
      '“note”, from Comment',
    ])
    expect((await look('trim', { body_template: '{{comment}}'.repeat(2_000) }))[0]).toBe(
      'Configuration error',
    )
  })

  test('with a lead shows no contact to whoever may not see it', async () => {
    const source = (await admin.post('/settings/source', { name: 'Masked' })).body.data.id
    const values = { email: 'secret.person@example.com', phone: '+442079460018', source }
    const lead = (await admin.post('/lead', values)).body.data.id
    const id = await made()
    const viewer = await server.user(['send.integration.view', 'lead.single.view', 'lead.view'])
    const shown = await viewer.post(`/send/integration/${id}/preview`, { lead })
    expect(shown.status).toBe(200)
    expect(JSON.stringify(shown.body)).not.toContain('secret.person')
    const stranger = await server.user(['send.integration.view'])
    expect((await stranger.post(`/send/integration/${id}/preview`, { lead })).status).toBe(404)
    const outsider = await server.user(['lead.view'])
    expect((await outsider.post(`/send/integration/${id}/preview`, {})).status).toBe(403)
  })
})

describe('a test', () => {
  const testLead = async () => {
    const source = (await admin.post('/settings/source', { name: `S${(number += 1)}` })).body.data
      .id
    const values = { email: `t${number}@example.com`, source, is_test: true }
    return (await admin.post('/lead', values)).body.data.id as number
  }

  test('makes the call, reads the answer, and lets the integration be activated', async () => {
    const id = await made({
      url: `${broker.origin}/success`,
      id_paths: ['leadId', 'id', 'data.id'],
    })
    const early = await admin.post(`/send/integration/${id}/activate`)
    expect(early.status).toBe(409)
    const lead = await testLead()
    const before = broker.accepted.length
    const { status, body } = await admin.post(`/send/integration/${id}/test`, { lead })
    expect([status, body.data.outcome.outcome]).toEqual([200, 'success'])
    expect(broker.accepted).toHaveLength(before + 1)
    expect(body.data.rows).toEqual([1])
    const { state, tested_at } = await get(id)
    expect([state, Boolean(tested_at)]).toEqual(['tested', true])
    const { rows } = await sql<Record<string, unknown>>`
      select s.mode, s.state, s.is_test, s.holds, a.outcome, a.request->>'method' as method
      from sends s join send_attempts a on a.send = s.id
      where s.id = ${body.data.send}`.execute(server.backend.database.sql)
    expect(rows).toEqual([
      {
        mode: 'test',
        state: 'sent',
        is_test: true,
        holds: null,
        outcome: 'success',
        method: 'POST',
      },
    ])
    expect((await admin.post(`/send/integration/${id}/activate`)).status).toBe(200)
    // F13: asked again with its key, as by a double click, the broker is called once.
    const keyed = admin.keyed(`test-${id}`)
    const click = () => keyed.post(`/send/integration/${id}/test`, { lead })
    const clicks = await Promise.all([click(), click()])
    const { body: answer } = clicks.find((one) => one.status === 200) ?? {}
    expect(clicks.map((one) => one.status).filter((one) => one !== 409)).toContain(200)
    expect((await click()).body).toEqual(answer)
    expect(broker.accepted).toHaveLength(before + 2)
    const { version } = await get(id)
    const again = await admin.post(`/send/integration/${id}/test`, { lead })
    expect(again.body.data.outcome.outcome).toBe('success')
    // Who chooses no lead calls with what was shown.
    const { body: looked } = await admin.post(`/send/integration/${id}/preview`, {})
    const { body: called } = await admin.post(`/send/integration/${id}/test`, {})
    const { request } = looked.data
    expect(called.data.request.body).toBe(request.body)
    expect(broker.accepted.at(-1)?.body).toEqual(JSON.parse(request.body))
    // A test changes no settings: a form that is open meanwhile can be saved.
    expect(await get(id)).toMatchObject({ version, state: 'active' })
    await admin.put(`/send/integration/${id}`, { url: `${broker.origin}/mixed`, version })
    expect((await get(id)).state).toBe('draft')
  })

  test('holds when a call may only take longer: nothing else is sent, and nothing read otherwise', async () => {
    const id = await made({ url: `${broker.origin}/success` })
    await admin.post(`/send/integration/${id}/test`, { lead: await testLead() })
    await admin.post(`/send/integration/${id}/activate`)
    expect((await admin.put(`/send/integration/${id}`, { total_timeout: 90 })).status).toBe(200)
    expect(await get(id)).toMatchObject({ state: 'active', revision: 2, total_timeout: 90 })
    await admin.put(`/send/integration/${id}`, { url: `${broker.origin}/known` })
    expect(await get(id)).toMatchObject({ state: 'draft', revision: 3, tested_at: null })
  })

  test('is worth nothing once a secret header is added, replaced or taken away', async () => {
    const id = await made({ url: `${broker.origin}/success`, auth_type: 'custom_headers' })
    const again = async () => {
      const { body } = await admin.post(`/send/integration/${id}/test`, { lead: await testLead() })
      expect(body.data.outcome.outcome).toBe('success')
      expect((await admin.post(`/send/integration/${id}/activate`)).status).toBe(200)
      return (await get(id)).revision
    }
    const at = '/send/integration/secret'
    await admin.make(at, { integration: id, name: 'x-partner', value: 'us' })
    let header = 0
    const changes: (() => Promise<unknown>)[] = [
      async () => {
        header = await admin.make(at, { integration: id, name: 'x-api-key', value: 'one' })
      },
      () => admin.put(`${at}/${header}`, { value: 'two' }),
      () => admin.delete(`${at}/${header}`),
    ]
    for (const change of changes) {
      const revision = await again()
      await change()
      expect(await get(id)).toMatchObject({
        state: 'draft',
        tested_at: null,
        revision: revision + 1,
      })
      expect((await admin.post(`/send/integration/${id}/activate`)).status).toBe(409)
    }
  })

  test('is not for the secret headers of what is archived: they tell so, and change no more', async () => {
    const id = await made({ url: `${broker.origin}/success`, auth_type: 'custom_headers' })
    const at = '/send/integration/secret'
    const header = await admin.make(at, { integration: id, name: 'x-api-key', value: 'one' })
    const isArchived = async () => (await admin.get(`${at}/${header}`)).body.data.is_archived
    expect(await isArchived()).toBe(false)
    await admin.post(`/send/integration/${id}/archive`)
    expect(await isArchived()).toBe(true)
    expect((await admin.put(`${at}/${header}`, { value: 'two' })).status).toBe(409)
    expect((await admin.delete(`${at}/${header}`)).status).toBe(409)
  })

  test('that fails says why, and proposes a rule', async () => {
    const id = await made({ url: `${broker.origin}/duplicate` })
    const { body } = await admin.post(`/send/integration/${id}/test`, { lead: await testLead() })
    expect(body.data.outcome.outcome).not.toBe('success')
    const rules = [{ path: 'success', test: 'true', outcome: 'success' }, ...body.data.proposal]
    const { version } = await get(id)
    const taken = await admin.put(`/send/integration/${id}`, { rules, version })
    expect([taken.status, taken.body.errors]).toEqual([200, undefined])
    expect((await get(id)).state).toBe('draft')
  })

  test.each([
    ['bearer', 'Enter the secret under “Sign-in”'],
    ['custom_headers', 'Save, then enter a header under “Secret headers”'],
  ])('by %s, without its secret tells where to enter it', async (auth_type, message) => {
    const id = await made({ auth_type, url: `${broker.origin}/success` })
    const { body } = await admin.post(`/send/integration/${id}/test`, { lead: await testLead() })
    expect(body.data.outcome).toMatchObject({ message })
  })

  test('is made by who may see no lead, and shows them none', async () => {
    const lead = await testLead()
    const id = await made({ url: `${broker.origin}/unmatched` })
    const integrator = await server.as('Integrator')
    const { status, body } = await integrator.post(`/send/integration/${id}/test`, {})
    expect(status).toBe(200)
    const { rows } = await sql<{ lead: number }>`
      select lead from sends where id = ${body.data.send}`.execute(server.backend.database.sql)
    expect(rows).toEqual([{ lead }])
    expect(JSON.stringify(body)).not.toContain(`t${number}@example.com`)
    expect(body.data.proposal).toMatchObject([{ path: 'result', value: 'queued for review' }])
    expect((await integrator.post(`/send/integration/${id}/test`, { lead })).status).toBe(404)
  })

  test('needs its permission, and a test lead', async () => {
    const id = await made({ url: `${broker.origin}/success` })
    const viewer = await server.user(['send.integration.view'])
    expect((await viewer.post(`/send/integration/${id}/test`, {})).status).toBe(403)
    const source = (await admin.post('/settings/source', { name: 'Real' })).body.data.id
    const lead = (await admin.post('/lead', { email: 'real@example.com', source })).body.data.id
    expect((await admin.post(`/send/integration/${id}/test`, { lead })).status).toBe(409)
  })

  test('makes its call with typed signs that no lead can hold left out', async () => {
    const id = await made({ url: `${broker.origin}/success`, content_type: 'multipart' })
    const lead = await testLead()
    const typed = { email: 'a\u0000b@example.com' }
    const { status, body } = await admin.post(`/send/integration/${id}/test`, { lead, typed })
    expect([status, body.data?.outcome.outcome]).toEqual([200, 'success'])
  })

  test.each([
    ['POST', '/token'],
    ['GET', '/token?user={{auth.username}}&key={{auth.secret}}'],
  ])('signs in by a login by %s first, once for all calls', async (token_method, path) => {
    const id = await made({
      url: `${broker.origin}/success`,
      auth_type: 'login_token',
      auth_secret: 'the password of the login',
      auth_username: 'me',
      token_url: `${broker.origin}${path}`,
      token_path: 'token',
      token_method,
    })
    const lead = await testLead()
    const before = broker.calls.length
    const first = await admin.post(`/send/integration/${id}/test`, { lead })
    expect(first.body.data.outcome.outcome).toBe('success')
    expect(first.body.data.request.headers.Authorization).toBe('••••')
    expect(broker.calls.slice(before)).toEqual([`${token_method} /token`, 'POST /success'])
    const { body: log } = await admin.get(`/settings/request/search?integration=${id}&sort=id`)
    expect(log.data).toMatchObject([
      { path: `${broker.origin}/token`, route: expect.stringContaining('sign-in: '), status: 200 },
      { path: `${broker.origin}/success`, route: expect.stringContaining('test: '), lead },
    ])
    const { data: login } = (await admin.get(`/settings/request/${log.data[0].id}`)).body
    expect([login.request, login.response]).toEqual([null, null])
  })

  test.each([
    ['/unauthorized', 'auth', 'HTTP 401: Unauthorized'],
    ['/page', 'auth', 'HTTP 200'],
    ['/unavailable', 'retry', 'HTTP 503: Maintenance'],
    ['/redirect', 'auth', 'HTTP 307'],
    ['/cut', 'retry', 'other side closed'],
  ])('says of a login at %s that it failed before the call', async (path, outcome, detail) => {
    const id = await made({
      url: `${broker.origin}/success`,
      auth_type: 'login_token',
      auth_secret: 'the password of the login',
      auth_username: path,
      token_url: `${broker.origin}${path}`,
    })
    const lead = await testLead()
    const { data } = (await admin.post(`/send/integration/${id}/test`, { lead })).body
    const message = `The sign-in before the call has failed: “${detail}”`
    expect(data.outcome).toMatchObject({ outcome, message })
    // No rule is made of what answers another call.
    expect(data.proposal).toEqual([])
    const { data: send } = (await admin.get(`/lead/history/${data.send}`)).body
    expect(send.failure_message).toBe(message)
  })
})

test.each([
  ['/unauthorized', 401],
  ['/auth', 200],
])(
  'a token that %s refuses by %i is asked for once more, for sends of the engine too',
  async (path, code) => {
    const id = await made({
      url: `${broker.origin}${path}`,
      rules: [
        { path: 'success', test: 'true', outcome: 'success' },
        { path: 'code', value: '401', outcome: 'auth' },
      ],
      auth_username: path,
      auth_type: 'login_token',
      auth_secret: 'the password of the login',
      token_url: `${broker.origin}/token`,
    })
    const source = (await admin.post('/settings/source', { name: `Refused ${code}` })).body.data.id
    const values = { email: `refused.${code}@example.com`, source, is_test: true }
    const lead = (await admin.post('/lead', values)).body.data.id
    await sql`update send_integrations set state = 'active' where id = ${id}`.execute(
      server.backend.database.sql,
    )
    const send = {
      id: 1,
      uuid: 'u',
      integration: id,
      lead,
      department,
      send_key: 'k',
      user: null,
      limits: { total_timeout: 120 },
    }
    const before = broker.calls.length
    const call = await prepareCalls([send as never], server.backend)
    const [ended] = await call([send as never], new AbortController().signal)
    expect([ended?.outcome.outcome, ended?.http_status]).toEqual(['auth', code])
    expect(broker.calls.slice(before)).toEqual([
      'POST /token',
      `POST ${path}`,
      'POST /token',
      `POST ${path}`,
    ])
    expect(JSON.stringify(ended?.request)).not.toContain('fake-token')
  },
)

test('a copy begins as a draft without secrets', async () => {
  const id = await made({ auth_type: 'bearer', auth_secret: 'a secret of the broker' })
  const { body } = await admin.post(`/send/integration/${id}/copy`, { name: 'A copy' })
  const twice = admin.keyed('copy-of-an-integration')
  const [first, second] = await Promise.all(
    [1, 2].map(() => twice.post(`/send/integration/${id}/copy`, { name: 'Another copy' })),
  )
  expect(first?.status).toBe(200)
  expect(second?.body.data).toEqual(first?.body.data)
  const again = await admin.post(`/send/integration/${id}/copy`, { name: 'A copy' })
  expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['name']])
  expect(await get(body.data.copy)).toMatchObject({
    name: 'A copy',
    state: 'draft',
    revision: 1,
    auth_secret: { set: false },
    url: 'https://broker.example.com/leads',
    // An address of its own for postbacks.
    postback_key: expect.stringMatching(/^[\w-]{32}$/),
  })
  expect((await get(body.data.copy)).postback_key).not.toBe((await get(id)).postback_key)
})

test('what cannot be activated or asked yet tells what to do', async () => {
  const id = await made({ pull_mode: 'off' })
  const early = await admin.post(`/send/integration/${id}/activate`)
  expect([early.status, early.body.message]).toEqual([
    409,
    'Test it first: it is activated after a call that succeeded, or when it is paused.',
  ])
  const asked = await admin.post(`/send/integration/${id}/sync`)
  expect([asked.status, asked.body.message]).toEqual([
    409,
    'This integration asks for no statuses: set how under “Statuses back”.',
  ])
})

test('an older version becomes the newest', async () => {
  const id = await made()
  const path = `/send/integration/${id}`
  // The first has nothing to go back to.
  expect((await admin.post(`${path}/rollback/1`)).status).toBe(409)
  await admin.put(path, { retry_attempts: 2, version: (await get(id)).version })
  expect((await admin.post(`${path}/rollback/1`)).status).toBe(200)
  expect(await get(id)).toMatchObject({ retry_attempts: 5, revision: 3, state: 'draft' })
  expect((await admin.post(`${path}/rollback/9`)).status).toBe(409)
  const versions = await admin.get(`/send/integration/${id}/versions`)
  expect(versions.body.data.map((one: { number: number }) => one.number)).toEqual([3, 2, 1])
})

test('7.6: what sends goes on sending where the way back changes nothing that was tested', async () => {
  const id = await made()
  const path = `/send/integration/${id}`
  const change = async (values: object) =>
    admin.put(path, { ...values, version: (await get(id)).version })
  await change({ retry_attempts: 2 })
  await change({ method: 'PUT' })
  const setActive = () =>
    server.backend.database.sql
      .updateTable('send_integrations')
      .set({ state: 'active', tested_at: new Date() })
      .where('id', '=', id)
      .execute()
  await setActive()
  expect((await admin.post(`${path}/rollback/2`)).status).toBe(200)
  expect(await get(id)).toMatchObject({ method: 'POST', state: 'draft', tested_at: null })
  await setActive()
  expect((await admin.post(`${path}/rollback/1`)).status).toBe(200)
  expect(await get(id)).toMatchObject({ retry_attempts: 5, state: 'active' })
  expect((await get(id)).tested_at).not.toBeNull()
})

test('every template is taken as it is, and tells where to begin', async () => {
  const { body } = await admin.get('/send/integration/template/all')
  expect(body.data.length).toBe(5)
  for (const { template, values } of body.data) {
    await made({ template, ...values })
    const seen = await admin.post('/send/integration/preview', { values: { template, ...values } })
    const { request, faults, warnings } = seen.body.data
    expect([template, faults, request?.url]).toEqual([template, {}, values.url])
    // The linter knows nothing better than the address of the broker, and the goal that is a deposit there.
    const goal = template === 'irev' ? ['pull_url', 'ftd_values'] : []
    const places = template === 'generic' ? ['url'] : ['url', 'pull_url', ...goal]
    expect(warnings.map((one: { place: string }) => one.place)).toEqual(places)
    expect(warnings[0].message).toBe(
      'This is the address of the template: enter that of the broker',
    )
  }
})

test('health tells how it goes', async () => {
  const id = await made()
  expect((await admin.get(`/send/integration/${id}/health`)).body.data).toMatchObject({
    state: 'draft',
    calls: 0,
    light: 'grey',
  })
  const all = (await admin.get('/send/integration/health/all')).body.data
  expect(all.map((one: { id: number }) => one.id)).toContain(id)
})

test('a file of integrations tells how each calls, and holds nothing that opens anything', async () => {
  const id = await made({ auth_type: 'api_key', auth_name: 'x-api-key', auth_secret: 'k-7f3a-19' })
  const { postback_key } = await get(id)
  const asked = (body: object) => admin.post('/send/integration/export', body)
  const refused = await asked({ columns: ['id', 'postback_key'] })
  expect([postback_key.length > 20, refused.status]).toEqual([true, 400])
  const { body } = await asked({ filter: { search: (await get(id)).name } })
  const job = async () => (await admin.get(`/profile/job/${body.data.job_id}`)).body.data.state
  await server.backend.jobs.work()
  await expect.poll(job, { timeout: 45_000 }).toBe('finished')
  const file = (await admin.get(`/profile/job/${body.data.job_id}/download/result`)).body
  expect(file).toContain('https://broker.example.com/leads')
  expect(file).toContain('x-api-key')
  expect(file).not.toContain(postback_key)
  expect(file).not.toContain('k-7f3a-19')
})

test('whoever only looks at integrations is not told where a broker tells us of deposits', async () => {
  const id = await made({})
  const viewer = await server.user(['send.integration.view'])
  const shown = await viewer.get(`/send/integration/${id}`)
  expect(shown.status).toBe(200)
  expect(JSON.stringify(shown.body)).not.toContain((await get(id)).postback_key)
  const keeper = await server.user(['send.integration.view', 'send.integration.update'])
  expect((await keeper.get(`/send/integration/${id}`)).body.data.postback_key).toMatch(/^.{32}$/)
})

test('saved as a file, it can be made again elsewhere, with secrets of its own', async () => {
  const secret = { auth_type: 'api_key', auth_name: 'x-api-key', auth_secret: 'k-7f3a-19' }
  const id = await made({ ...secret, note: 'Ask Ada' })
  const one = await get(id)
  const { status, headers, body } = await admin.post(`/send/integration/${id}/save_as_file`)
  expect([status, headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining(`filename="${one.name}.json"`),
  ])
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  for (const hidden of ['k-7f3a-19', one.postback_key, 'department']) {
    expect(text).not.toContain(hidden)
  }
  const settings = settingsIn(text)
  expect(settings).toMatchObject({ note: 'Ask Ada', auth_name: 'x-api-key' })
  const more = { name: 'Elsewhere', department, auth_secret: 'another' }
  const again = await get(await admin.make('/send/integration', { ...settings, ...more }))
  expect(settingsOf(again)).toEqual({ ...settings, name: 'Elsewhere' })
  const reader = await server.user(['send.integration.view'])
  expect((await reader.post(`/send/integration/${id}/save_as_file`)).status).toBe(403)
})

test.each(['', '[]', '{"settings":{}}', '{"made_by":"Leadgate send integration","settings":1}'])(
  '%j is no file of settings',
  (text) => expect(settingsIn(text)).toBeUndefined(),
)

test('an integration that has no address for postbacks yet gets one with the next save', async () => {
  const id = await made()
  await sql`update send_integrations set postback_key = null where id = ${id}`.execute(
    server.backend.database.sql,
  )
  const save = async (note: string) => {
    const { version } = await get(id)
    await admin.put(`/send/integration/${id}`, { note, version })
    return (await get(id)).postback_key
  }
  const key = await save('Asked for an address')
  expect(key).toMatch(/^[\w-]{32}$/)
  expect(await save('It stays')).toBe(key)
})
