import { sql } from 'kysely'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { accessChanged } from '../../../src/server/auth/access.ts'
import { exportKind } from '../../../src/server/exports/exportJob.ts'
import { columnsOf } from '../../../src/server/exports/columns.ts'
import { createJobs } from '../../../src/server/jobs/jobs.ts'
import { defineResource, field } from '#schema'
import { jobOf } from '#system'
import { librarian, library } from '../../fixtures/businesses/library.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'
import { userWith } from '../../fixtures/user.ts'

const jobs = ['user.profile.job.view', 'user.profile.job.cancel']

let server: TestServer
let head: Client

beforeAll(async () => {
  server = await createTestServer({ resources: [...library, jobOf()] })
  const { database } = server.backend
  head = await server.user([...librarian, ...jobs], { name: 'Head' })
  const authors = await sql<{ id: number }>`
    insert into authors (name) values ('Ursula Le Guin'), ('=Formula, Jr. "X"')
    returning id`.execute(database.sql)
  const [first, second] = authors.rows.map(({ id }) => id)
  await sql`insert into genres (name) values ('Fantasy'), ('Essay')`.execute(database.sql)
  await sql`
    insert into books (title, author, isbn, price, pages, published, lender_email, note, shelf, created_at)
    values
      ('A Wizard', ${first}, 'i1', 12.5, 205, '1968-01-02', 'reader@example.com', 'hidden one', 'front', '2026-01-31 14:30:00.123+00'),
      ('=1+1', ${second}, null, 0, null, null, null, null, 'back', '2026-02-01 00:00:00+00'),
      ('Zwei, "drei"' || chr(10) || 'vier', ${first}, 'i3', 7, 10, null, 'z@example.org', 'hidden two', 'back', '2026-03-01 00:00:00+00')
  `.execute(database.sql)
  await sql`
    insert into books_genres (record_id, target_id)
    select b.id, g.id from books b, genres g where b.title = 'A Wizard'`.execute(database.sql)
  await server.backend.jobs.work()
})

afterAll(() => server.close())

async function ended(client: Client, id: number): Promise<any> {
  for (let tries = 0; tries < 700; tries += 1) {
    const { body } = await client.get(`/profile/job/${id}`)
    if (/^(finished|failed|cancelled)/.test(body.data.state)) return body.data
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('the export does not end')
}

/** The file of an export as rows by header, and as text. */
async function exported(client: Client, body: object, api = 'books') {
  const { status, body: answer } = await client.post(`/${api}/export`, body)
  expect([status, answer.message]).toEqual([202, 'The export has begun.'])
  const done = await ended(client, answer.data.job_id)
  expect(done).toMatchObject({ state: 'finished', failed: 0, pending: 0, progress: 100 })
  const file = await client.get(`/profile/job/${done.id}/download/result`)
  expect(file.status).toBe(200)
  const text: string = file.body
  const delimiter = (body as { delimiter?: string }).delimiter ?? ','
  const rows: Record<string, string>[] = parse(text, { columns: true, delimiter, bom: true })
  expect(rows).toHaveLength(done.total)
  return { text, rows, job: done, file }
}

describe('an export', () => {
  it('holds what the list shows, in words a person reads', async () => {
    const { rows } = await exported(head, { sort: 'title', reason: 'An audit' })
    expect(rows.map(({ Title }) => Title)).toEqual(["'=1+1", 'A Wizard', 'Zwei, "drei"\nvier'])
    expect(rows[1]).toMatchObject({
      Title: 'A Wizard',
      Author: 'Ursula Le Guin',
      Genres: 'Fantasy, Essay',
      Isbn: 'i1',
      Price: '12.50',
      Pages: '205',
      Published: '1968-01-02',
      'Lender email': 'reader@example.com',
      Note: 'hidden one',
      Shelf: 'Front',
      Created: '2026-01-31 14:30:00',
    })
    expect(rows[0]).toMatchObject({
      Author: '\'=Formula, Jr. "X"',
      Isbn: '',
      Genres: '',
      Pages: '',
    })
  })

  it('respects filter, search, columns, order, delimiter and byte order mark', async () => {
    const { text } = await exported(head, {
      filter: { shelf: 'back', created_at_from: '2026-01-01' },
      search: 'e',
      sort: '-price',
      columns: ['title', 'price', 'id'],
      delimiter: ';',
      bom: true,
    })
    const [header, ...lines] = text.split('\n')
    expect(header).toBe('\ufeff"Title";"Price";"ID"')
    expect(lines.join('\n').replaceAll('"', '')).toBe('Zwei, drei\nvier;7.00;3\n')
  })

  it('heads no two columns with the same word', () => {
    const resource = defineResource('shelves', {
      permission: 'shelf',
      title: 'name',
      list: ['name'],
      form: [],
      fields: {
        rules: field.text(),
        rule_count: field.integer({ label: 'Rules' }),
        name: field.text(),
      },
    })
    const user = userWith()
    const { headers } = columnsOf({ backend: server.backend, resource }, user, [
      'rules',
      'rule_count',
      'name',
    ])
    expect(headers).toEqual(['Rules (rules)', 'Rules (rule_count)', 'Name'])
  })

  it('writes its times in the zone that was chosen, and says which; otherwise in that of the user', async () => {
    const order = { sort: 'title', columns: ['title', 'created_at', 'updated_at'] }
    const there = await exported(head, { ...order, timezone: 'asia/tokyo' })
    expect(there.rows[1]).toMatchObject({ 'Created (Asia/Tokyo)': '2026-01-31 23:30:00' })
    expect(there.text.split('\n')[0]).toContain('"Updated (Asia/Tokyo)"')
    const traveller = await server.user([...librarian, ...jobs])
    await sql`update users set timezone = 'America/New_York' where id = ${traveller.id}`.execute(
      server.backend.database.sql,
    )
    await accessChanged(server.backend.database.sql)
    const { rows, job } = await exported(traveller, order)
    expect(rows[1]).toMatchObject({ 'Created (America/New_York)': '2026-01-31 09:30:00' })
    expect(job.parameters).toMatchObject({ timezone: 'America/New_York' })
    const utc = await exported(traveller, { ...order, timezone: 'UTC' })
    expect(utc.rows[1]).toMatchObject({ Created: '2026-01-31 14:30:00' })
    const { status, body } = await head.post('/books/export', { timezone: 'Nowhere/Town' })
    expect([status, body.message]).toEqual([400, expect.stringContaining('Europe/Berlin')])
  })

  it('masks contacts for whoever does not say what they are needed for, and keeps what was said', async () => {
    const order = { sort: 'title', columns: ['title', 'lender_email'] }
    const masked = await exported(head, order)
    expect(masked.rows[1]).toMatchObject({ 'Lender email': 'r•••••@e•••.com' })
    const open = await exported(head, { ...order, reason: 'An audit' })
    expect(open.rows[1]).toMatchObject({ 'Lender email': 'reader@example.com' })
    const { rows } = await sql<{ reason: string | null }>`
      select detail ->> 'reason' as reason from audit_log
      where action = 'export' and job_id in (${masked.job.id}, ${open.job.id}) order by id`.execute(
      server.backend.database.sql,
    )
    expect(rows).toEqual([{ reason: null }, { reason: 'An audit' }])
  })

  it('refuses contacts in the clear to whoever may not have them so, and names their columns', async () => {
    const clerk = await server.user([
      ...librarian.filter((name) => name !== 'book.contact'),
      ...jobs,
    ])
    const ask = (columns?: string[]) => clerk.post('/books/export', { columns, reason: 'An audit' })
    for (const columns of [['title', 'lender_email'], undefined]) {
      const { status, body } = await ask(columns)
      expect([status, body.message]).toEqual([
        403,
        'You may have these columns only masked: Lender email. Leave them out, or export them masked.',
      ])
    }
    expect((await ask(['title'])).status).toBe(202)
  })

  it('respects search and order among the keys of its list too', async () => {
    const { rows } = await exported(head, { filter: { search: 'i', sort: '-title' } })
    expect(rows.map(({ Title }) => Title)).toEqual(['Zwei, "drei"\nvier', 'A Wizard'])
  })

  it('of nothing is a file with a header', async () => {
    const { text, job } = await exported(head, { filter: { title: 'nowhere' }, columns: ['title'] })
    expect(text).toBe('"Title"\n')
    expect(job.total).toBe(0)
  })

  it('leaves deleted records out', async () => {
    const { database } = server.backend
    await sql`update books set deleted_at = now() where title = '=1+1'`.execute(database.sql)
    const { rows } = await exported(head, {})
    await sql`update books set deleted_at = null`.execute(database.sql)
    expect(rows).toHaveLength(2)
  })

  it('comes as a file to save, under headers that keep it from running', async () => {
    const { file, job } = await exported(head, { columns: ['id'] })
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
    })
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="Books \d{4}-\d\d-\d\d\.csv"/,
    )
    expect(job.result_file).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('is written down: who, what, how many, and every download', async () => {
    const { job } = await exported(head, { filter: { shelf: 'front' }, columns: ['title'] })
    const { rows } = await sql<any>`
      select user_id, action, resource, record_id, detail from audit_log
      where job_id = ${job.id} order by id`.execute(server.backend.database.sql)
    expect(rows).toEqual([
      {
        user_id: head.id,
        action: 'export',
        resource: 'books',
        record_id: null,
        detail: { filter: { shelf: 'front' }, columns: ['title'], masked: [] },
      },
      {
        user_id: head.id,
        action: 'exported',
        resource: 'books',
        record_id: null,
        detail: { rows: 1, masked: [] },
      },
      {
        user_id: head.id,
        action: 'download',
        resource: 'jobs',
        // By it auditors open the job.
        record_id: job.id,
        detail: { file: expect.stringMatching(/^books.*\.csv$/i) },
      },
    ])
  })
})

describe('a user who may see less', () => {
  const some = ['book.view', 'book.export', ...jobs]

  it('exports no hidden column, masked values masked, and references by id', async () => {
    const client = await server.user(some)
    const { rows, text } = await exported(client, { sort: 'title' })
    expect(text).not.toContain('hidden')
    expect(text).not.toContain('Note')
    expect(rows[1]).toMatchObject({ 'Lender email': 'r•••••@e•••.com', Author: '1' })
    expect(Object.keys(rows[1]!)).not.toContain('Shop key')
  })

  it.each([
    ['a hidden column', { columns: ['title', 'note'] }],
    ['an unknown column', { columns: ['nothing'] }],
    ['everything by a star', { columns: ['*'] }],
    ['an alias', { columns: ['title as note'] }],
    ['a prototype', { columns: ['__proto__'] }],
    ['a secret', { columns: ['shop_key'] }],
    ['a filter by a hidden field', { filter: { note: 'hidden one' } }],
    ['a filter by a fragment of a masked field', { filter: { lender_email_contains: 'reader' } }],
    ['an order by a hidden field', { sort: 'note' }],
    ['an order by a masked field', { sort: 'lender_email' }],
    ['an unknown key', { where: '1=1' }],
    ['another delimiter', { delimiter: 'x' }],
    ['no columns', { columns: [] }],
  ])('is refused %s', async (_what, body) => {
    const client = await server.user(some)
    const { status, body: answer } = await client.post('/books/export', body)
    expect([status, typeof answer.message]).toEqual([400, 'string'])
  })

  it.each([
    ['without the permission to export', ['book.view']],
    ['without the permission to see', ['book.export']],
  ])('%s is refused', async (_who, permissions) => {
    const client = await server.user(permissions)
    expect((await client.post('/books/export', {})).status).toBe(403)
  })

  it('cannot export what is not to be exported at all', async () => {
    expect((await head.post('/genres/export', {})).status).toBe(404)
  })
})

describe('rights that are lost', () => {
  const rights = ['book.view', 'book.export', 'book.contact', 'book.secret', ...jobs]
  const lose = async (client: Client, name: string) => {
    const { database } = server.backend
    await sql`
      delete from roles_permissions
      where target_id in (select id from permissions where name = ${name})
        and record_id in (select target_id from users_roles where record_id = ${client.id})
    `.execute(database.sql)
    await accessChanged(database.sql)
  }

  it('end an export that has not come to its end', async () => {
    const client = await server.user(rights)
    await server.backend.jobs.stop()
    const { body } = await client.post('/books/export', { columns: ['note'] })
    await lose(client, 'book.secret')
    await restart()
    expect(await ended(client, body.data.job_id)).toMatchObject({
      state: 'failed',
      message: '"note" is not a column here.',
      result_file: null,
    })
    expect((await client.get(`/profile/job/${body.data.job_id}/download/result`)).status).toBe(404)
  })

  it.each(['book.export', 'book.view', 'book.contact'])(
    'take the file away too: %s',
    async (permission) => {
      const client = await server.user(rights)
      const { job } = await exported(client, { columns: ['lender_email'], reason: 'An audit' })
      await lose(client, permission)
      expect((await client.get(`/profile/job/${job.id}/download/result`)).status).toBe(404)
    },
  )

  it('leave the file to nobody else, and to nobody after its time', async () => {
    const client = await server.user(rights)
    const { job } = await exported(client, { columns: ['title'] })
    const path = `/profile/job/${job.id}/download/result`
    const other = await server.user([...rights, 'user.profile.job.all'])
    expect((await other.get(`/profile/job/${job.id}`)).status).toBe(200)
    expect((await other.get(path)).status).toBe(404)
    expect((await server.anonymous.get(path)).status).toBe(401)
    expect((await client.get(`/profile/job/${job.id}/download/error`)).status).toBe(404)
    expect((await client.get(`/profile/job/${job.id}/download/secret`)).status).toBe(404)
    await sql`update files set expires_at = now() where id = ${job.result_file}`.execute(
      server.backend.database.sql,
    )
    expect((await client.get(path)).status).toBe(404)
  })
})

/** Another worker than the one that was stopped. */
async function restart(): Promise<void> {
  const jobs = createJobs(server.backend)
  jobs.register(exportKind)
  await jobs.work()
  const { close } = server
  server.close = async () => {
    await jobs.stop()
    await close()
  }
}
