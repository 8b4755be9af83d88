import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { createForgetRequests } from '../../../src/server/http/forgetRequests.ts'
import { createRequestLog } from '../../../src/server/http/requestLog.ts'
import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'

let server: TestConsole
let admin: Client

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
}, 60_000)
afterAll(() => server.close())

const logged = async (query: string) =>
  (await admin.get(`/settings/request/search?sort=created_at&per_page=200&${query}`)).body.data

test('specification 1: calls that change something or fail are in the request log, and no others', async () => {
  const ada = await server.user(['settings.tag.create', 'settings.tag.view'])
  const id = await ada.make('/settings/tag', { name: 'Watched' })
  expect((await ada.post('/settings/tag/search', {})).status).toBe(200)
  expect((await ada.get('/settings/tag/search?name=secret')).status).toBe(200)
  expect((await ada.get('/settings/tag/search?nothing=of-this')).status).toBe(400)
  expect((await ada.delete(`/settings/tag/${id}?reason=none`)).status).toBe(403)
  expect((await ada.speaking('ar').get('/settings/tag/999999')).status).toBe(404)
  await expect.poll(async () => (await logged(`user=${ada.id}`)).length).toBe(4)
  // Of two calls within one millisecond either line may come first.
  const lines = (await logged(`user=${ada.id}`)).toSorted(
    (one: { status: number }, other: { status: number }) => one.status - other.status,
  )
  const common = { direction: 'in', ip: '127.0.0.1', user: ada.id, lead: null }
  expect(lines).toMatchObject([
    {
      ...common,
      method: 'POST',
      path: '/api/settings/tag',
      route: '/api/settings/tag',
      status: 201,
      error: null,
    },
    { ...common, method: 'GET', path: '/api/settings/tag/search', status: 400 },
    {
      ...common,
      method: 'DELETE',
      path: `/api/settings/tag/${id}`,
      route: '/api/settings/tag/:id',
      status: 403,
    },
    { ...common, method: 'GET', route: '/api/settings/tag/:id', status: 404, error: 'Not found.' },
  ])
  for (const { correlation_id, duration_ms, created_at } of lines) {
    expect(correlation_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(duration_ms).toBeGreaterThanOrEqual(0)
    expect(Math.abs(Date.parse(created_at) - Date.now())).toBeLessThan(300_000)
  }
})

const line = (more: object = {}) => ({
  created_at: new Date().toISOString(),
  direction: 'in' as const,
  method: 'POST',
  route: '/api/x',
  path: '/api/x',
  status: 200,
  duration_ms: 1,
  ip: '192.0.2.1',
  user: null,
  correlation_id: 'bounded',
  error: null,
  size: null,
  ...more,
})

const count = async (correlation: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from requests where correlation_id = ${correlation}`.execute(
    server.backend.database.sql,
  )
  return rows[0]?.count
}

test('specification 1: the request log is bounded, counts what it leaves out, and is whole at the end', async () => {
  const warn = vi.spyOn(server.backend.log, 'warn')
  const log = createRequestLog(server.backend)
  for (let n = 0; n < 1_500; n += 1) log.add(line({ user: admin.id }))
  for (let n = 0; n < 500; n += 1) log.add(line({ correlation_id: 'anonymous' }))
  // A user who is gone takes no line along.
  log.add(line({ user: 999_999, correlation_id: 'gone' }))
  await log.close()
  expect(await count('bounded')).toBe(1_000 - 21)
  expect(await count('anonymous')).toBe(20)
  expect(await count('gone')).toBe(1)
  expect(warn).toHaveBeenCalledWith({ requests: 521 + 480 }, expect.any(String))
  warn.mockRestore()
})

test('specification 1: requests are kept for thirty days', async () => {
  const { sql: database } = server.backend.database
  await sql`
    insert into requests (direction, method, path, correlation_id, created_at)
    select 'in', 'POST', '/api/old', 'days', now() - days * interval '1 day'
    from unnest(array[29, 31]) days`.execute(database)
  await createForgetRequests(server.backend)(database)
  expect(await count('days')).toBe(1)
})

test('specification 1: what waits is written before the server has stopped', async () => {
  await admin.make('/settings/tag', { name: 'Last' })
  await server.app.close()
  const { rows } = await sql<{ path: string }>`
    select path from requests order by id desc limit 1`.execute(server.backend.database.sql)
  expect(rows).toEqual([{ path: '/api/settings/tag' }])
})
