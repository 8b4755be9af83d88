import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import { callFrom, partnerAddress, partnerOf, signed } from '../../fixtures/sending/partner.ts'
import type { Client } from '../../fixtures/server.ts'
import { putClockBack } from '../../fixtures/work/clock.ts'
import { countWaiting, othersWait } from '../../fixtures/work/waiting.ts'

let server: TestConsole
let admin: Client

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
}, 60_000)
afterAll(() => server.close())
// Ten refused calls from one address are enough for the next to hear no reason.
beforeEach(() => sql`delete from login_failures`.execute(server.backend.database.sql))

const search = '/lead/search'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const basic = (name: string, token: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`,
})
const change = async (id: number, values: object) =>
  expect((await admin.put(`/broker/department/${id}`, values)).status).toBe(200)
const get = (headers: Record<string, string>, from?: string) =>
  callFrom(server, 'GET', search, { headers, ...(from && { from }) })

describe('a department calls', () => {
  test('with its token, in either header', async () => {
    const { token } = await partnerOf(server, admin)
    expect((await get(bearer(token))).status).toBe(200)
    expect((await get({ 'x-api-key': token })).status).toBe(200)
    expect((await get(bearer(`${token}x`))).status).toBe(401)
    expect((await get(basic('', token))).status).toBe(401)
    expect((await get({})).status).toBe(401)
  })

  test('with its name and token', async () => {
    const { token } = await partnerOf(server, admin, { auth_type: 'basic', username: 'north' })
    expect((await get(basic('north', token))).status).toBe(200)
    expect((await get(basic('south', token))).status).toBe(401)
    expect((await get(bearer(token))).status).toBe(401)
  })

  test('never while its sign-in is closed', async () => {
    const { id, token } = await partnerOf(server, admin)
    await change(id, { auth_type: 'none' })
    const answer = await get(bearer(token))
    expect([answer.status, answer.body.message]).toEqual([
      403,
      'The API is closed for this department',
    ])
  })

  test('never once it, or its broker, is deleted', async () => {
    const { id, token } = await partnerOf(server, admin)
    expect((await admin.delete(`/broker/department/${id}`)).status).toBe(200)
    expect((await get(bearer(token))).status).toBe(401)
  })

  test('with its new token, and a day with the replaced one', async () => {
    const { id, token } = await partnerOf(server, admin)
    const replaced = await admin.post(`/broker/department/${id}/replace_token`)
    const next = replaced.body.data.api_token
    expect((await get(bearer(next))).status).toBe(200)
    expect((await get(bearer(token))).status).toBe(200)
    const until = (await admin.get(`/broker/department/${id}`)).body.data.previous_token_until
    expect(Math.round((Date.parse(until) - Date.now()) / 3_600_000)).toBe(24)
    await sql`
      update broker_departments set previous_token_until = now() - interval '1 second'
      where id = ${id}`.execute(server.backend.database.sql)
    expect((await get(bearer(token))).status).toBe(401)
    expect((await get(bearer(next))).status).toBe(200)
  })

  test('with no replaced token before there is one to replace', async () => {
    const broker_id = (await admin.post('/broker', { name: 'None yet' })).body.data.id
    const values = { branch_name: 'None yet', broker_id }
    const { id } = (await admin.post('/broker/department', values)).body.data
    expect((await admin.post(`/broker/department/${id}/replace_token`)).status).toBe(409)
    await admin.post(`/broker/department/${id}/token`)
    expect((await admin.post(`/broker/department/${id}/replace_token`)).status).toBe(200)
  })

  test('with two tokens at most: none is replaced while the one before it has its day', async () => {
    const { id, token } = await partnerOf(server, admin)
    const { body } = await admin.post(`/broker/department/${id}/replace_token`)
    expect((await admin.post(`/broker/department/${id}/replace_token`)).status).toBe(409)
    expect((await get(bearer(token))).status).toBe(200)
    expect((await get(bearer(body.data.api_token))).status).toBe(200)
  })

  test('with nothing but a generated token, which ends all others at once', async () => {
    const { id, token } = await partnerOf(server, admin)
    await admin.post(`/broker/department/${id}/replace_token`)
    const { body } = await admin.post(`/broker/department/${id}/token`)
    expect((await get(bearer(token))).status).toBe(401)
    expect((await get(bearer(body.data.api_token))).status).toBe(200)
    const manager = await server.as('Manager')
    expect((await manager.post(`/broker/department/${id}/replace_token`)).status).toBe(403)
  })
})

describe('a signed call', () => {
  const address = '/api/partner/lead/search'
  const lead = JSON.stringify({ first_name: 'Ada' })
  const signer = () => partnerOf(server, admin, { auth_type: 'signature' })
  const post = (headers: Record<string, string>, body = lead) =>
    callFrom(server, 'POST', '/lead', { headers, body })

  test('is let in by its timestamp and body, or its address', async () => {
    const one = await signer()
    expect((await get(signed(one, address))).status).toBe(200)
    const body = JSON.stringify({ email: 'signed@example.com' })
    expect((await post(signed(one, body), body)).status).toBe(201)
    expect((await get(bearer(one.token))).status).toBe(401)
  })

  test('with another body, address or token is refused', async () => {
    const [one, other] = [await signer(), await signer()]
    const answer = await post(signed(one, lead), `${lead} `)
    expect([answer.status, answer.body.message]).toEqual([
      401,
      'The department or the signature is wrong',
    ])
    expect((await get(signed(one, `${address}?page=2`))).status).toBe(401)
    expect((await get(signed({ ...one, token: other.token }, address))).status).toBe(401)
    expect((await get({ ...signed(one, address), 'x-signature': 'nonsense' })).status).toBe(401)
  })

  test('without the token of its department is answered like one of a department that there is not', async () => {
    const [one, elsewhere] = [await signer(), await signer()]
    const closed = await partnerOf(server, admin, { auth_type: 'none' })
    await change(elsewhere.id, { allowed_ips: ['198.51.100.1'] })
    const withToken = await partnerOf(server, admin)
    const answerOf = async (id: number) => {
      const { status, body } = await get(signed({ id, token: 'x'.repeat(40) }, address))
      return { status, body }
    }
    const unknown = await answerOf(999_999)
    expect(unknown.status).toBe(401)
    for (const { id } of [one, elsewhere, closed, withToken]) {
      expect(await answerOf(id)).toEqual(unknown)
    }
    expect((await get(signed(elsewhere, address))).status).toBe(403)
    expect((await get(signed(closed, address))).status).toBe(403)
    expect((await get(signed(withToken, address))).status).toBe(401)
  })

  test('of more than five minutes ago, or ahead, is refused', async () => {
    const one = await signer()
    const now = Math.floor(Date.now() / 1_000)
    for (const [seconds, status] of [
      [-290, 200],
      [-310, 401],
      [290, 200],
      [310, 401],
    ] as const) {
      expect([seconds, (await get(signed(one, address, now + seconds))).status]).toEqual([
        seconds,
        status,
      ])
    }
  })

  test('that writes is let in once', async () => {
    const one = await signer()
    const body = JSON.stringify({ email: 'replayed@example.com' })
    const headers = signed(one, body)
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await post(headers, body)).status),
    )
    expect(statuses.sort()).toEqual([201, 401, 401])
  })

  test('M5: that is forged uses up none of the calls of its department', async () => {
    const one = await signer()
    for (let at = 0; at < 61; at += 1) {
      await get({ ...signed(one, address), 'x-signature': 'a'.repeat(64) })
    }
    const right = []
    for (let at = 0; at < 61; at += 1) right.push((await get(signed(one, address))).status)
    expect(right).toEqual([...Array<number>(60).fill(200), 429])
  })

  test('may be signed with the replaced token for a day', async () => {
    const one = await signer()
    await admin.post(`/broker/department/${one.id}/replace_token`)
    expect((await get(signed(one, address))).status).toBe(200)
  })
})

test('a refused call stands in the request log at the department that it names', async () => {
  const named = await partnerOf(server, admin, { auth_type: 'basic', username: 'log-north' })
  const signing = await partnerOf(server, admin, { auth_type: 'signature' })
  const address = '/api/partner/lead/search'
  const calls = [
    [named.id, basic('log-north', 'wrong')],
    [named.id, bearer(named.token)],
    [signing.id, bearer(signing.token)],
    [signing.id, signed({ ...signing, token: 'wrong' }, address)],
  ] as const
  for (const [, headers] of calls) expect((await get(headers)).status).toBe(401)
  await expect
    .poll(async () => {
      const { rows } = await sql<{ department: number }>`
        select department from requests where status = 401
        order by id desc limit 4`.execute(server.backend.database.sql)
      return rows.map(({ department }) => department).sort()
    })
    .toEqual(calls.map(([id]) => id).sort())
})

describe('an address', () => {
  test.each([
    [['203.0.113.7'], '203.0.113.7', 200],
    [['203.0.113.7'], '203.0.113.8', 403],
    [['203.0.113.7'], '::ffff:203.0.113.7', 200],
    [['203.0.113.0/29'], '203.0.113.6', 200],
    [['203.0.113.0/29'], '203.0.113.8', 403],
    [['2001:db8::/32'], '2001:db8:1::5', 200],
    [['2001:db8::/32'], '2001:db9::5', 403],
    [['2001:db8::1'], '2001:0db8:0:0::1', 200],
    [['0.0.0.0/0', '::/0'], '198.51.100.1', 200],
    [['0.0.0.0/0'], '2001:db8::1', 403],
    [['::/0'], '2001:db8::1', 200],
    [['::/0'], '198.51.100.1', 403],
    [['::/0'], '::ffff:198.51.100.1', 403],
    [['::ffff:198.51.100.0/120'], '198.51.100.1', 200],
  ])('of %j is %s: %i', async (allowed_ips, from, status) => {
    const { token } = await partnerOf(server, admin, { allowed_ips })
    expect((await get(bearer(token), from)).status).toBe(status)
  })

  test('may be that of the broker, where the department names none', async () => {
    const { id, token } = await partnerOf(server, admin)
    await sql`
      update brokers set ip_addresses = '{198.51.100.0/24}'
      where id = (select broker_id from broker_departments where id = ${id})`.execute(
      server.backend.database.sql,
    )
    expect((await get(bearer(token), '198.51.100.9')).status).toBe(403)
    await change(id, { allowed_ips: [] })
    expect((await get(bearer(token), '198.51.100.9')).status).toBe(200)
    await sql`update brokers set ip_addresses = null`.execute(server.backend.database.sql)
    const answer = await get(bearer(token), '198.51.100.9')
    expect(answer.status).toBe(403)
    expect(answer.body.message).toContain('198.51.100.9')
  })

  test('counts as it comes, whatever a header says', async () => {
    const { token } = await partnerOf(server, admin)
    const headers = { ...bearer(token), 'x-forwarded-for': partnerAddress, forwarded: 'for=1' }
    expect((await get(headers, '198.51.100.1')).status).toBe(403)
  })
})

test('a department makes 60 calls a minute, or 600 if it sends a lot, and hears when to go on', async () => {
  const statusesOf = async (token: string, count: number) => {
    const found = []
    for (let at = 0; at < count; at += 1) found.push(await get(bearer(token)))
    return found
  }
  const little = await statusesOf((await partnerOf(server, admin)).token, 61)
  expect(little.map(({ status }) => status)).toEqual([...Array<number>(60).fill(200), 429])
  expect(Number(little.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(little.at(-1)?.headers['retry-after'])).toBeLessThanOrEqual(60)
  const many = await partnerOf(server, admin, { send_a_lot: true })
  const statuses = (await statusesOf(many.token, 61)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
}, 30_000)

test('a department whose minute is full calls again in the next one, also when the clock was put back', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const { token } = await partnerOf(server, admin)
  const statusAfter = async (count: number) => {
    let status = 0
    for (let at = 0; at < count; at += 1) status = (await get(bearer(token))).status
    return status
  }
  expect(await statusAfter(61)).toBe(429)
  putClockBack(61_000)
  expect(await statusAfter(1)).toBe(200)
})

test('a session opens no route of partners, and a token none of the console', async () => {
  const one = await partnerOf(server, admin)
  expect((await get(bearer(admin.token), '198.51.100.5')).status).toBe(401)
  for (const url of ['/api/lead/search', '/api/profile', '/api/settings/request/search']) {
    const { statusCode } = await server.app.inject({ url, headers: bearer(one.token) })
    expect([url, statusCode]).toEqual([url, 401])
  }
})

test('who may make tokens hears of ten refused calls', async () => {
  const one = await partnerOf(server, admin)
  const keeper = await server.user(['broker.department.token', 'user.profile.notification.view'])
  const told = async () => (await keeper.get('/profile/notification/search')).body.data
  const mine = async () => (await told()).map(({ event }: { event: string }) => event)
  const statuses = []
  for (let at = 0; at < 11; at += 1) {
    statuses.push((await get(bearer(one.token), '198.51.100.77')).status)
    if (at === 8) expect(await mine()).toEqual([])
  }
  expect(statuses).toEqual([...Array<number>(10).fill(403), 429])
  expect((await one.get(search)).status).toBe(200)
  expect(await mine()).toEqual(['partner_refused'])
  for (let at = 0; at < 11; at += 1) await get(bearer('x'.repeat(40)), '198.51.100.78')
  expect((await mine()).sort()).toEqual(['partner_refused', 'partner_unknown'])
  // Ten calls are one thing that happened, and the eleventh is no other.
  expect((await told()).map(({ count }: { count: number }) => count)).toEqual([1, 1])
})

test('M6: a department has few calls at work, and people are served meanwhile', async () => {
  const { database } = server.backend
  // The embedded database has one connection, at which nobody waits for a lock of others.
  if (database.kind === 'embedded') return
  const busy = await partnerOf(server, admin, { send_a_lot: true })
  const other = await partnerOf(server, admin)
  const bulk = (at: number) => [{ email: `busy${at}@example.com` }]
  await database.sql.transaction().execute(async (holder) => {
    await sql`lock table leads`.execute(holder)
    const light = Array.from({ length: 12 }, () => busy.get('/lead/1'))
    const heavy = Array.from({ length: 12 }, (_, at) => busy.post('/lead/bulk', bulk(at)))
    await othersWait(database, holder, 4)
    // Both would wait behind all of the others, were these at work.
    expect((await other.get('/docs')).status).toBe(200)
    expect((await admin.get('/settings/language/search')).status).toBe(200)
    await expect.poll(() => countWaiting(holder, 'leads')).toBe(4)
    await sql`rollback`.execute(holder)
    const statuses = (await Promise.all([...light, ...heavy])).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([404, 207]))
  })
})
