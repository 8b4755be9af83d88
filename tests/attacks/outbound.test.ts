import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { renderMessage } from '#schema'

import { startServer } from '../fixtures/rawServer.ts'
import { createSending, type Sending } from '../fixtures/sending/sending.ts'
import type { Client } from '../fixtures/server.ts'

let sending: Sending
let broker: Awaited<ReturnType<typeof startServer>>
let admin: Client
/** What the broker answers: it may repeat how we signed in. */
let answer: (said: string) => object = () => ({})

beforeAll(async () => {
  sending = await createSending()
  broker = await startServer((request, response) => {
    const said = request.headers['x-api-key']?.toString() ?? ''
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer(said)))
    })
  })
  sending.server.backend.config.outboundLoopback = broker.origin
  admin = await sending.server.as('Administrator')
  await sending.server.backend.jobs.work()
}, 60_000)
afterAll(async () => {
  await sending.close()
  await broker.stop()
})

/** A department whose calls sign in with a key of its own; the numbers of both, and the key. */
async function signedIn(integration: object = {}) {
  const own = { url: `${broker.origin}/leads`, auth_type: 'api_key', ...integration }
  const department = await sending.department('leads', { integration: own })
  const [{ id }] = await sending.query(
    `select id from send_integrations where department = ${department}`,
  )
  const key = `canary"${randomUUID()}`
  expect((await admin.put(`/send/integration/${id}`, { auth_secret: key })).status).toBe(200)
  await sending.query(
    `update send_integrations set state = 'active', tested_at = now() where id = ${id}`,
  )
  return { department, id: Number(id), key }
}

/** Sends a lead, and waits until it has come to an end. */
async function sendOne(department: number, state: string) {
  const leads = await sending.leads(1)
  await sending.plan(leads, { departments: [department] })
  return vi.waitFor(async () => {
    const [send] = await sending.sends(department)
    expect(send.state).toBe(state)
    return send
  }, 15_000)
}

/** The tables in which a text stands anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await sending.query(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} t where t::text like ${`%${text}%`} limit 1`.execute(
      sending.server.backend.database.sql,
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

describe('E10 a secret that a broker repeats stands nowhere:', () => {
  const words = (said: string) => ({
    success: false,
    message: `The key ${said} is wrong`,
    error: encodeURIComponent(said),
  })
  /** The part that is the same however it is written. */
  const canary = (key: string) => key.slice(key.indexOf('"') + 1)

  test('not in what is kept of a send, of a test and of a pull, nor in their answers', async () => {
    answer = words
    const { department, id, key } = await signedIn({
      pull_mode: 'since',
      pull_method: 'GET',
      pull_url: `${broker.origin}/statuses`,
    })
    const send = await sendOne(department, 'unknown')
    expect(send.failure_message).toBe('The key •••• is wrong')
    await sending.leads(1, { is_test: true })
    const tested = await admin.post(`/send/integration/${id}/test`, {})
    expect(tested.body.data.answer.body).toContain('••••')
    expect(JSON.stringify(tested.body)).not.toContain(canary(key))
    await sending.query(`update send_integrations set pull_asked = 7 where id = ${id}`)
    const pulled = () =>
      sending.query(
        `select pull_problem from send_integrations where id = ${id} and pull_failures > 0`,
      )
    await vi.waitFor(async () => {
      const [one] = await pulled()
      expect(renderMessage(one?.pull_problem ?? '')).toBe(
        'The broker says: “The key •••• is wrong”',
      )
    }, 15_000)
    await vi.waitFor(async () => {
      const lines = await sending.query(`select from requests where integration = ${id}`)
      expect(lines).toHaveLength(3)
    }, 10_000)
    expect(await tablesWith(canary(key))).toEqual([])
  })

  test('and what it means is read as it came, also where the secret is a word of the answer', async () => {
    const { department, key } = await signedIn({
      rules: JSON.parse(
        '[{"and":false,"look_at":"json","path":"taken","test":"true","value":null,"outcome":"success"}]',
      ),
      id_paths: ['lead'],
    })
    answer = (said) => ({ taken: true, lead: `L-${said}` })
    const send = await sendOne(department, 'sent')
    expect(send.api_lead_id).toBe(`L-${key}`)
  })
})

describe('E4 an address that was written past every form is not called:', () => {
  test.each([
    'http://broker.example.com/',
    'file:///etc/passwd',
    'gopher://broker.example.com/',
    'ftp://broker.example.com/',
    'data:application/json,{"success":true}',
    'https://me:password@broker.example.com/',
    'https://broker.example.com:25/',
    'https://169.254.169.254/',
    'https://{{first_name}}.example.com/',
    'https://broker.example.com@{{first_name}}/',
    'no address',
  ])('%s', async (url) => {
    const before = broker.calls()
    const department = await sending.department('leads', { integration: { url } })
    const send = await sendOne(department, 'failed')
    expect([send.failure_status, send.http_status, broker.calls() - before]).toEqual([
      'Configuration error',
      null,
      0,
    ])
  })
})

describe('E5 no change of an integration takes its secret to another origin:', () => {
  const elsewhere = 'https://elsewhere.example.com/'

  test.each([
    ['url', { url: elsewhere }],
    ['the address of its login', { auth_type: 'login_token', token_url: elsewhere }],
    ['where statuses are asked for', { pull_mode: 'since', pull_url: elsewhere }],
  ])('%s', async (_, changes) => {
    const { id } = await signedIn()
    const path = `/send/integration/${id}`
    const { status, body } = await admin.put(path, changes)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['auth_secret']])
    const [kept] = await sending.query(
      `select url, token_url, pull_url from send_integrations where id = ${id}`,
    )
    expect(JSON.stringify(kept)).not.toContain('elsewhere')
    const again = { ...changes, auth_secret: 'a secret of the other' }
    expect((await admin.put(path, again)).status).toBe(200)
  })

  test('nor one of its secret headers', async () => {
    const { id } = await signedIn({ auth_type: 'custom_headers' })
    const header = { integration: id, name: 'x-user', value: 'a secret of the broker' }
    await admin.make('/send/integration/secret', header)
    const again = { url: elsewhere, auth_secret: 'a secret of the other' }
    const { status, body } = await admin.put(`/send/integration/${id}`, again)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['url']])
  })
})

test('E8 an answer of names that mean something to a program is only an answer', async () => {
  answer = () =>
    JSON.parse(
      '{"success":true,"leadId":"B-9","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    )
  const { department } = await signedIn({
    id_paths: ['__proto__.polluted', 'constructor.name', 'leadId'],
    price_paths: ['toString', 'constructor.prototype.polluted'],
  })
  const send = await sendOne(department, 'sent')
  expect([send.api_lead_id, send.price]).toEqual(['1', '1'])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})
