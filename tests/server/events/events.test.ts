import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

import { accessChanged } from '../../../src/server/auth/access.ts'
import { jobOf } from '#system'
import { librarian, library } from '../../fixtures/businesses/library.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'
import { putClockBack } from '../../fixtures/work/clock.ts'
import { listen, openEvents, ran, type Listening } from './listening.ts'

let server: TestServer
let address: string
let head: Client
let author: number
let open: Listening[] = []

beforeAll(async () => {
  server = await createTestServer({ resources: [...library, jobOf()] })
  address = await listen(server)
  head = await server.user([...librarian, 'user.profile.job.view'])
  author = (await head.post('/library/author', { name: 'Ursula' })).body.data.id
})
afterEach(() => {
  for (const one of open) one.close()
  open = []
})
afterAll(() => server.close())

async function hear(client: Client): Promise<Listening> {
  const stream = await openEvents(address, client.token)
  open.push(stream)
  return stream
}

const isChange = (resource: string, id: number) => (one: { event: string; data: any }) =>
  one.event === 'change' && one.data.resource === resource && one.data.id === id

describe('a change', () => {
  it('is heard, without any of its values', async () => {
    const stream = await hear(head)
    const { body } = await head.post('/books', { title: 'Secret title', author })
    const created = await stream.next(isChange('books', body.data.id))
    expect(created.data).toEqual({ resource: 'books', id: body.data.id, version: 1 })
    await head.put(`/books/${body.data.id}`, { title: 'Another secret', version: 1 })
    await stream.next((one) => one.data.id === body.data.id && one.data.version === 2)
    await head.delete(`/books/${body.data.id}`)
    expect(stream.text()).not.toMatch(/secret|title|author/i)
  })

  it('is heard at once in the process that made it', async () => {
    const stream = await hear(head)
    const took: number[] = []
    for (let n = 1; n <= 6; n += 1) {
      const begun = performance.now()
      const { body } = await head.put(`/library/author/${author}`, { color: `#0000a${n}` })
      await stream.next((one) => one.data.id === author && one.data.version === body.data.version)
      took.push(performance.now() - begun)
    }
    // One look a second would take a second each, after the first.
    expect(Math.min(...took.slice(1))).toBeLessThan(700)
  })

  it('is not heard by somebody who may not list the resource', async () => {
    const stream = await hear(await server.user(['author.view']))
    const { body } = await head.post('/books', { title: 'Unseen', author })
    await head.put(`/library/author/${author}`, { color: '#000001' })
    await stream.next(isChange('authors', author))
    expect(stream.heard().filter(({ data }) => data.resource === 'books')).toEqual([])
    expect(stream.text()).not.toContain(`"id":${body.data.id},"version"`)
  })

  it('of a record outside the filter of a rule is not heard', async () => {
    const limited = await server.user([])
    const ids: number[] = []
    for (let n = 0; n <= limited.id; n += 1) {
      ids.push((await head.post('/genres', { name: `Genre ${n}` })).body.data.id)
    }
    expect(ids).toContain(limited.id)
    const stream = await hear(limited)
    const other = ids.find((id) => id !== limited.id)!
    await head.put(`/genres/${other}`, { name: 'Other' })
    await head.put(`/genres/${limited.id}`, { name: 'Mine' })
    await stream.next(isChange('genres', limited.id))
    expect(stream.heard().map(({ data }) => data.id)).not.toContain(other)
  })

  it('is no longer heard when the permission is gone, though the stream goes on', async () => {
    const reader = await server.user(['author.view', 'book.view'])
    const stream = await hear(reader)
    await sql`
      delete from roles_permissions where target_id = (
        select id from permissions where name = 'book.view'
      ) and record_id in (select target_id from users_roles where record_id = ${reader.id})
    `.execute(server.backend.database.sql)
    await accessChanged(server.backend.database.sql)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const { body } = await head.post('/books', { title: 'Too late', author })
    await head.put(`/library/author/${author}`, { color: '#000002' })
    await stream.next(isChange('authors', author))
    expect(stream.heard().filter(isChange('books', body.data.id))).toEqual([])
  })
})

describe('a job', () => {
  it('tells its own user how far it is, and nobody else', async () => {
    const [mine, others] = [await hear(head), await hear(await server.user(librarian))]
    const watching = await hear(
      await server.user(['user.profile.job.view', 'user.profile.job.all']),
    )
    server.backend.jobs.register({
      type: 'counting',
      run: async () => ({ processed: 5, failed: 1 }),
    })
    await server.backend.jobs.work()
    const id = await server.backend.database.sql.transaction().execute((tx) =>
      server.backend.jobs.start(tx, {
        type: 'counting',
        name: 'Counting sheep',
        user_id: head.id,
        parameters: {},
        chunks: [{ size: 5, payload: {} }],
      }),
    )
    const { data } = await mine.next(({ event, data }) => event === 'job' && data.pending === 0)
    expect(data).toEqual({
      id,
      state: 'finished_with_errors',
      total: 5,
      pending: 0,
      processed: 5,
      failed: 1,
      progress: 100,
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    for (const other of [others, watching]) {
      expect(other.heard().filter(({ event }) => event === 'job')).toEqual([])
    }
    expect(mine.text()).not.toContain('sheep')
  })
})

describe('a stream', () => {
  it('needs somebody signed in', async () => {
    expect((await openEvents(address, '')).status).toBe(401)
    expect((await openEvents(address, `lg_${'x'.repeat(43)}`)).status).toBe(401)
  })

  it('carries the headers that Fastify no longer sets', async () => {
    const { status, headers } = await hear(head)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    expect(headers.get('content-encoding')).toBe(null)
  })

  it('ends within five seconds of signing out', async () => {
    const client = await server.user(['author.view'])
    const stream = await hear(client)
    const asked = ran()
    expect((await client.delete('/logout')).status).toBeLessThan(300)
    expect((await stream.ended()) - asked).toBeLessThan(5_000)
  })

  it('ends within five seconds of signing out, also when the clock was put back', async () => {
    onTestFinished(() => void vi.restoreAllMocks())
    const client = await server.user(['author.view'])
    const stream = await hear(client)
    putClockBack(0)
    const asked = ran()
    expect((await client.delete('/logout')).status).toBeLessThan(300)
    expect((await stream.ended()) - asked).toBeLessThan(5_000)
  })

  it.each([
    ['deactivated', sql`update users set is_active = false`],
    ['deleted', sql`update users set deleted_at = now()`],
  ])('ends within five seconds of its user being %s', async (_what, change) => {
    const client = await server.user(['author.view'])
    const stream = await hear(client)
    const asked = ran()
    await sql`${change} where id = ${client.id}`.execute(server.backend.database.sql)
    await accessChanged(server.backend.database.sql)
    expect((await stream.ended()) - asked).toBeLessThan(5_000)
  })

  it('is one of at most ten of a user', async () => {
    const client = await server.user([])
    for (let count = 0; count < 10; count += 1) expect((await hear(client)).status).toBe(200)
    expect((await hear(client)).status).toBe(429)
    open.at(-2)?.close()
    await expect.poll(async () => (await hear(client)).status).toBe(200)
    expect((await hear(head)).status).toBe(200)
  })

  it('does not keep the server from closing', async () => {
    const other = await createTestServer({ resources: [...library, jobOf()] })
    const stream = await openEvents(await listen(other), (await other.user([])).token)
    const asked = ran()
    await other.close()
    expect((await stream.ended()) - asked).toBeLessThan(5_000)
  })
})
