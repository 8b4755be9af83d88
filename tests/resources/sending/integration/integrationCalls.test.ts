import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { buildRequest } from '../../../../resources/sending/integration/request/buildRequest.server.ts'
import { loadForCall } from '../../../../resources/sending/integration/loadForCall.server.ts'
import { leadsToSend } from '../../../../resources/sending/integration/request/sendLead.server.ts'
import { createTestConsole, type TestConsole } from '../../../fixtures/console.ts'
import { sampleCall } from '../../../fixtures/sending/integration.ts'
import type { Client } from '../../../fixtures/server.ts'

let server: TestConsole
let admin: Client
let department: number
beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  const broker = (await admin.post('/broker', { name: 'Fairwater' })).body.data.id
  const values = { branch_name: 'Desk', broker_id: broker }
  department = (await admin.post('/broker/department', values)).body.data.id
}, 60_000)
afterAll(() => server.close())

describe('a call', () => {
  test('goes to the site of its department unless another address is given (product.md 3.2)', async () => {
    const desk = await admin.get(`/broker/department/${department}`)
    const changed = {
      site_url: 'https://fairwater.example.com/api',
      version: desk.body.data.version,
    }
    await admin.put(`/broker/department/${department}`, changed)
    const made = {
      department,
      mapping: [{ target: 'mail', value: 'email' }],
      rules: [{ path: 'ok', test: 'true', outcome: 'success' }],
    }
    const { body } = await admin.post('/send/integration', { name: 'At the site', ...made })
    expect(body).toMatchObject({ data: { url: 'https://fairwater.example.com/api' } })
    const url = 'https://other.example.com/api'
    const other = await admin.post('/send/integration', { name: 'Elsewhere', ...made, url })
    expect(other.body.data).toMatchObject({ url })
    const bare = await admin.make('/broker/department', {
      branch_name: 'Without a site',
      broker_id: desk.body.data.broker_id,
    })
    const refused = await admin.post('/send/integration', {
      name: 'Nowhere',
      ...made,
      department: bare,
    })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['url']])
  })

  test('is built of the integration, its secrets and the lead as they are stored', async () => {
    const { body } = await admin.post('/send/integration', {
      name: 'First',
      department,
      url: 'https://broker.example.com/leads',
      auth_type: 'api_key',
      auth_name: 'x-api-key',
      auth_place: 'header',
      auth_secret: 'a secret of some length',
      mapping: [
        { target: 'mail', value: 'email' },
        { target: 'country', value: 'country', transforms: 'country(iso3)' },
        { target: 'from', value: 'source.name' },
        { target: 'tags', value: 'tag.names' },
      ],
      rules: [{ path: 'ok', test: 'true', outcome: 'success' }],
    })
    const { id } = body.data
    await admin.post('/send/integration/secret', { integration: id, name: 'x-more', value: 'more' })
    const source = (await admin.post('/settings/source', { name: 'Northlight' })).body.data.id
    const database = server.backend.database.sql
    const { rows } = await sql<{ id: number }>`
      select id from countries where iso_3166_2 = 'DE'`.execute(database)
    const lead = await admin.post('/lead', {
      email: 'ada@example.com',
      source,
      country: rows[0]?.id,
    })
    const leads = await leadsToSend([lead.body.data.id], database)
    const loaded = (await loadForCall([id], server.backend)).get(id)!
    expect(loaded.secrets).toEqual({
      secret: 'a secret of some length',
      headers: { 'x-more': 'more' },
    })
    const built = buildRequest(
      loaded.integration,
      loaded.secrets,
      leads.get(lead.body.data.id)!,
      sampleCall,
    )
    expect(built).toMatchObject({
      request: {
        method: 'POST',
        headers: { 'x-api-key': 'a secret of some length' },
        body: '{"mail":"ada@example.com","country":"DEU","from":"Northlight"}',
      },
    })
  })
})
