import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { logCalls } from '../../../../resources/sending/callLog/logCalls.server.ts'
import { createForgetRequests } from '../../../../src/server/http/forgetRequests.ts'
import { createTestConsole, type TestConsole } from '../../../fixtures/console.ts'
import { bodyOf } from '../../../../resources/sending/integration/request/body.server.ts'
import { mappingRow, ruleRow } from '../../../../resources/sending/integration/fields/rows.ts'
import { sampleIntegration } from '../../../fixtures/sending/integration.ts'

let server: TestConsole
beforeAll(async () => {
  server = await createTestConsole()
}, 60_000)
afterAll(() => server.close())

const integration = sampleIntegration({
  mapping: [
    mappingRow({ target: 'profile.email', value: 'email' }),
    mappingRow({ target: 'name', value: 'first_name' }),
    mappingRow({ target: 'password', kind: 'generated', value: 'password' }),
  ],
  rules: [ruleRow({ path: 'ok', test: 'true', outcome: 'success', reason_path: 'why' })],
  id_paths: ['data.id'],
})

const body = JSON.stringify({
  profile: { email: 'ada@example.com', name: 'Ada' },
  password: 'Secret123',
  token: 'abc',
  name: 'see https://x.example/login?token=abc or call +44 20 7946 0018',
})

const call = {
  kind: 'send' as const,
  integration,
  request: {
    method: 'POST',
    url: 'https://broker.example.com/leads?api_key=topsecret',
    headers: { 'Content-Type': 'application/json', 'x-api-key': 'topsecret' },
    body,
  },
  correlationId: 'c-1',
  answer: {
    kind: 'answer' as const,
    status: 200,
    headers: { 'retry-after': '5', 'set-cookie': 'in=topsecret' },
    body: '{"ok":true,"data":{"id":"b-1","link":"https://broker.example.com/in?t=1"},"why":"ada@example.com is known","echo":"ada@example.com"}',
    isTruncated: false,
    ms: 12,
  },
}

const lines = async (correlation: string) =>
  (
    await sql<any>`select * from requests where correlation_id = ${correlation} order by id`.execute(
      server.backend.database.sql,
    )
  ).rows

test('E10: what was sent stands in the request log with the mapped names only, and without contacts', async () => {
  await logCalls(server.backend.database.sql, [call, { ...call, lead: 99_999_999 }])
  const [line, other] = await lines('c-1')
  expect(line).toMatchObject({
    direction: 'out',
    method: 'POST',
    path: 'https://broker.example.com/leads',
    route: 'send: Sample',
    status: 200,
    duration_ms: 12,
    error: null,
    request: {
      profile: { email: '•••@•••', name: 'Ada' },
      password: '[hidden]',
      token: '[hidden]',
    },
    response: {
      ok: true,
      data: { id: 'b-1', link: '[hidden]' },
      why: '•••@••• is known',
      echo: '[hidden]',
    },
  })
  expect(line.request.name).toBe('see [hidden] or call •••')
  expect(other.lead).toBeNull()
  expect(JSON.stringify([line, other])).not.toMatch(/ada@example|Secret123|topsecret|7946/)
})

const sentAs = (content_type: 'xml' | 'multipart') => {
  const mapped = [
    ['profile.email', 'ada@example.com'],
    ['name', 'Ada'],
    ['password', 'Secret123'],
  ] as const
  return { ...call.request, body: bodyOf(content_type, mapped).text }
}

test('8.4: of XML, sent and answered, the mapped names and the paths of the answer are logged alone', async () => {
  const rule = ruleRow({ look_at: 'xml', path: '/reply/ok', test: 'exists', outcome: 'success' })
  const own = { ...integration, rules: [rule], id_paths: ['/reply/lead/@id'] }
  const body = `<?xml version="1.0"?><reply at="7" key="topsecret"><ok>yes</ok>
    <lead id="b-1"><phone>+442079460018</phone></lead><link>https://b.example/in?t=1</link></reply>`
  const answer = { ...call.answer, body }
  const made = { ...call, request: sentAs('xml'), integration: own, answer, correlationId: 'c-xml' }
  await logCalls(server.backend.database.sql, [made])
  const [line] = await lines('c-xml')
  expect(line).toMatchObject({
    request: { request: { profile: { email: '•••@•••' }, name: 'Ada', password: '[hidden]' } },
    response: {
      reply: {
        at: '[hidden]',
        key: '[hidden]',
        ok: 'yes',
        lead: { id: 'b-1', phone: '[hidden]' },
        link: '[hidden]',
      },
    },
  })
  expect(JSON.stringify(line)).not.toMatch(/ada@example|Secret123|topsecret|7946/)
})

test('8.4: a value stays hidden that stands elsewhere under the name of one that is logged', async () => {
  const own = {
    ...integration,
    mapping: [
      mappingRow({ target: 'person.name', value: 'first_name' }),
      mappingRow({ target: 'name', value: 'last_name' }),
      mappingRow({ target: 'card.name', value: 'card_name' }),
    ],
    allowed_restricted: ['card_name'],
    rules: [ruleRow({ path: 'status.name', test: 'equals', value: 'New', outcome: 'success' })],
    id_paths: ['//lead/*/id'],
    message_paths: ["texts['a.b']", 'data[0].said'],
  }
  const sent = { person: { name: 'Ada' }, name: 'Byron', card: { name: 'A B Lovelace' } }
  const said = {
    status: { name: 'New' },
    customer: { name: 'Ada Byron' },
    name: 'Ada Byron',
    id: 7,
    texts: { 'a.b': 'Taken' },
    data: [{ said: 'Well' }],
    said: 'Ada Byron',
  }
  const request = { ...call.request, body: JSON.stringify(sent) }
  const answer = { ...call.answer, body: JSON.stringify(said) }
  const made = { ...call, integration: own, request, answer, correlationId: 'c-places' }
  await logCalls(server.backend.database.sql, [made])
  const [line] = await lines('c-places')
  expect(line.request).toEqual({ ...sent, card: { name: '[hidden]' } })
  expect(line.response).toEqual({
    ...said,
    customer: { name: '[hidden]' },
    name: '[hidden]',
    said: '[hidden]',
  })
})

test.each([
  ['a template', '{"name":"{{mapping.name}}","card":{"name":"{{card_name}}"}}', 'Ada'],
  [
    'one with a row of the mapping',
    '{"name":"{{mapping.name}}","card":{"name":"{{mapping.holder}}"}}',
    'Ada',
  ],
  [
    'one that is no document before it is filled',
    '{"name":"{{mapping.name}}","card":{"name":"{{card_name}}"},"age":{{age}}}',
    '[hidden]',
  ],
])(
  '8.4: of the values that stand in %s none of a restricted field is logged',
  async (_what, body_template, name) => {
    const own = {
      ...integration,
      mapping: [
        mappingRow({ target: 'name', value: 'first_name' }),
        mappingRow({ target: 'holder', value: 'card_name' }),
      ],
      allowed_restricted: ['card_name'],
      body_template,
    }
    const sent = JSON.stringify({ name: 'Ada', card: { name: 'A B Lovelace' } })
    const correlationId = `c-${body_template.length}`
    const request = { ...call.request, body: sent }
    await logCalls(server.backend.database.sql, [
      { ...call, integration: own, request, correlationId },
    ])
    const [line] = await lines(correlationId)
    expect(line.request).toEqual({ name, card: { name: '[hidden]' } })
  },
)

test('8.4: of a form in parts the mapped names are logged alone, and of files nothing', async () => {
  const { body } = sentAs('multipart')
  const [boundary = ''] = body.split('\r\n')
  const file = 'Content-Disposition: form-data; name="name"; filename="a.txt"\r\n\r\ntopsecret\r\n'
  const request = { ...call.request, body: `${boundary}\r\n${file}${body}` }
  await logCalls(server.backend.database.sql, [{ ...call, request, correlationId: 'c-parts' }])
  const [line] = await lines('c-parts')
  expect(line.request).toEqual({
    'profile.email': '•••@•••',
    name: 'Ada',
    password: '[hidden]',
  })
})

test('M7: of an address with variables of the lead the request log tells the variables, not the lead', async () => {
  const url = 'https://broker.example.com/leads/{{email}}/{{phone}}?name={{first_name}}'
  const filled = 'https://broker.example.com/leads/ada%40example.com/%2B442079460018?name=Ada'
  const written = { ...call, integration: { ...integration, url }, correlationId: 'c-path' }
  const request = { ...call.request, url: filled }
  await logCalls(server.backend.database.sql, [
    { ...written, request },
    { ...written, kind: 'test', request },
    {
      ...written,
      kind: 'statuses',
      request: { ...request, url: 'https://broker.example.com/all' },
    },
  ])
  expect((await lines('c-path')).map(({ path }) => path).toSorted()).toEqual([
    'https://broker.example.com/all',
    'https://broker.example.com/leads/{{email}}/{{phone}}',
    'https://broker.example.com/leads/{{email}}/{{phone}}',
  ])
})

test('8.4: headers are logged by name, with the values of those that open nothing', async () => {
  await logCalls(server.backend.database.sql, [{ ...call, correlationId: 'c-headers' }])
  const [line] = await lines('c-headers')
  expect(line).toMatchObject({
    request_headers: { 'Content-Type': 'application/json', 'x-api-key': '[hidden]' },
    response_headers: { 'retry-after': '5', 'set-cookie': '[hidden]' },
  })
})

test('the calls of an integration are found by it', async () => {
  const admin = await server.as('Administrator')
  const broker_id = await admin.make('/broker', { name: 'Fairwater' })
  const department = await admin.make('/broker/department', { branch_name: 'Desk', broker_id })
  const id = await admin.make('/send/integration', {
    name: 'Desk API',
    department,
    url: 'https://broker.example.com/leads',
    mapping: [{ target: 'mail', value: 'email' }],
    rules: [{ path: 'ok', test: 'true', outcome: 'success' }],
  })
  const own = { ...call, integration: { ...integration, id, department }, correlationId: 'c-own' }
  const other = { ...call, integration: { ...integration, id: id + 1 }, correlationId: 'c-other' }
  await logCalls(server.backend.database.sql, [own, other])
  const integrator = await server.as('Integrator')
  const { body } = await integrator.get(`/settings/request/search?integration=${id}`)
  expect(body.data).toMatchObject([{ correlation_id: 'c-own', integration: id, department }])
})

test('a fault, a form, a page and a body of megabytes are logged too', async () => {
  const answers = [
    { kind: 'fault', fault: 'lost', wasSent: true, ms: 3, message: 'ada@example.com\0' },
    { ...call.answer, body: '<h1>ada@example.com</h1><br>' },
    {
      ...call.answer,
      body: `{"why":${JSON.stringify(Array.from({ length: 1000 }, () => ({ why: 'x'.repeat(1500) })))}}`,
    },
    { ...call.answer, body: '{"why":"\\u0000\\ud800"}' },
  ] as const
  const request = { ...call.request, body: 'profile[email]=ada%40example.com&name=Ada&x=1' }
  await logCalls(
    server.backend.database.sql,
    answers.map((answer) => ({ ...call, request, answer, correlationId: 'c-2' })),
  )
  const all = await lines('c-2')
  const [lost, page, large, odd] = [
    all.find(({ error }) => error),
    all.find(({ response }) => response === '[hidden: 28 characters]'),
    all.find(({ size }) => size > 65_536),
    all.find(({ response }) => response?.why === ''),
  ]
  expect(lost).toMatchObject({
    status: null,
    error: expect.stringContaining('lost: •••@•••'),
    response: null,
  })
  expect(lost.request).toEqual({ 'profile[email]': '•••@•••', name: 'Ada', x: '[hidden]' })
  expect(page).toBeDefined()
  expect(large.response).toMatch(/^\[left out: \d+ bytes\]$/)
  expect(odd).toBeDefined()
})

test('bodies are kept for a week, lines for thirty days, and bodies need a permission', async () => {
  const { sql: database } = server.backend.database
  await logCalls(database, [{ ...call, correlationId: 'c-3' }])
  const [young] = await lines('c-3')
  const [reader, other] = [
    await server.user(['settings.request.view', 'settings.request.payload.view']),
    await server.user(['settings.request.view']),
  ]
  expect((await reader.get(`/settings/request/${young.id}`)).body.data.request).toBeTruthy()
  expect((await other.get(`/settings/request/${young.id}`)).body.data.request).toBeUndefined()
  await sql`update requests set created_at = now() - interval '8 days' where id = ${young.id}`.execute(
    database,
  )
  await createForgetRequests(server.backend)(database)
  expect(await lines('c-3')).toMatchObject([{ request: null, response: null, status: 200 }])
})
