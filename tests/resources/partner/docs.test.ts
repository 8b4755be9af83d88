import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import { callFrom, partnerOf, type Caller } from '../../fixtures/sending/partner.ts'
import type { Client } from '../../fixtures/server.ts'

let server: TestConsole
let admin: Client

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
}, 60_000)
afterAll(() => server.close())

const docsOf = async (one: Caller) => (await one.get('/docs')).body.data
const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name)

test('a department reads what it may call, and no more', async () => {
  const [little, sender, many] = [
    await docsOf(await partnerOf(server, admin, { is_sender: false })),
    await docsOf(await partnerOf(server, admin)),
    await docsOf(await partnerOf(server, admin, { send_a_lot: true, may_send_restricted: true })),
  ]
  expect(namesOf(little.endpoints)).toEqual(['tell', 'return', 'docs'])
  expect(little.lead_fields).toEqual([])
  expect(namesOf(sender.endpoints)).toEqual(['take', 'show', 'search', 'tell', 'return', 'docs'])
  expect(namesOf(many.endpoints)).toContain('take_many')
  expect([sender.calls_per_minute, many.calls_per_minute]).toEqual([60, 600])
  expect(namesOf(sender.lead_fields)).not.toContain('card_digits')
  expect(many.lead_fields).toContainEqual({ name: 'card_digits', type: 'text', max: 4 })
  expect(sender.lead_fields).toContainEqual({ name: 'city', type: 'text', max: 120 })
  expect(sender.status_fields).toContainEqual({ name: 'status', type: 'text', max: 190 })
  expect(JSON.stringify(many)).not.toMatch(/"(?:tags|source|stage)"/)
})

test('every field that it reads of is taken', async () => {
  const one = await partnerOf(server, admin, { may_send_restricted: true })
  const samples: Record<string, unknown> = {
    email: 'every@example.com',
    phone: '+447400123456',
    boolean: true,
    date: '1990-01-31',
    moment: '2026-01-31T10:00:00Z',
    amount: '10.50',
    text: '1234',
    code: 'GB',
    url: 'https://example.com',
  }
  const { lead_fields } = await docsOf(one)
  const own: Record<string, unknown> = {
    alt_email: 'other@example.com',
    alt_phone: '+447400123457',
    language: 'en',
    ip: '203.0.113.9',
    consent_ip: '203.0.113.9',
    timezone: 'Europe/London',
    phone_prefix: '44',
  }
  const body = Object.fromEntries(
    lead_fields.map(({ name, type }: { name: string; type: string }) => [
      name,
      own[name] ?? samples[type],
    ]),
  )
  const answer = await one.post('/lead', body)
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
})

test('the console shows the same to those who may make tokens', async () => {
  const one = await partnerOf(server, admin)
  const address = `/broker/department/${one.id}/api`
  expect((await admin.get(address)).body.data).toMatchObject({
    ...(await docsOf(one)),
    example: expect.stringContaining('/api/partner/lead'),
  })
  const seer = await server.user(['broker.department.view'])
  expect((await seer.get(address)).status).toBe(403)
  expect((await admin.get('/broker/department/999999/api')).status).toBe(404)
  expect(JSON.stringify((await admin.get(address)).body)).not.toContain(one.token)
})

test('the example signs in, by each way', async () => {
  const statuses = []
  for (const auth_type of ['token', 'basic', 'signature']) {
    const one = await partnerOf(server, admin, { auth_type, username: "o'neil $(id)" })
    const { example } = (await admin.get(`/broker/department/${one.id}/api`)).body.data
    const { headers, body } = await called(example.replaceAll('YOUR_TOKEN', one.token))
    statuses.push((await callFrom(server, 'POST', '/lead', { headers, body })).status)
  }
  // Another person for each, so that all may try it.
  expect(statuses).toEqual([201, 201, 201])
  const closed = await partnerOf(server, admin)
  await admin.put(`/broker/department/${closed.id}`, { auth_type: 'none' })
  const { data } = (await admin.get(`/broker/department/${closed.id}/api`)).body
  expect([data.auth_type, data.example]).toEqual(['none', null])
})

test('a call without a body is told how it is signed, too', async () => {
  const one = await partnerOf(server, admin, { auth_type: 'signature' })
  const { headers } = (await admin.get(`/broker/department/${one.id}/api`)).body.data
  expect(headers.at(-1)).toContain('path with query where there is no body')
})

/** What a shell makes of an example: the headers and the body that curl would send. */
async function called(example: string) {
  const script = `curl() { printf '%s\\0' "$@"; }\n${example}`
  const { stdout } = await promisify(execFile)('sh', ['-c', script])
  const words = stdout.split('\0')
  const after = (option: string) =>
    words.flatMap((word, at) => (word === option ? [words[at + 1] ?? ''] : []))
  const headers = after('-H').map((header) => header.split(': ') as [string, string])
  const [user] = after('-u')
  const basic = user && { authorization: `Basic ${Buffer.from(user).toString('base64')}` }
  const sent = headers.map(([name, value]): [string, string] => [name.toLowerCase(), value])
  return { headers: { ...Object.fromEntries(sent), ...basic }, body: after('-d')[0] }
}
