import { createCipheriv, randomBytes } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { checkKey, rotateSecrets } from '../../../src/server/sealing/sealing.ts'
import { createSecrets } from '../../../src/server/kernel/secrets/secrets.ts'
import { librarian, library } from '../../fixtures/businesses/library.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await createTestServer({ resources: library })
  admin = await server.user(librarian)
})
afterAll(() => server.close())

/** The key of the test server, and others. */
const key = Buffer.alloc(32, 7)
const other = Buffer.alloc(32, 8)

/** The server's parts with other keys. */
const withKeys = (...keys: [Buffer, ...Buffer[]]) => {
  const [current, ...old] = keys
  const { database, business, log } = server.backend
  return { ...server.backend, database, business, log, secrets: createSecrets(current, old) }
}

async function bookWith(shop_key: string): Promise<number> {
  const author = await admin.make('/library/author', { name: randomBytes(8).toString('hex') })
  return admin.make('/books', { title: 'Sealed', author, shop_key })
}

const shown = async (id: number) => (await admin.get(`/books/${id}`)).body.data.shop_key

const stored = async (id: number) => {
  const { rows } = await sql<{ shop_key: string; version: number }>`
    select shop_key, version from books where id = ${id}`.execute(server.backend.database.sql)
  return rows[0]!
}

const store = (id: number, value: string) =>
  sql`update books set shop_key = ${value} where id = ${id}`.execute(server.backend.database.sql)

/** As the first release sealed. */
function sealedFirst(text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [
    'v1',
    ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')),
  ].join('.')
}

describe('L18: a sealed value', () => {
  it('opens where it was written, and in no other record', async () => {
    const one = await bookWith('a-long-secret-9f3a')
    const another = await bookWith('a-long-secret-1111')
    expect([await shown(one), await shown(another)]).toEqual([
      { set: true, last4: '9f3a' },
      { set: true, last4: '1111' },
    ])
    await store(another, (await stored(one)).shop_key)
    expect(await shown(another)).toEqual({ set: true })
    await admin.put(`/books/${another}`, { shop_key: 'a-long-secret-2222' })
    expect(await shown(another)).toEqual({ set: true, last4: '2222' })
  })

  it('of the first release still opens', async () => {
    const id = await bookWith('a-long-secret-9f3a')
    await store(id, sealedFirst('a-long-secret-old1'))
    expect(await shown(id)).toEqual({ set: true, last4: 'old1' })
  })

  it('is sealed anew with the key in use', async () => {
    const [one, first, lost] = [
      await bookWith('a-long-secret-9f3a'),
      await bookWith('a-long-secret-1111'),
      await bookWith('a-long-secret-2222'),
    ]
    await store(first, sealedFirst('a-long-secret-old1'))
    await store(lost, createSecrets(Buffer.alloc(32, 9)).encrypt('gone', `books/shop_key/${lost}`))
    const before = await stored(one)
    await checkKey(server.backend)
    expect(await rotateSecrets(withKeys(other, key))).toMatchObject({ lost: 1 })
    const fresh = createSecrets(other)
    for (const [id, text] of [
      [one, 'a-long-secret-9f3a'],
      [first, 'a-long-secret-old1'],
    ] as const) {
      const { shop_key } = await stored(id)
      expect(fresh.decrypt(shop_key, [`books/shop_key/${id}`])).toBe(text)
    }
    expect((await stored(one)).version).toBe(before.version)
    await expect(checkKey(server.backend)).rejects.toThrow(/^APP_KEY is not the key/)
    await checkKey(withKeys(other))
    await rotateSecrets(withKeys(key, other))
  })
})

describe('F11: at start another APP_KEY', () => {
  const forget = () => sql`delete from sealed_words`.execute(server.backend.database.sql)

  it('is refused, and what to do is said', async () => {
    await checkKey(server.backend)
    await checkKey(server.backend)
    await expect(checkKey(withKeys(other))).rejects.toThrow(
      /^APP_KEY is not the key that this database was made with.* APP_KEY_OLD to the old one/,
    )
  })

  it('is taken beside the old one, and the log tells what is left to do', async () => {
    await checkKey(server.backend)
    const warn = vi.fn()
    const log = { ...server.backend.log, warn } as never
    await checkKey({ ...withKeys(other, key), log })
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('npm run secrets:rotate'))
  })

  it('is refused on a database whose secrets it does not open, too', async () => {
    await bookWith('a-long-secret-9f3a')
    await sql`delete from books where shop_key not like 'v2%'`.execute(server.backend.database.sql)
    await forget()
    await expect(checkKey(withKeys(other))).rejects.toThrow(/^APP_KEY is not the key/)
    await checkKey(server.backend)
  })
})
