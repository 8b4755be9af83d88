import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { invalid, type Behavior } from '#server'

import { author, book, genre, librarian } from '../../fixtures/businesses/library.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

let server: TestServer
let admin: Client
let authorId: number
let count = 0

/** One lender, one book: a refusal tells that an address is known. */
const oneBookEach: Behavior<typeof book> = {
  async beforeUpdate(changes, { id }, { records }) {
    const { lender_email } = changes
    if (!lender_email) return changes
    const others = await records(book).find({ lender_email })
    if (others.some((other) => other.id !== id)) throw invalid({ lender_email: ['Known'] })
    return changes
  },
  actions: { reprice: () => undefined },
}

beforeAll(async () => {
  const resources = [author, genre, book]
  server = await createTestServer({ resources, behaviors: { books: oneBookEach as never } })
  admin = await server.user(librarian)
  authorId = await admin.make('/library/author', { name: 'Ursula' })
}, 60_000)

afterAll(() => server.close())

/** A book with an e-mail address of its own. */
async function create(more: object = {}): Promise<{ id: number; lender_email: string }> {
  count += 1
  const lender_email = `lender${count}@example.com`
  const values = { title: `Book ${count}`, author: authorId, lender_email, ...more }
  return { id: await admin.make('/books', values), lender_email }
}

const clerk = () => server.user(['book.view', 'book.update', 'book.create', 'options.authors'])
const holder = (more: string[] = []) =>
  server.user(['book.view', 'book.contact', 'book.export', ...more])

async function audited(user: Client, action: string) {
  const { rows } = await sql<Record<string, any>>`
    select resource, record_id, detail from audit_log
    where user_id = ${user.id} and action = ${action} order by id`.execute(
    server.backend.database.sql,
  )
  return rows
}

/** As if so many values had been revealed already. */
async function useUp(user: Client, acts: number) {
  await sql`
    insert into disclosures (user_id, counts) select ${user.id}, true
    from generate_series(1, ${acts}::integer)`.execute(server.backend.database.sql)
}

describe('M7: masked values', () => {
  it('are masked for everybody until they are revealed, in lists, records, answers and history', async () => {
    const { id } = await create()
    const mask = 'l•••••@e•••.com'
    const one = await admin.get(`/books/${id}`)
    const list = await admin.get(`/books/search?id=${id}`)
    const change = await admin.put(`/books/${id}`, { lender_email: 'other@example.com' })
    const { body: history } = await admin.get(`/books/${id}/timeline`)
    expect(one.body.data.lender_email).toBe(mask)
    expect(list.body.data[0].lender_email).toBe(mask)
    expect(change.body.data.lender_email).toBe('o•••••@e•••.com')
    expect(JSON.stringify(history)).not.toContain('@example')
  })

  it('are revealed for one record, counted and audited', async () => {
    const { id, lender_email } = await create()
    const user = await holder()
    const all = await user.post(`/books/${id}/reveal`, { reason: 'They called' })
    expect(all.body).toEqual({ data: { values: { lender_email } }, meta: { left: 59, limit: 60 } })
    const one = await user.post(`/books/${id}/reveal`, { field: 'lender_email' })
    expect(one.body.data).toEqual({ field: 'lender_email', value: lender_email })
    expect(one.body.meta.left).toBe(58)
    expect(await audited(user, 'reveal')).toEqual([
      {
        resource: 'books',
        record_id: id,
        detail: { fields: ['lender_email'], reason: 'They called' },
      },
      { resource: 'books', record_id: id, detail: { fields: ['lender_email'] } },
    ])
  })

  it('are revealed as often within an hour as the installation lets each user', async () => {
    const { id } = await create()
    const user = await holder()
    const { config } = server.backend
    config.revealLimit = 1
    try {
      const { body } = await user.post(`/books/${id}/reveal`)
      expect(body.meta).toEqual({ left: 0, limit: 1 })
      const refused = await user.post(`/books/${id}/reveal`)
      expect([refused.status, refused.body.message]).toEqual([
        429,
        expect.stringMatching(/^You may look up 1 masked values within an hour\./),
      ])
    } finally {
      config.revealLimit = 60
    }
  })

  it('are revealed for the page of a list, as one act', async () => {
    const [one, two] = [await create(), await create()]
    const user = await holder()
    const { body } = await user.post('/books/reveal', { ids: [one.id, two.id, 999_999] })
    expect(body).toEqual({
      data: {
        [one.id]: { lender_email: one.lender_email },
        [two.id]: { lender_email: two.lender_email },
      },
      meta: { left: 59, limit: 60 },
    })
    expect(await audited(user, 'reveal')).toEqual([
      {
        resource: 'books',
        record_id: null,
        detail: { ids: [one.id, two.id], fields: ['lender_email'] },
      },
    ])
  })

  it('are revealed to nobody without the permission, and of no record out of sight', async () => {
    const { id } = await create()
    const [user, reader, blind] = [
      await holder(),
      await clerk(),
      await server.user(['book.contact']),
    ]
    const statuses = async (client: Client, body = {}) => [
      (await client.post(`/books/${id}/reveal`, body)).status,
      (await client.post('/books/reveal', { ids: [id], ...body })).status,
    ]
    expect(await statuses(reader)).toEqual([403, 403])
    expect(await statuses(blind)).toEqual([404, 404])
    expect((await user.post(`/books/${id}/reveal`, { field: 'title' })).status).toBe(422)
    expect((await user.post('/books/reveal', { ids: [id], fields: ['note'] })).status).toBe(422)
    expect((await user.post('/books/999999/reveal')).status).toBe(404)
    const many = Array.from({ length: 201 }, (_, index) => index + 1)
    expect((await user.post('/books/reveal', { ids: many })).status).toBe(422)
    expect(await audited(user, 'reveal')).toEqual([])
  })

  it('are revealed sixty times an hour, of a hundred tries at once', async () => {
    const { id } = await create()
    const user = await holder()
    const tries = Array.from({ length: 100 }, () => user.post(`/books/${id}/reveal`))
    const answers = await Promise.all(tries)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(40)
    expect(refused[0]!.body.message).toMatch(/^You may look up 60 masked values within an hour\./)
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(3_500)
    expect(await audited(user, 'reveal')).toHaveLength(60)
    await sql`update disclosures set at = at - interval '1 hour' where user_id = ${user.id}`.execute(
      server.backend.database.sql,
    )
    expect((await user.post(`/books/${id}/reveal`)).body.meta.left).toBe(59)
  }, 30_000)

  it('are never stored as the mask that stands for them', async () => {
    const { id, lender_email } = await create()
    const { body } = await admin.get(`/books/${id}`)
    const same = await admin.put(`/books/${id}`, {
      lender_email: body.data.lender_email,
      price: 7,
    })
    expect([same.status, same.body.data.price]).toEqual([200, 7])
    const other = await admin.put(`/books/${id}`, { lender_email: 'x•••••@y•••.com' })
    expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['lender_email']])
    const { data } = (await admin.post(`/books/${id}/reveal`, { field: 'lender_email' })).body
    expect(data.value).toBe(lender_email)
  })
})

describe('H2: a mask is no oracle', () => {
  it('compares one whole value at a time, each counted once an hour and audited without the value', async () => {
    const { id, lender_email } = await create()
    const user = await clerk()
    for (const page of [1, 2, 1]) {
      const asked = { lender_email, page, per_page: 10 }
      expect((await user.post('/books/search', asked)).status).toBe(200)
    }
    const found = await user.get(`/books/search?search=${lender_email}`)
    expect(found.body.data.map((one: { id: number }) => one.id)).toEqual([id])
    const lines = await audited(user, 'masked_search')
    expect(lines).toEqual([
      {
        resource: 'books',
        record_id: null,
        detail: { field: 'lender_email', hash: expect.any(String) },
      },
    ])
    expect(JSON.stringify(lines)).not.toContain('lender1')
  })

  it('refuses many values, groups, fragments and orders to whoever may not unmask', async () => {
    const { lender_email } = await create()
    const user = await clerk()
    const bodies = [
      { lender_email: [lender_email, 'b@example.com'] },
      { lender_email_not: lender_email },
      { lender_email_contains: 'lender' },
      { where: { any: [{ lender_email }] } },
      { where: { all: [{ lender_email: { not: lender_email } }] } },
      { sort: 'lender_email' },
    ]
    for (const body of bodies) {
      expect([body, (await user.post('/books/search', body)).status]).toEqual([body, 400])
      expect([body, (await admin.post('/books/search', body)).status]).toEqual([body, 200])
    }
    expect(await audited(user, 'masked_search')).toEqual([])
  })

  it('lets exactly sixty values through, of a hundred asked at once', async () => {
    const user = await clerk()
    const tries = Array.from({ length: 100 }, (_, n) =>
      user.post('/books/search', { lender_email: `guess${n}@example.com` }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
    expect(await audited(user, 'masked_search')).toHaveLength(60)
  }, 30_000)

  it('with the limit used up a filter is refused in words, a search leaves masked fields out', async () => {
    const { id, lender_email } = await create()
    const user = await clerk()
    await useUp(user, 60)
    const filtered = await user.post('/books/search', { lender_email })
    expect([filtered.status, filtered.body.message]).toEqual([
      429,
      expect.stringContaining('60 masked values within an hour'),
    ])
    const search = await user.get(`/books/search?search=${lender_email}`)
    expect([search.status, search.body.data]).toEqual([200, []])
    expect((await user.get(`/books/search?id=${id}`)).body.data).toHaveLength(1)
    expect((await user.get(`/search?text=${lender_email}`)).body.data).toEqual([])
    const counted = await admin.get(`/search?text=${lender_email}`)
    expect(counted.body.data[0].records[0]).toMatchObject({ id, detail: 'l•••••@e•••.com' })
  })

  it('counts the same for search in all resources, bulk selections and exports', async () => {
    const { id, lender_email } = await create()
    const user = await server.user([
      'book.view',
      'book.update',
      'book.export',
      'user.profile.job.view',
    ])
    const found = await user.get(`/search?text=${lender_email}`)
    expect(found.body.data[0].records[0].id).toBe(id)
    expect(await audited(user, 'masked_search')).toHaveLength(1)
    await useUp(user, 58)
    const select = (guess: string) =>
      user.post('/books/bulk/update', {
        filter: { lender_email: guess },
        expected_count: 5,
        values: { price: 1 },
      })
    expect((await select(lender_email)).status).toBe(409)
    expect((await select('a@example.com')).status).toBe(409)
    expect((await select('b@example.com')).status).toBe(429)
    const filter = { lender_email: 'c@example.com' }
    expect((await user.post('/books/export', { filter })).status).toBe(429)
    const exported = await user.post('/books/export', { filter: { lender_email } })
    await server.backend.jobs.work()
    const job = async () => (await user.get(`/profile/job/${exported.body.data.job_id}`)).body.data
    await expect.poll(job, { timeout: 45_000 }).toMatchObject({ state: 'finished', processed: 1 })
    const [line] = await audited(user, 'export')
    expect(line!['detail'].filter).toEqual({ lender_email: '•••' })
  })

  it('counts refusals of writes that tell what is stored', async () => {
    const { id } = await create()
    const user = await clerk()
    const taken = (await create()).lender_email
    const write = () => user.put(`/books/${id}`, { lender_email: taken })
    expect((await write()).status).toBe(422)
    expect(await audited(user, 'masked_search')).toHaveLength(1)
    await useUp(user, 59)
    expect((await write()).status).toBe(422)
    const other = (await create()).lender_email
    expect((await user.put(`/books/${id}`, { lender_email: other })).status).toBe(429)
    const many = { ids: [id], values: { lender_email: 'new@example.com' } }
    expect((await user.post('/books/bulk/update', many)).status).toBe(429)
  })

  it('counts what is written over masked values: what was stored already changes nothing', async () => {
    const { id, lender_email } = await create()
    const user = await clerk()
    await useUp(user, 58)
    const write = async (guess: string) =>
      (await user.put(`/books/${id}`, { lender_email: guess })).status
    const mask = (await user.get(`/books/${id}`)).body.data.lender_email
    expect([await write(mask), await write(lender_email), await write(lender_email)]).toEqual([
      200, 200, 200,
    ])
    expect(await write('first@example.com')).toBe(200)
    expect([await write('second@example.com'), await write(lender_email)]).toEqual([429, 200])
    expect((await user.put(`/books/${id}`, { title: 'Another one' })).status).toBe(200)
    expect(await audited(user, 'masked_search')).toHaveLength(2)
    expect((await admin.put(`/books/${id}`, { lender_email: 'third@example.com' })).status).toBe(
      200,
    )
    expect(await audited(admin, 'masked_search')).toEqual([])
  })

  describe('in a write that is refused for something else', () => {
    /** A write that has no pages, and the address of another book or of none. */
    const refusals = async () => {
      const { id } = await create()
      const taken = (await create()).lender_email
      const write = (user: Client, more: object) => user.put(`/books/${id}`, { pages: 0, ...more })
      const pages = [expect.any(String)]
      return { id, taken, write, hit: { pages, lender_email: ['Known'] }, miss: { pages } }
    }

    it('counts what is stored and what is not alike, the same value once', async () => {
      const user = await clerk()
      const { taken, write, hit, miss } = await refusals()
      for (const _ of [1, 2]) {
        expect((await write(user, { lender_email: taken })).body.errors).toEqual(hit)
        expect((await write(user, { lender_email: 'none@example.com' })).body.errors).toEqual(miss)
      }
      expect(await audited(user, 'masked_search')).toHaveLength(2)
      await useUp(user, 57)
      const made = { title: 'New', author: authorId, pages: 0, lender_email: 'new@example.com' }
      expect((await user.post('/books', made)).body.errors).toEqual(miss)
      expect(await audited(user, 'masked_search')).toHaveLength(3)
      expect((await user.post('/books/search', { lender_email: 'any@example.com' })).status).toBe(
        429,
      )
    })

    it('answers alike with the limit used up, and says what is wrong with the rest', async () => {
      const user = await clerk()
      const { id, taken, write, hit, miss } = await refusals()
      await useUp(user, 60)
      const both = [
        await write(user, { lender_email: taken }),
        await write(user, { lender_email: 'none@example.com' }),
      ]
      expect(both.map(({ status, body }) => [status, body.errors])).toEqual([
        [422, miss],
        [422, miss],
      ])
      expect(both[0]!.body).toEqual(both[1]!.body)
      expect(await audited(user, 'masked_search')).toEqual([])
      const wrong = await write(user, { lender_email: 'nobody' })
      expect(Object.keys(wrong.body.errors)).toEqual(['pages', 'lender_email'])
      expect(
        (await write(await holder(['book.update']), { lender_email: taken })).body.errors,
      ).toEqual(hit)
      const free = { title: 'Free', author: authorId, lender_email: 'free@example.com' }
      expect((await user.put(`/books/${id}`, { title: 'Free' })).status).toBe(200)
      expect((await user.post('/books', free)).status).toBe(201)
    })

    it('tells of sixty values, of a hundred tried at once', async () => {
      const user = await clerk()
      const { write } = await refusals()
      const all = await Promise.all(Array.from({ length: 100 }, () => create()))
      const answers = await Promise.all(
        all.map(({ lender_email }) => write(user, { lender_email })),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422))
      const told = answers.filter(({ body }) => 'lender_email' in body.errors)
      expect(told).toHaveLength(60)
      expect(await audited(user, 'masked_search')).toHaveLength(60)
    }, 60_000)

    it('counts the same where the write asks for the password', async () => {
      const user = await clerk()
      const { id, taken } = await refusals()
      await sql`
        update sessions set confirmed_at = now() - interval '1 hour'
        where user_id = ${user.id}`.execute(server.backend.database.sql)
      const write = (lender_email: string) => user.put(`/books/${id}`, { lender_email, price: 7 })
      expect((await write('none@example.com')).body.code).toBe('confirm_password')
      expect((await write(taken)).status).toBe(422)
      expect(await audited(user, 'masked_search')).toHaveLength(2)
      await useUp(user, 58)
      const both = [await write('other@example.com'), await write((await create()).lender_email)]
      expect(both.map(({ status }) => status)).toEqual([429, 429])
      expect(both[0]!.body).toEqual(both[1]!.body)
    })
  })

  it('leaves holders of the permission free, and records their lists of values once', async () => {
    const { id, lender_email } = await create()
    const user = await holder()
    await useUp(user, 60)
    const ids = async (body: object) =>
      (await user.post('/books/search', body)).body.data.map((one: { id: number }) => one.id)
    expect(await ids({ search: lender_email.slice(0, -6) })).toEqual([id])
    const list = [lender_email, 'b@example.com', 'c@example.com']
    expect(await ids({ lender_email: list })).toEqual([id])
    expect(await ids({ lender_email: list.toReversed(), page: 1 })).toEqual([id])
    expect(await audited(user, 'masked_search')).toEqual([])
    expect(await audited(user, 'contact_filter')).toEqual([
      { resource: 'books', record_id: null, detail: { field: 'lender_email', values: 3 } },
    ])
  })
})
