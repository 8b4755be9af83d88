import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { hashPassword } from '../../../src/server/kernel/secrets/passwords.ts'
import { RequestError } from '../../../src/server/kernel/errors.ts'
import { librarian, library } from '../../fixtures/businesses/library.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'
import { ended } from '../jobs/setting.ts'

const rights = [
  'user.profile.notification.view',
  'user.profile.job.view',
  'user.profile.job.cancel',
]

let server: TestServer
let head: Client
let auditor: Client

beforeAll(async () => {
  server = await createTestServer({ resources: [...library] })
  head = await server.user([...librarian, ...rights], { name: 'Head' })
  auditor = await server.user([...rights, 'audit.view'], { name: 'Auditor' })
  server.backend.jobs.register({
    type: 'work',
    async run({ size, payload }) {
      const { failed, problem } = payload as { failed: number; problem?: string }
      if (problem) throw new RequestError(409, problem)
      return { processed: size, failed }
    },
  })
  await server.backend.jobs.work()
})
afterAll(() => server.close())
beforeEach(() => sql`delete from notifications`.execute(server.backend.database.sql))

const list = async (client: Client) =>
  (await client.get('/profile/notification/search')).body.data as any[]

describe('the end of a job', () => {
  const run = async (payload: object) => {
    const id = await server.backend.database.sql.transaction().execute((tx) =>
      server.backend.jobs.start(tx, {
        type: 'work',
        name: 'Books: update',
        user_id: head.id,
        parameters: {},
        chunks: [{ size: 5, payload }],
      }),
    )
    await ended(server.backend.database, id)
    return id
  }

  it.each([
    [{ failed: 0 }, 'job_finished', 'Job finished', 'Books: update: 5 processed.'],
    [
      { failed: 2 },
      'job_finished_with_errors',
      'Job finished with errors',
      'Books: update: 5 processed, 2 of them failed.',
    ],
    [{ problem: 'Out of ink.' }, 'job_failed', 'Job failed', 'Books: update: Out of ink.'],
  ])('%o tells its user', async (payload, event, title, message) => {
    const record_id = await run(payload)
    expect(await list(head)).toMatchObject([{ event, title, message, resource: 'jobs', record_id }])
    expect(await list(auditor)).toEqual([])
  })

  it('by cancelling it is no news', async () => {
    const id = await server.backend.database.sql.transaction().execute(async (tx) => {
      const job = { type: 'unknown', name: 'x', user_id: head.id, parameters: {} }
      return server.backend.jobs.start(tx, job)
    })
    expect((await head.post(`/profile/job/${id}/cancel`)).status).toBe(200)
    expect(await list(head)).toEqual([])
  })
})

describe('an export with contacts', () => {
  const exported = async (client: Client, columns: string[], ...[reason]: string[]) => {
    const { body } = await client.post('/books/export', { columns, reason })
    await ended(server.backend.database, body.data.job_id)
    return body.data.job_id
  }

  beforeAll(async () => {
    await sql`
      with writer as (insert into authors (name) values ('Ursula') returning id)
      insert into books (title, author, lender_email)
      select 'Book ' || n, writer.id, 'r' || n || '@example.com' from writer, generate_series(1, 10000) n
    `.execute(server.backend.database.sql)
  })

  it('of 10,000 rows is told to nobody, of more to whoever may see the audit log', async () => {
    await exported(head, ['title', 'lender_email'], 'An audit')
    expect(await list(auditor)).toEqual([])
    await sql`
      insert into books (title, author) select 'Another', min(id) from authors
    `.execute(server.backend.database.sql)
    const record_id = await exported(head, ['title', 'lender_email'], 'An audit')
    expect(await list(auditor)).toMatchObject([
      {
        event: 'big_export',
        title: 'Big export with contacts',
        message: 'Head exported 10,001 records with contacts in the clear: Export of Books.',
        resource: 'jobs',
        record_id,
      },
    ])
  })

  it('is not told without them, or with them masked', async () => {
    await exported(head, ['title'])
    const outsider = await server.user(['book.view', 'book.export', ...rights])
    await exported(outsider, ['title', 'lender_email'])
    expect(await list(auditor)).toEqual([])
  })
})

describe('a sign-in', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
  const password = 'a long and quiet evening'
  const email = 'grace@example.com'

  const signIn = async (agent: string) => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'user-agent': agent },
      payload: { email, password },
    })
    expect(response.statusCode).toBe(200)
    return response.json().data
  }

  beforeAll(async () => {
    const { id } = await server.user(rights, { name: 'Grace' })
    await sql`
      update users set password = ${await hashPassword(password)}, email = ${email}
      where id = ${id}`.execute(server.backend.database.sql)
  })

  it('is told to the user when the device is new, and only then', async () => {
    expect((await signIn(firefox)).total_notifications).toBe(0)
    expect((await signIn(firefox)).total_notifications).toBe(0)
    const { notifications, total_notifications } = await signIn(phone)
    expect(total_notifications).toBe(1)
    expect(notifications[0].data).toEqual({
      event: 'new_device',
      title: 'New sign-in to your account',
      message:
        'Somebody signed in with Safari on iPhone from 127.0.0.1. If it was not you, change your password.',
      values: { browser: 'Safari', system: 'iPhone', ip: '127.0.0.1' },
      count: 1,
    })
    expect(await list(auditor)).toEqual([])
  })

  it('with a newer release of a known browser is nothing new', async () => {
    await signIn(firefox)
    const updated = firefox.replaceAll('140', '141')
    expect((await signIn(updated)).total_notifications).toBe(0)
  })

  it('is known by the audit log when the sessions of that device are over', async () => {
    await sql`delete from sessions where user_agent is not null`.execute(
      server.backend.database.sql,
    )
    expect((await signIn(phone)).total_notifications).toBe(0)
    expect((await signIn('curl/8.14.1')).total_notifications).toBe(1)
  })
})
