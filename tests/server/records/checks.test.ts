import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { importLines } from '../../fixtures/files/importing.ts'
import { business, mechanic, repair } from '../../fixtures/businesses/hire.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

let server: TestServer
let user: Client

beforeAll(async () => {
  server = await createTestServer(business)
  await server.backend.jobs.work()
  user = await server.user(mechanic)
}, 60_000)
afterAll(() => server.close())

const first = { from_date: '2026-03-02' }
const ends = 'The repair ends before it begins'

test('a new record passes the checks, or names the field and the reason', async () => {
  const { status, body } = await user.post('/repairs', {
    code: 'A1',
    ...first,
    to_date: '2026-03-01',
  })
  expect([status, body.errors]).toEqual([422, { to_date: [ends] }])
  await user.make('/repairs', { code: 'A1', ...first, to_date: '2026-03-02' })
  await user.make('/repairs', { code: 'A2', ...first })
})

test('so does a change, with what the record has', async () => {
  const id = await user.make('/repairs', { code: 'B1', ...first, to_date: '2026-03-05' })
  const late = await user.put(`/repairs/${id}`, { from_date: '2026-03-06' })
  expect([late.status, late.body.errors]).toEqual([422, { to_date: [ends] }])
  expect((await user.put(`/repairs/${id}`, { from_date: '2026-03-05' })).status).toBe(200)
})

test('what nobody touches is not judged again', async () => {
  const id = await user.make('/repairs', { code: 'C1', ...first })
  await sql`update repairs set to_date = '2026-01-01' where id = ${id}`.execute(
    server.backend.database.sql,
  )
  expect((await user.put(`/repairs/${id}`, { cost: 3 })).status).toBe(200)
  expect((await user.put(`/repairs/${id}`, { from_date: '2026-03-03' })).status).toBe(422)
})

test('many at once: each by itself', async () => {
  const [one, other] = [
    await user.make('/repairs', { code: 'D1', ...first, to_date: '2026-03-05' }),
    await user.make('/repairs', { code: 'D2', ...first, to_date: '2026-03-09' }),
  ]
  const values = { from_date: '2026-03-07' }
  const { body } = await user.post('/repairs/bulk/update', { ids: [one, other], values })
  expect(body.data).toMatchObject({ done: 1, skipped: 1, reasons: [ends] })
})

test('all that is wrong is told at once, but nothing of what looks at a wrong value', async () => {
  const given = { code: '', from_date: '2026-03-02', to_date: '2026-03-01', kind: 'external' }
  const all = await user.post('/repairs', given)
  expect(all.body.errors).toEqual({
    code: ['Fill in this field'],
    to_date: [ends],
    workshop: ['Fill in this field'],
  })
  const unknown = await user.post('/repairs', {
    code: 'E1',
    from_date: 'soon',
    to_date: '2026-03-01',
  })
  expect(Object.keys(unknown.body.errors)).toEqual(['from_date'])
})

test('a field that may be hidden is required only while it is shown', async () => {
  const id = await user.make('/repairs', { code: 'F1', ...first })
  const moved = await user.put(`/repairs/${id}`, { kind: 'external' })
  expect([moved.status, moved.body.errors]).toEqual([422, { workshop: ['Fill in this field'] }])
  const values = { kind: 'external', workshop: 'Ada & Sons' }
  expect((await user.put(`/repairs/${id}`, values)).status).toBe(200)
  expect((await user.put(`/repairs/${id}`, { workshop: null })).status).toBe(422)
  expect((await user.put(`/repairs/${id}`, { kind: 'own', workshop: null })).status).toBe(200)
})

test('an action into a state is refused while the state requires more', async () => {
  const id = await user.make('/repairs', { code: 'G1', ...first })
  const { status, body } = await user.post(`/repairs/${id}/finish`)
  expect([status, body.message, body.errors]).toEqual([
    422,
    'Fill in this field',
    { cost: ['Fill in this field'] },
  ])
  await user.put(`/repairs/${id}`, { cost: 10 })
  expect((await user.post(`/repairs/${id}/finish`)).status).toBe(200)
  expect((await user.put(`/repairs/${id}`, { cost: null })).status).toBe(422)
})

test('the rows of a file are checked alike', async () => {
  const report = await importLines(server, user, repair, [
    'code,from_date,to_date,kind,workshop',
    'I1,2026-03-02,2026-03-01,own,',
    'I2,2026-03-02,2026-03-03,external,',
    'I3,2026-03-02,2026-03-03,external,Ada',
    'I4,2026-03-02,,own,',
  ])
  const { rows } = await sql<{ code: string }>`
    select code from repairs where code like 'I%' order by code`.execute(
    server.backend.database.sql,
  )
  expect(rows.map(({ code }) => code)).toEqual(['I3', 'I4'])
  expect(report).toContain(`To date: ${ends}`)
  expect(report).toContain('Workshop: Fill in this field')
})
