import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

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

/** The lines of the calls of a department, once so many are written. */
const linesOf = ({ id }: Caller, count: number) =>
  vi.waitFor(async () => {
    const { rows } = await sql<any>`
      select * from requests where department = ${id} order by created_at, id`.execute(
      server.backend.database.sql,
    )
    expect(rows).toHaveLength(count)
    return rows
  }, 45_000)

test('the request log keeps of a call only what is listed, without contacts', async () => {
  const one = await partnerOf(server, admin, { may_send_restricted: true })
  const given = {
    first_name: 'Ada',
    email: 'ada@example.com',
    phone: '+447400123456',
    address: '1 Secret Street',
    date_of_birth: '1990-12-10',
    card_digits: '9876',
    city: 'Rome',
    comment: 'Mail ada2@example.com or see https://x.example/in?token=abcdef',
    external_id: 'own-1',
  }
  expect((await one.post('/lead', given)).status).toBe(201)
  expect((await one.post('/lead', { email: 'b@example.com', password: 'Secret123' })).status).toBe(
    422,
  )
  const [taken, refused] = await linesOf(one, 2)
  const hidden = '[hidden]'
  expect(taken.request).toEqual({
    first_name: 'Ada',
    email: hidden,
    phone: hidden,
    address: hidden,
    date_of_birth: hidden,
    card_digits: hidden,
    city: 'Rome',
    comment: 'Mail •••@••• or see [hidden]',
    external_id: 'own-1',
  })
  expect(taken.response).toEqual({
    data: { id: taken.lead, state: 'accepted', external_id: 'own-1' },
  })
  expect(refused).toMatchObject({ status: 422, request: { email: hidden, password: hidden } })
  expect(JSON.stringify([taken, refused])).not.toMatch(/Secret|9876|7400123|example\.com|abcdef/)
})

test('who may see bodies sees them, nobody else', async () => {
  const one = await partnerOf(server, admin)
  await one.post('/lead', { email: 'seen@example.com', first_name: 'Visible' })
  const [{ id }] = await linesOf(one, 1)
  const path = `/settings/request/${id}`
  const [may, mayNot] = [
    await server.user(['settings.request.view', 'settings.request.payload.view']),
    await server.user(['settings.request.view']),
  ]
  expect((await may.get(path)).body.data).toMatchObject({ request: { first_name: 'Visible' } })
  const { status, body } = await mayNot.get(path)
  expect(status).toBe(200)
  expect(JSON.stringify(body)).not.toContain('Visible')
})

test('of callers who are not known, or call from elsewhere, no body is kept', async () => {
  const one = await partnerOf(server, admin)
  const body = { first_name: 'Unread', email: 'unread@example.com' }
  await one.call('POST', '/lead', { body, from: '198.51.100.9' })
  await callFrom(server, 'POST', '/lead', { body })
  const [line] = await linesOf(one, 1)
  expect(line).toMatchObject({ status: 403, request: null, response: null })
  const { rows } = await sql`
    select from requests where request::text like '%Unread%'`.execute(server.backend.database.sql)
  expect(rows).toEqual([])
})
