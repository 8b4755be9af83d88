import { createHash } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestConsole, type TestConsole } from '../fixtures/console.ts'
import type { Client } from '../fixtures/server.ts'

let server: TestConsole
let admin: Client
let broker: number
beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  broker = (await admin.post('/broker', { name: 'Fairwater' })).body.data.id
}, 60_000)
afterAll(() => server.close())

describe('a broker', () => {
  test.each([
    ['a name that is taken', { name: 'Fairwater' }, 'name'],
    ['a page that is no address', { name: 'B', company_web_pages: ['www'] }, 'company_web_pages'],
    ['an address that is none', { name: 'B', ip_addresses: ['203.0.113.300'] }, 'ip_addresses'],
    ['a contract without a day', { name: 'B', contract_expires_in: 'soon' }, 'contract_expires_in'],
  ])('with %s is refused', async (_name, values, field) => {
    const { status, body } = await admin.post('/broker', values)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })

  test('is put out of sight with its departments', async () => {
    const other = (await admin.post('/broker', { name: 'Short' })).body.data.id
    const values = { branch_name: 'Desk', broker_id: other }
    const department = (await admin.post('/broker/department', values)).body.data.id
    expect((await admin.delete(`/broker/${other}`)).status).toBe(200)
    expect((await admin.get(`/broker/${other}`)).status).toBe(404)
    expect((await admin.get(`/broker/department/${department}`)).status).toBe(404)
    expect((await admin.post('/broker', { name: 'Short' })).status).toBe(201)
  })
})

test('brokers are found by how long their contracts hold', async () => {
  const days = { over: -1, ending: 30, valid: 31 }
  const ids: Record<string, number> = { open: broker }
  for (const [contract, after] of Object.entries(days)) {
    const contract_expires_in = new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)
    ids[contract] = await admin.make('/broker', { name: contract, contract_expires_in })
  }
  for (const [contract, id] of Object.entries(ids)) {
    const { body } = await admin.get(`/broker/search?contract=${contract}&search=`)
    expect(body.data.map((one: { id: number }) => one.id)).toContain(id)
    const others = Object.values(ids).filter((one) => one !== id)
    for (const other of others)
      expect(body.data).not.toContainEqual(expect.objectContaining({ id: other }))
  }
})

test('11.12, 11.13: a country finds the brokers and departments that take it, also those that take all', async () => {
  const { data } = (await admin.get('/settings/country/search?iso_3166_2=DE,FR')).body
  const [one, other] = data.map(({ id }: { id: number }) => id)
  const idsOf = async (path: string) =>
    (await admin.get(path)).body.data.map(({ id }: { id: number }) => id)
  const kinds = [
    ['/broker', 'allowed_countries', (name: string) => ({ name })],
    [
      '/broker/department',
      'accept_countries',
      (branch_name: string) => ({ branch_name, broker_id: broker }),
    ],
  ] as const
  for (const [path, field, named] of kinds) {
    const all = await admin.make(path, named(`${field} of all`))
    const own = await admin.make(path, { ...named(`${field} of one`), [field]: [one] })
    const far = await admin.make(path, { ...named(`${field} of another`), [field]: [other] })
    const found = await idsOf(`${path}/search?${field}=${one}&per_page=100`)
    expect([all, own, far].map((id) => found.includes(id))).toEqual([true, true, false])
    const left = await idsOf(`${path}/search?${field}_not=${one}&per_page=100`)
    expect([all, own, far].map((id) => left.includes(id))).toEqual([false, false, true])
  }
})

describe('a department', () => {
  const post = (values: object) =>
    admin.post('/broker/department', { broker_id: broker, ...values })

  test.each([
    [
      'that signs in by name without a name',
      { auth_type: 'basic', allowed_ips: ['203.0.113.7'] },
      'username',
    ],
    ['that may call us from nowhere', { auth_type: 'token' }, 'allowed_ips'],
    ['with a site that is no address', { site_url: 'javascript:alert(1)' }, 'site_url'],
    ['in a time zone that is none', { timezone: 'Mars' }, 'timezone'],
    ['of no broker', { broker_id: 999_999 }, 'broker_id'],
    ['that brings its own token', { api_token: 'x' }, 'api_token'],
  ])('%s is refused', async (name, values, field) => {
    const { status, body } = await post({ branch_name: name.slice(0, 40), ...values })
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })

  test('has a name of its own within its broker', async () => {
    expect((await post({ branch_name: 'Desk' })).status).toBe(201)
    expect((await post({ branch_name: 'Desk' })).status).toBe(422)
  })

  test('may call us from the addresses of its broker', async () => {
    const values = { name: 'Known', ip_addresses: ['203.0.113.0/24'] }
    const known = (await admin.post('/broker', values)).body.data.id
    const { status } = await post({ branch_name: 'Desk', broker_id: known, auth_type: 'token' })
    expect(status).toBe(201)
  })

  test('gets a token that is shown once', async () => {
    const { id } = (await post({ branch_name: 'Token desk' })).body.data
    const path = `/broker/department/${id}`
    expect((await admin.get(path)).body.data.api_token).toEqual({ set: false })
    const { api_token } = (await admin.post(`${path}/token`)).body.data
    expect(api_token).toMatch(/^[A-Za-z0-9]{40}$/)
    const shown = (await admin.get(path)).body.data
    expect(shown.api_token).toEqual({ set: true, last4: api_token.slice(-4) })
    expect(JSON.stringify([shown, (await admin.get(`${path}/timeline`)).body])).not.toContain(
      createHash('sha256').update(api_token).digest('base64url'),
    )
    expect(shown).not.toHaveProperty('api_token_hash')
    const next = (await admin.post(`${path}/token`)).body.data.api_token
    expect(next).not.toBe(api_token)
    const tables = await Promise.all(
      (['broker_departments', 'audit_log'] as const).map((table) =>
        server.backend.database.sql.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(JSON.stringify(tables)).not.toContain(next)
    const manager = await server.as('Manager')
    expect((await manager.post(`${path}/token`)).status).toBe(403)
  })
})
