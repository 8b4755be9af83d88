import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestConsole, statusIds, type TestConsole } from '../../fixtures/console.ts'
import { endedImport } from '../../fixtures/files/imports.ts'
import { upload } from '../../fixtures/files/upload.ts'
import type { Client } from '../../fixtures/server.ts'

let server: TestConsole
let admin: Client
let reader: Client
let lead: number
const ids: Record<string, number> = {}

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  reader = await server.as('Sender')
  Object.assign(ids, await statusIds(admin))
  const source = await admin.make('/settings/source', { name: 'Search' })
  lead = await admin.make('/lead', { source, email: 'first@example.com', card_digits: '1234' })
  await admin.put(`/lead/${lead}`, { email: 'second@example.com', card_digits: '4321', version: 1 })
  await admin.post(`/lead/${lead}/status`, { status: ids['No answer'] })
}, 60_000)
afterAll(() => server.close())

const search = async (client: Client, query = '') =>
  (await client.get(`/lead/history/changes/search?sort=id&${query}`)).body.data

const fieldsOf = (entry: { detail: { changes: { field: string }[] } }) =>
  entry.detail.changes.map(({ field }) => field)

describe('the history of leads', () => {
  test('tells time, lead, who, event, and what changed from what', async () => {
    const data = await search(admin, 'event=update')
    expect(data).toHaveLength(2)
    expect(data[1]).toMatchObject({
      created_at: expect.any(String),
      lead,
      user: admin.id,
      labels: { user: { label: expect.any(String) } },
      event: 'update',
    })
    expect(data[1].detail.changes).toContainEqual({
      field: 'status',
      before: ids['New'],
      after: ids['No answer'],
    })
  })

  test('masks contacts for everybody and hides what the reader may not read', async () => {
    for (const client of [reader, admin]) {
      const text = JSON.stringify(await search(client))
      expect(text).not.toMatch(/first@|second@/)
    }
    const hidden = (await search(reader, 'event=update'))[0]
    expect(fieldsOf(hidden)).toEqual(['email'])
    expect(JSON.stringify(hidden)).not.toContain('card')
    expect(fieldsOf((await search(admin, 'event=update'))[0])).toContain('card_digits')
  })

  test.each([
    ['lead', () => `lead=${lead}`, 3],
    ['user', () => `user=${admin.id}`, 3],
    ['another user', () => `user=${reader.id}`, 0],
    ['event', () => 'event=create', 1],
    ['field', () => 'changed=status&event=update', 1],
    ['a field that few may know of', () => 'changed=card_digits', 2],
    ['date', () => 'created_at_to=2020-01-01', 0],
  ])('is filtered by %s', async (_what, query, count) => {
    expect(await search(admin, query())).toHaveLength(count)
  })

  test('needs its permission, to export it another', async () => {
    const none = await server.user(['lead.view', 'lead.single.view'])
    expect((await none.get('/lead/history/changes/search')).status).toBe(403)
    expect((await reader.post('/lead/history/changes/export', {})).status).toBe(403)
  })

  test('stands in a file in words', async () => {
    await server.backend.jobs.work()
    const columns = ['lead', 'event', 'detail']
    const { body } = await admin.post('/lead/history/changes/export', {
      filter: { event: 'update', lead },
      columns,
    })
    const job = `/profile/job/${body.data.job_id}`
    await expect.poll(async () => (await admin.get(job)).body.data.state).toBe('finished')
    const file = String((await admin.get(`${job}/download/result`)).body)
    expect(file).toContain('E-mail: ')
    expect(file).not.toMatch(/""before""|first@|second@/)
  })

  test('says by no filter that a field was changed which the reader may not know of', async () => {
    const path = '/lead/history/changes/search'
    for (const key of ['changed', 'changed_not']) {
      expect((await reader.get(`${path}?${key}=status,card_digits`)).status).toBe(400)
    }
    const where = JSON.stringify({ any: [{ changed: ['card_digits'] }, { event: 'delete' }] })
    expect((await reader.get(`${path}?where=${where}`)).status).toBe(400)
    const values = '/lead/history/changes/values/search?of=changed'
    expect(JSON.stringify((await reader.post(values, {})).body)).not.toContain('card')
    const columns = ['changed']
    expect((await admin.post('/lead/history/changes/export', { columns })).status).toBe(202)
  })

  test('finds by a field for those who may know of it, and names no other', async () => {
    const found = await search(reader, 'changed=email&event=update')
    expect(found.map(({ changed }: { changed: string[] }) => changed.includes('email'))).toEqual([
      true,
    ])
    expect(JSON.stringify(found)).not.toContain('card')
    expect((await search(admin, 'changed=email&event=update'))[0].changed).toContain('card_digits')
  })

  test('finds by an index who changed a field', async () => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id from audit_log
      where (before is not null or after is not null) and changed_fields(before, after) @> array['city']`.execute(
      server.backend.database.sql,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join(' ')
    expect(plan).toMatch(/_changed_fields_idx|audit_log_fields/)
  })
})

async function exportOf(asked: object): Promise<void> {
  const { body } = await admin.post('/lead/export', asked)
  await server.backend.jobs.work()
  const state = async () => (await admin.get(`/profile/job/${body.data.job_id}`)).body.data.state
  await expect.poll(state, { timeout: 45_000 }).toBe('finished')
}

test('the timeline of a lead tells auditors who was shown it or took it out, and why', async () => {
  const source = await admin.make('/settings/source', { name: 'Shown' })
  const make = (email: string) => admin.make('/lead', { source, email })
  const [one, two] = [await make('one@example.com'), await make('two@example.com')]
  await admin.post(`/lead/${one}/reveal`, { field: 'email', reason: 'They called' })
  await admin.post('/lead/reveal', { ids: [one, two], fields: ['email'], reason: 'Checked' })
  await admin.post('/lead/reveal', { ids: [two], fields: ['email'], reason: 'Not this one' })
  await exportOf({ filter: { source: String(source) }, columns: ['id', 'country'] })
  await exportOf({ filter: { id: String(two) }, columns: ['id'] })
  const shown = async (client: Client, id = one) => {
    const { data } = (await client.get(`/lead/${id}/timeline`)).body
    return data.map(({ action, disclosed }: { action: string; disclosed?: object }) => [
      action,
      disclosed,
    ])
  }
  expect(await shown(admin)).toEqual([
    ['export', { fields: ['id', 'country'], reason: null }],
    ['reveal', { fields: ['email'], reason: 'Checked' }],
    ['reveal', { fields: ['email'], reason: 'They called' }],
    ['create', undefined],
  ])
  expect(await shown(await server.as('Manager'))).toEqual([['create', undefined]])
})

test('3.3: the timeline of a lead names the partner that sent it in, or the import', async () => {
  const { sql: database } = server.backend.database
  const came = async (id: number, client = admin) =>
    (await client.get(`/lead/${id}/timeline`)).body.data.filter((line: { event?: string }) =>
      ['received', 'imported'].includes(line.event ?? ''),
    )
  const broker = await admin.make('/broker', { name: 'Northwind' })
  const department = await admin.make('/broker/department', {
    broker_id: broker,
    branch_name: 'Sea',
  })
  const own = await admin.make('/lead', { source: 1, email: 'own@example.com' })
  expect(await came(own)).toEqual([])
  await sql`update leads set department = ${department} where id = ${own}`.execute(database)
  expect(await came(own)).toMatchObject([
    { event: 'received', values: { department: expect.stringContaining('Sea') } },
  ])
  const upload_id = await upload(server.app, admin, 'email\nfile@example.com\n', {
    name: 'may.csv',
    purpose: 'import:leads',
  })
  const order = { upload_id, mapping: ['email'], settings: { source: 1 } }
  const { body } = await admin.post('/lead/import', order)
  await server.backend.jobs.work()
  await endedImport(server, admin, `/lead/import/${body.data.id}`, ({ job_id }) => job_id)
  const [{ id }] = (await admin.get(`/lead/search?import=${body.data.id}`)).body.data
  expect(await came(id)).toMatchObject([{ event: 'imported', values: { import: 'may.csv' } }])
  // Files are for whoever brought them.
  const viewer = await server.user(['lead.view', 'lead.single.view', 'audit.view'])
  expect(await came(id, viewer)).toMatchObject([
    { event: 'imported', values: { import: `#${body.data.id}` } },
  ])
})

test('the history of many leads is listed in the order of time, by page, filter and row', async () => {
  const many = 10_050
  await sql`
    insert into audit_log (at, user_id, action, resource, record_id, after)
    select now() - n * interval '1 second', ${reader.id}::bigint, 'create', 'leads', ${lead}::bigint, '{}'
    from generate_series(1, ${many}) as n`.execute(server.backend.database.sql)
  await sql`analyze audit_log`.execute(server.backend.database.sql)
  const page = async (query: string) => {
    const { status, body } = await admin.get(`/lead/history/changes/search?${query}`)
    return [status, body.data?.length, body.data?.[0]?.created_at]
  }
  const at = expect.any(String)
  expect(await page('')).toEqual([200, 25, at])
  expect(await page('page=300&sort=created_at')).toEqual([200, 25, at])
  expect(await page(`user=${reader.id}&page=2`)).toEqual([200, 25, at])
  expect(await page('page=402')).toEqual([200, 25, at])
})
