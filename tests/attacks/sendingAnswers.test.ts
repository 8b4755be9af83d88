import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { renderMessage } from '#schema'

import { startServer } from '../fixtures/rawServer.ts'
import { createSending, type Sending } from '../fixtures/sending/sending.ts'
import type { Client } from '../fixtures/server.ts'

/** What a broker may answer. Bytes that are no text, characters that are no words, and more than anybody reads. */
const evil = '<img src=x onerror=alert(1)>\0\u001B[31m\u202Etxt\ud800'
const emoji = '😀'
const json = (body: object) => JSON.stringify(body)
const taken = (more: object) => json({ success: true, leadId: 'B-1', ...more })
const answers: Readonly<Record<string, [type: string, body: string | Buffer, state: string]>> = {
  html: ['text/html', `<!doctype html><script>alert(1)</script>${evil}`, 'unknown'],
  'json of hostile words': ['application/json', taken({ message: evil, leadId: evil }), 'sent'],
  'json of escaped ones': [
    'application/json',
    '{"success":true,"leadId":"B\\u0000-1\\ud800","message":"\\u0000\\u001b[2J\\udfff gone"}',
    'sent',
  ],
  'a refusal in such words': [
    'application/json',
    '{"success":false,"message":"Duplicate \\u0000\\ud83d"}',
    'rejected',
  ],
  'a character cut in two': [
    'application/json',
    taken({ leadId: `${'x'.repeat(189)}${emoji}`, message: `${'x'.repeat(499)}${emoji}` }),
    'sent',
  ],
  xml: ['application/xml', `<a><success>&#xD800;&#27;true</success></a>`, 'unknown'],
  binary: [
    'application/octet-stream',
    Buffer.from(Array.from({ length: 2_048 }, (_, at) => at % 256)),
    'unknown',
  ],
  '10 MB': ['application/json', taken({ pad: 'x'.repeat(10 * 1024 ** 2) }), 'unknown'],
}

/** Control characters but white space, halves of characters, and marks that turn the direction of words. */
const noText = /(?!\s)[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

let sending: Sending
let broker: Awaited<ReturnType<typeof startServer>>
let reader: Client
let integrator: Client
/** Rows that the broker tells when it is asked for statuses. */
let rows: string

beforeAll(async () => {
  sending = await createSending()
  broker = await startServer((request, response) => {
    const [name = '', query] = decodeURIComponent((request.url ?? '').slice(1)).split('?')
    const moved = /^moved (\d+) (.*)$/.exec(name)
    if (moved) return void response.writeHead(Number(moved[1]), { location: moved[2] }).end(query)
    const [type, body] = answers[name] ?? ['application/json', rows]
    request.resume().on('end', () => response.setHeader('content-type', type).end(body))
  })
  sending.server.backend.config.outboundLoopback = broker.origin
  const payload = ['lead.history.payload.view', 'lead.contact.view']
  const requests = ['settings.request.view', 'settings.request.payload.view']
  reader = await sending.server.user(['lead.history.view', ...payload, ...requests])
  integrator = await sending.server.user([
    'send.integration.view',
    'send.integration.test',
    ...payload,
  ])
  await sending.server.backend.jobs.work()
}, 60_000)
afterAll(async () => {
  await sending.close()
  await broker.stop()
})

const departmentWith = (path: string, integration: object = {}) =>
  sending.department(path, {
    integration: { url: `${broker.origin}/${encodeURIComponent(path)}`, ...integration },
  })

/** Every text within something that was read as JSON. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function expectText(value: unknown): void {
  for (const text of textsIn(value)) {
    expect(text).not.toMatch(noText)
    expect(text.length).toBeLessThanOrEqual(65_536)
  }
}

describe('C3 what a broker answers is kept as text of bounded length:', () => {
  test.each(Object.entries(answers))('%s', async (path, [, , state]) => {
    const department = await departmentWith(path)
    await sending.plan(await sending.leads(1), { departments: [department] })
    const [send] = await vi.waitFor(async () => {
      const sends = await sending.sends(department)
      expect(sends.map((one) => one.state)).toEqual([state])
      return sends
    }, 15_000)
    const shown = await reader.get(`/lead/history/${send.id}`)
    const { body } = await reader.get(`/lead/history/${send.id}/attempts`)
    const attempt = await reader.post(`/lead/history/attempt/${body.data[0].id}/reveal`)
    expect(attempt.body.data.values).toMatchObject({ response: expect.any(String) })
    const line = await vi.waitFor(async () => {
      const found = await reader.get(`/settings/request/search?correlation_id=${send.uuid}`)
      expect(found.body.data).toHaveLength(1)
      return reader.get(`/settings/request/${found.body.data[0].id}`)
    }, 10_000)
    for (const answer of [shown, attempt, line]) {
      expect(answer.headers['content-type']).toContain('application/json')
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expectText(answer.body)
    }
  })

  test('M7: of a test call without its contacts, until they are revealed where it is kept', async () => {
    const words = {
      said: 'No jane.doe@example.com',
      phone: '+44 7400 123456',
      link: 'https://x.y/?z',
    }
    rows = JSON.stringify(words)
    const department = await departmentWith('echo')
    await sending.leads(1, { is_test: true })
    const [{ id }] = await sending.query(
      `select id from send_integrations where department = ${department}`,
    )
    const { body } = await integrator.post(`/send/integration/${id}/test`, {})
    expect(body.data.answer.body).toBe(
      JSON.stringify({ said: 'No •••@•••', phone: '•••', link: '•••' }),
    )
    const { body: kept } = await reader.get(`/lead/history/${body.data.send}/attempts`)
    expect(JSON.stringify(kept)).not.toContain('jane.doe')
    const { response } = await reader.reveal(`/lead/history/attempt/${kept.data[0].id}`)
    // A link that signs in is kept sealed with the send alone (15.4).
    expect(JSON.parse(response)).toEqual({ ...words, link: '•••' })
  })

  test.each(Object.keys(answers))('of a test call: %s', async (path) => {
    const department = await departmentWith(path)
    await sending.leads(1, { is_test: true })
    const [{ id }] = await sending.query(
      `select id from send_integrations where department = ${department}`,
    )
    const { status, body } = await integrator.post(`/send/integration/${id}/test`, {})
    expect([status, body.errors]).toEqual([200, undefined])
    expectText(body)
    expect(body.data.answer.body.length).toBeLessThanOrEqual(20_000)
    const { body: shown } = await reader.get(`/lead/history/${body.data.send}`)
    expect(shown.data.state).not.toBe('sending')
    expectText(shown)
  })

  test('of a status pull and a postback', async () => {
    const postback_key = 'c'.repeat(40)
    const department = await departmentWith('json of hostile words', {
      pull_mode: 'window',
      pull_method: 'GET',
      pull_url: `${broker.origin}/statuses`,
      pull_date_format: 'yyyy-MM-dd',
      pull_id_paths: ['id'],
      pull_status_paths: ['status'],
      postback_key,
      postback_id: 'id',
      postback_status: 'status',
    })
    await sending.plan(await sending.leads(1), { departments: [department] })
    const [send] = await vi.waitFor(async () => {
      const sends = await sending.sends(department)
      expect(sends.map((one) => one.state)).toEqual(['sent'])
      return sends
    }, 15_000)
    const status = (word: string) => `{"id":"${send.send_key}","status":"${word}"}`
    rows = `[${status('\\u0000Ho\\ud800t\\u001b')},${status(`${'x'.repeat(189)}${emoji}`)}]`
    await sending.query(
      `update send_integrations set pull_asked = 7 where department = ${department}`,
    )
    const pulled = () =>
      sending.query(
        `select pull_problem, pull_rows from send_integrations where department = ${department} and pull_asked is null`,
      )
    await vi.waitFor(
      async () => expect(await pulled()).toEqual([{ pull_problem: null, pull_rows: 2 }]),
      15_000,
    )
    const told = async () => (await sending.sends(department))[0].broker_status
    expect(await told()).toBe('x'.repeat(189))

    rows = '{"status":false,"message":"No\\u0000\\ud800pe"}'
    await sending.query(
      `update send_integrations set pull_asked = 7 where department = ${department}`,
    )
    await vi.waitFor(async () => {
      const [one] = await pulled()
      expect(renderMessage(one?.pull_problem ?? '')).toBe('The broker says: “Nope”')
      expect(one.pull_rows).toBe(2)
    }, 15_000)

    const answer = await sending.server.app.inject({
      method: 'POST',
      url: `/api/partner/postback/${postback_key}`,
      headers: { 'content-type': 'application/json' },
      payload: status('\\u0000Col\\ud800d\\u001b'),
    })
    expect([answer.statusCode, answer.body]).toEqual([200, 'ok'])
    expect(await told()).toBe('Cold')
  })
})

describe('C4 a broker that points elsewhere is not followed:', () => {
  let decoy: typeof broker
  beforeAll(async () => {
    decoy = await startServer((_, response) => {
      response.end(taken({}))
    })
  })
  afterAll(() => decoy.stop())

  /** The hosts that connections were begun to meanwhile. */
  async function hostsOf(work: () => Promise<void>): Promise<string[]> {
    const hosts: string[] = []
    const note = (message: unknown) =>
      void hosts.push((message as { connectParams: { host: string } }).connectParams.host)
    subscribe('undici:client:beforeConnect', note)
    await work().finally(() => unsubscribe('undici:client:beforeConnect', note))
    return hosts
  }

  test.each(
    [301, 302, 303, 307, 308].flatMap((status) => [
      [status, 'this machine', (): string => `${decoy.origin}/inside`] as const,
      [
        status,
        'the metadata of its cloud',
        (): string => 'http://169.254.169.254/latest/',
      ] as const,
    ]),
  )('%d to %s', async (status, _, target) => {
    const department = await departmentWith(`moved ${status} ${target()}`)
    await sending.leads(1, { is_test: true })
    const [{ id }] = await sending.query(
      `select id from send_integrations where department = ${department}`,
    )
    const before = broker.calls()
    const hosts = await hostsOf(async () => {
      const { body } = await integrator.post(`/send/integration/${id}/test`, {})
      expect(body.data.answer.status).toBe(status)
      const { body: shown } = await reader.get(`/lead/history/${body.data.send}`)
      expect(['failed', 'unknown']).toContain(shown.data.state)
    })
    expect([broker.calls() - before, decoy.calls()]).toEqual([1, 0])
    expect(hosts.filter((host) => host !== new URL(broker.origin).host)).toEqual([])
  })
})

test('C3 whatever was answered, nothing is left under way', async () => {
  const { rows: open } = await sql`select from sends where state = 'sending'`.execute(
    sending.server.backend.database.sql,
  )
  expect(open).toEqual([])
})
