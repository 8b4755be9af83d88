import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'

let server: TestConsole
let admin: Client
let lead: number

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  const source = await admin.make('/settings/source', { name: 'Search' })
  lead = await admin.make('/lead', { source, first_name: 'Ada', email: 'ada@example.com' })
}, 60_000)
afterAll(() => server.close())

const say = (client: Client) => client.post(`/lead/${lead}/comment`, { text: 'Calls back at six' })

test('a comment belongs to who wrote it, is found by its lead, and changes nothing of it', async () => {
  const before = await admin.get(`/lead/${lead}`)
  const writer = await server.user(['lead.view', 'lead.single.view', 'lead.comment.create'])
  expect((await say(writer)).status).toBe(200)
  const { body } = await writer.get(`/lead/comment/search?lead=${lead}`)
  expect(body.data).toMatchObject([{ text: 'Calls back at six', lead, user: writer.id }])
  expect((await admin.get(`/lead/${lead}`)).body.data.version).toBe(before.body.data.version)
  const [{ id }] = body.data
  expect((await admin.put(`/lead/comment/${id}`, { text: 'No', version: 1 })).status).toBe(404)
  expect((await admin.post(`/lead/${lead}/comment`, { text: '' })).status).toBe(422)
})

test('11.4: comments stand in the timeline, for who may read them, by names that the reader may know', async () => {
  const told = async (client: Client) => {
    const { data } = (await client.get(`/lead/${lead}/timeline`)).body
    return data.flatMap((one: any) => (one.event === 'commented' ? [one] : []))
  }
  const writer = await server.user(['lead.view', 'lead.single.view', 'lead.comment.create'], {
    name: 'Grace',
  })
  await writer.post(`/lead/${lead}/comment`, { text: 'Told in the timeline' })
  const [{ id }] = (await admin.get(`/lead/comment/search?lead=${lead}&user=${writer.id}`)).body
    .data
  expect(await told(admin)).toContainEqual({
    kind: 'event',
    event: 'commented',
    at: expect.any(String),
    about: { resource: 'lead_comments', id },
    values: { text: 'Told in the timeline', user: 'Grace' },
  })
  const looker = await server.user(['lead.view', 'lead.single.view'])
  const [seen] = await told(looker)
  expect(seen.values).toEqual({ text: 'Told in the timeline', user: '' })
})

test('a comment sent twice with one key, as by a double click, is written once', async () => {
  const writer = await server.user(['lead.view', 'lead.single.view', 'lead.comment.create'])
  const twice = writer.keyed('comment-twice')
  const sent = await Promise.all([1, 2, 3].map(() => say(twice)))
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
  await say(writer.keyed('comment-again'))
  const { body } = await writer.get(`/lead/comment/search?lead=${lead}&user=${writer.id}`)
  expect(body.data).toHaveLength(2)
})

test('who may not comment writes none, and who may not open leads reads none', async () => {
  const looker = await server.user(['lead.view', 'lead.single.view'])
  expect((await say(looker)).status).toBe(403)
  const blind = await server.user(['lead.view'])
  expect((await blind.get('/lead/comment/search')).status).toBe(403)
  expect((await looker.get('/lead/comment/search')).status).toBe(200)
})

test('leads are sorted and filtered by what people look for, each by an index', async () => {
  const filters = [
    'stage=new',
    'funnel=search',
    'external_id=x',
    'is_test=true',
    'status_changed_at_from=2026-01-01T00:00:00Z',
    'consent_at_from=2026-01-01T00:00:00Z',
    'purchase_date_from=2026-01-01',
    'purchase_amount_from=5&purchase_amount_to=9',
  ]
  for (const filter of filters) {
    expect((await admin.get(`/lead/search?${filter}`)).status, filter).toBe(200)
  }
  const sorted = await admin.get('/lead/search?sort=first_name,last_name')
  expect(sorted.status).toBe(200)
})
