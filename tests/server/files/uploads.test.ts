import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, connect, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'

import { sql } from 'kysely'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { accessChanged } from '../../../src/server/auth/access.ts'
import { appendFile, readFile } from '../../../src/server/files/store.ts'
import { importer, importing } from '../../fixtures/files/imports.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'
import { metadata, upload } from '../../fixtures/files/upload.ts'

let server: TestServer
let owner: Client
let other: Client
let visitor: Client
let address: string

beforeAll(async () => {
  server = await createTestServer({ resources: importing })
  owner = await server.user(importer)
  other = await server.user(importer)
  visitor = await server.user(['tag.view'])
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
}, 60_000)
afterAll(() => server.close())

const tus = { 'tus-resumable': '1.0.0' }
const bearer = (client: Client) => ({ authorization: `Bearer ${client.token}`, ...tus })
const csv = metadata({ filename: 'readers.csv', purpose: 'import:readers' })

function create(client: Client | undefined, headers: Record<string, string> = {}) {
  return server.app.inject({
    method: 'POST',
    url: '/api/files',
    headers: {
      ...(client ? bearer(client) : tus),
      'upload-length': '10',
      'upload-metadata': csv,
      ...headers,
    },
  })
}

function patch(client: Client, url: string, offset: number, payload: Buffer, more: object = {}) {
  return server.app.inject({
    method: 'PATCH',
    url,
    payload,
    headers: {
      ...bearer(client),
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...more,
    },
  })
}

async function created(client: Client, length = 10): Promise<string> {
  const answer = await create(client, { 'upload-length': String(length) })
  expect(answer.statusCode).toBe(201)
  return String(answer.headers.location)
}

const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

async function content(url: string): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of readFile(server.backend.database.sql, idOf(url))) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function countFiles(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from files`.execute(
    server.backend.database.sql,
  )
  return rows[0]!.n
}

describe('a new upload', () => {
  test('gets an address that nobody can guess and says nothing of the file', async () => {
    const answer = await create(owner)
    expect(answer.statusCode).toBe(201)
    expect(answer.headers.location).toMatch(/^\/api\/files\/[0-9a-f-]{36}$/)
    expect(answer.headers['upload-expires']).toBeDefined()
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  test.each([
    ['signed-out', () => create(undefined), 401],
    ['without the permission to import', () => create(visitor), 403],
    [
      'for no purpose',
      () => create(owner, { 'upload-metadata': metadata({ filename: 'a.csv' }) }),
      403,
    ],
    [
      'for an unknown purpose',
      () =>
        create(owner, {
          'upload-metadata': metadata({ filename: 'a.csv', purpose: 'import:users' }),
        }),
      403,
    ],
    [
      'of another extension',
      () =>
        create(owner, {
          'upload-metadata': metadata({ filename: 'a.xls', purpose: 'import:readers' }),
        }),
      422,
    ],
    [
      'without a name',
      () => create(owner, { 'upload-metadata': metadata({ purpose: 'import:readers' }) }),
      422,
    ],
    ['above 200 MB', () => create(owner, { 'upload-length': String(200 * 1024 * 1024 + 1) }), 413],
    ['of a negative length', () => create(owner, { 'upload-length': '-1' }), 400],
    ['of a length that is no number', () => create(owner, { 'upload-length': '10; drop' }), 400],
    ['with junk for metadata', () => create(owner, { 'upload-metadata': 'filename ###' }), 400],
    [
      'with huge metadata',
      () => create(owner, { 'upload-metadata': `${csv},x ${'A'.repeat(8_000)}` }),
      400,
    ],
    ['without the version of the protocol', () => create(owner, { 'tus-resumable': '0.2.1' }), 400],
  ])('%s is refused before a byte is stored', async (_what, ask, status) => {
    const before = await countFiles()
    const answer = await ask()
    expect(answer.statusCode).toBe(status)
    expect(answer.json().message).toBeTruthy()
    expect(await countFiles()).toBe(before)
  })

  test('tells which extensions are allowed, in the words of the specification', async () => {
    const answer = await create(owner, {
      'upload-metadata': metadata({ filename: 'leads.pdf', purpose: 'import:readers' }),
    })
    expect(answer.json().message).toEqual(
      'File extension is not allowed please upload only csv/xlsx',
    )
  })

  test('F13: a workbook is sent back with the way to bring it', async () => {
    const answer = await create(owner, {
      'upload-metadata': metadata({ filename: 'leads.XLSX', purpose: 'import:readers' }),
    })
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      expect.stringContaining('save it as "CSV UTF-8'),
    ])
  })

  test('cannot leave its length for later', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/files',
      headers: { ...bearer(owner), 'upload-defer-length': '1', 'upload-metadata': csv },
    })
    expect(answer.statusCode).toBe(400)
  })

  test('belongs to the session, whatever its metadata says', async () => {
    const answer = await create(owner, {
      'upload-metadata': metadata({
        filename: 'a.csv',
        purpose: 'import:readers',
        owner: String(other.id),
        user_id: String(other.id),
      }),
    })
    const { rows } = await sql<{ user_id: number }>`
      select user_id from files where id = ${idOf(String(answer.headers.location))}`.execute(
      server.backend.database.sql,
    )
    expect(rows[0]?.user_id).toBe(owner.id)
  })
})

describe('the parts of an upload', () => {
  test('are put together in order', async () => {
    const url = await created(owner)
    expect((await patch(owner, url, 0, Buffer.from('01234'))).headers['upload-offset']).toBe('5')
    const head = await server.app.inject({ method: 'HEAD', url, headers: bearer(owner) })
    expect(head.headers).toMatchObject({ 'upload-offset': '5', 'upload-length': '10' })
    expect(head.headers['cache-control']).toContain('no-store')
    expect((await patch(owner, url, 5, Buffer.from('56789'))).statusCode).toBe(204)
    expect((await content(url)).toString()).toBe('0123456789')
  })

  test.each([
    ['at a wrong offset', 3, 'abc', 409],
    ['longer than the file', 0, '01234567890', 413],
  ])('%s are refused and change nothing', async (_what, offset, body, status) => {
    const url = await created(owner)
    expect((await patch(owner, url, offset, Buffer.from(body))).statusCode).toBe(status)
    expect(await content(url)).toHaveLength(0)
  })

  test('over 2 MB are refused before they are read', async () => {
    const url = await created(owner, 5_000_000)
    const length = 2 * 1024 * 1024 + 64 * 1024 + 1
    const answer = await patch(owner, url, 0, Buffer.alloc(length, 65))
    expect(answer.statusCode).toBe(413)
    expect(await content(url)).toHaveLength(0)
    const allowed = await patch(owner, url, 0, Buffer.alloc(2 * 1024 * 1024, 65))
    expect(allowed.statusCode).toBe(204)
  })

  test('sent twice at the same moment are stored once', async () => {
    const url = await created(owner, 1_000_000)
    const part = (fill: number) => patch(owner, url, 0, Buffer.alloc(1_000_000, fill))
    const answers = await Promise.all([part(65), part(66), part(67), part(68)])
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([204, 409, 409, 409])
    const bytes = await content(url)
    expect(bytes).toHaveLength(1_000_000)
    expect(new Set(bytes).size).toBe(1)
  })

  test.each(['gzip', 'br', 'deflate'])(
    'L5: in the encoding %s are refused in words',
    async (encoding) => {
      const url = await created(owner)
      const more = { 'content-encoding': encoding }
      const answer = await patch(owner, url, 0, Buffer.from('0123456789'), more)
      expect([answer.statusCode, answer.json()]).toEqual([
        415,
        { message: 'Send the file as it is, without Content-Encoding.' },
      ])
      expect((await patch(owner, url, 0, Buffer.from('0123456789'))).statusCode).toBe(204)
    },
  )

  test('F9: that find the disk full are told so, and can be sent again', async () => {
    const { sql: database } = server.backend.database
    await sql`
      create function full_disk() returns trigger language plpgsql as $$
      begin
        raise exception 'No space left on device' using errcode = '53100';
      end $$`.execute(database)
    await sql`
      create trigger full_disk before insert on file_chunks
      for each row execute function full_disk()`.execute(database)
    const file = Buffer.alloc(2_000_000, 65)
    const url = await created(owner, file.length)
    // In parts as they come over a wire, of which the first finds the disk full.
    const send = () =>
      fetch(new URL(url, address), {
        method: 'PATCH',
        headers: {
          ...bearer(owner),
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
        body: file,
      })
    const answer = await send()
    expect([answer.status, await answer.json()]).toEqual([
      507,
      { message: 'The disk of the server is full. Nothing can be saved until there is room.' },
    ])
    const health = await server.app.inject('/readyz')
    expect([health.statusCode, health.json()]).toEqual([503, { status: 'disk full' }])
    await sql`drop trigger full_disk on file_chunks`.execute(database)
    expect((await send()).status).toBe(204)
    expect(await content(url)).toHaveLength(file.length)
  })

  test('need the content type of the protocol', async () => {
    const url = await created(owner)
    const answer = await patch(owner, url, 0, Buffer.from('0123456789'), {
      'content-type': 'text/plain',
    })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(await content(url)).toHaveLength(0)
  })
})

describe('somebody else', () => {
  const methods = ['HEAD', 'PATCH', 'DELETE'] as const
  const ask = (method: (typeof methods)[number], url: string, headers: Record<string, string>) =>
    server.app.inject({
      method,
      url,
      headers: {
        ...headers,
        ...(method === 'PATCH' && {
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        }),
      },
      ...(method === 'PATCH' && { payload: Buffer.from('0123456789') }),
    })

  test.each(methods)('finds no upload to %s', async (method) => {
    const url = await created(owner)
    expect((await ask(method, url, bearer(other))).statusCode).toBe(404)
    expect((await ask(method, url, tus)).statusCode).toBe(401)
    const unknown = '/api/files/00000000-0000-4000-8000-000000000000'
    expect((await ask(method, unknown, bearer(owner))).statusCode).toBe(404)
    expect(await content(url)).toHaveLength(0)
  })

  test('is also whoever lost the permission meanwhile', async () => {
    const leaving = await server.user(importer)
    const url = await created(leaving)
    expect((await ask('HEAD', url, bearer(leaving))).statusCode).toBe(200)
    await server.backend.database.sql.transaction().execute(async (database) => {
      await sql`delete from users_roles where record_id = ${leaving.id}`.execute(database)
      await accessChanged(database)
    })
    expect((await ask('HEAD', url, bearer(leaving))).statusCode).toBe(404)
  })

  test('cannot end an upload; its owner can', async () => {
    const url = await created(owner)
    expect((await ask('DELETE', url, bearer(other))).statusCode).toBe(404)
    expect((await ask('DELETE', url, bearer(owner))).statusCode).toBe(204)
    expect((await ask('HEAD', url, bearer(owner))).statusCode).toBe(404)
  })
})

describe('limits of one user', () => {
  test('twenty uploads may stand unfinished', async () => {
    const hoarder = await server.user(importer)
    for (let index = 0; index < 20; index += 1) await created(hoarder)
    const answer = await create(hoarder)
    expect(answer.statusCode).toBe(429)
    expect(answer.json().message).toContain('20 unfinished uploads')
    expect((await create(other)).statusCode).toBe(201)
  })

  test('all uploads together are at most 1 GB', async () => {
    const hoarder = await server.user(importer)
    for (let index = 0; index < 5; index += 1) await created(hoarder, 200 * 1024 * 1024)
    const answer = await create(hoarder, { 'upload-length': String(100 * 1024 * 1024) })
    expect(answer.statusCode).toBe(413)
  })

  test('L15: who has too many is shown which, and drops one', async () => {
    const hoarder = await server.user(importer)
    const urls: string[] = []
    for (let index = 0; index < 20; index += 1) urls.push(await created(hoarder))
    await patch(hoarder, urls[3]!, 0, Buffer.from('0123'))
    await patch(hoarder, urls[4]!, 0, Buffer.from('0123456789'))
    const { body } = await hoarder.get('/files')
    expect(body.data).toHaveLength(19)
    expect(body.data).toContainEqual({
      id: idOf(urls[3]!),
      name: 'readers.csv',
      purpose: 'import:readers',
      size: 10,
      stored: 4,
      modified: null,
      created_at: expect.any(String),
      expires_at: expect.any(String),
    })
    expect((await create(hoarder)).statusCode).toBe(201)
    expect((await create(hoarder)).statusCode).toBe(429)
    const drop = (url: string, headers: object) =>
      server.app.inject({ method: 'DELETE', url, headers: { ...headers } })
    expect((await drop(urls[0]!, bearer(hoarder))).statusCode).toBe(204)
    expect((await create(hoarder)).statusCode).toBe(201)
    // The console's way, without a word of the protocol.
    const plain = { authorization: `Bearer ${hoarder.token}` }
    expect((await drop(urls[1]!, plain)).statusCode).toBe(204)
    expect((await other.get('/files')).body.data).not.toContainEqual(
      expect.objectContaining({ id: idOf(urls[3]!) }),
    )
    expect((await visitor.get('/files')).body.data).toEqual([])
  })

  test('L15: an unfinished upload goes two hours after its last part, a complete one after a day', async () => {
    const hours = async (url: string) => {
      const { rows } = await sql<{ hours: number }>`
        select round(extract(epoch from expires_at - now()) / 3600)::int as hours
        from files where id = ${idOf(url)}`.execute(server.backend.database.sql)
      return rows[0]?.hours
    }
    const url = await created(owner)
    await sql`
      update files set created_at = now() - interval '5 hours', expires_at = now() + interval '1 minute'
      where id = ${idOf(url)}`.execute(server.backend.database.sql)
    const part = await patch(owner, url, 0, Buffer.from('0123'))
    expect(part.statusCode).toBe(204)
    expect(await hours(url)).toBe(2)
    await patch(owner, url, 4, Buffer.from('456789'))
    expect(await hours(url)).toBe(24)
  })

  test('the hash of a file is made while it arrives, from its first byte to its last', async () => {
    const hashes = async (url: string) => {
      const { rows } = await sql<{ sha256: string | null }>`
        select metadata ->> 'sha256' as sha256 from files where id = ${idOf(url)}`.execute(
        server.backend.database.sql,
      )
      return rows[0]?.sha256
    }
    const [whole, torn] = [await created(owner), await created(owner)]
    for (const url of [whole, torn]) await patch(owner, url, 0, Buffer.from('0123'))
    // A part that another process took in.
    await appendFile(server.backend.database.sql, idOf(torn), 4, Buffer.from('45'))
    await patch(owner, whole, 4, Buffer.from('456789'))
    await patch(owner, torn, 6, Buffer.from('6789'))
    expect(await hashes(whole)).toBe(createHash('sha256').update('0123456789').digest('hex'))
    expect(await hashes(torn)).toBeNull()
  })

  test('an upload lasts by the clock of the database, though that of the process is fast', async () => {
    const url = await created(owner)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 3_600_000 })
    const part = await patch(owner, url, 0, Buffer.from('0123')).finally(() => vi.useRealTimers())
    expect(part.statusCode).toBe(204)
  })

  test('an upload is gone when its time is over', async () => {
    const url = await created(owner)
    await sql`
      update files set expires_at = now() - interval '1 second' where id = ${idOf(url)}`.execute(
      server.backend.database.sql,
    )
    expect((await patch(owner, url, 0, Buffer.from('0123456789'))).statusCode).toBe(404)
  })
})

describe('tus-js-client', () => {
  let proxy: Server
  let cut = 0

  beforeAll(async () => {
    const target = new URL(address)
    // Between client and server: ends connections after some bytes, as a bad network does.
    proxy = createServer((socket) => {
      const inner = connect(Number(target.port), target.hostname)
      let passed = 0
      socket.on('data', (data) => {
        passed += data.length
        inner.write(data)
        if (cut === 0 || passed < cut) return
        cut = 0
        socket.resetAndDestroy()
        inner.resetAndDestroy()
      })
      inner.on('data', (data) => socket.write(data))
      socket.on('error', () => inner.destroy()).on('close', () => inner.destroy())
      inner.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
  })
  afterAll(() => proxy.close())

  function send(bytes: Buffer, offsets: number[] = []): Promise<string> {
    return new Promise((resolve, reject) => {
      const one: Upload = new Upload(bytes, {
        endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/files`,
        headers: { authorization: `Bearer ${owner.token}` },
        metadata: { filename: 'readers.csv', purpose: 'import:readers' },
        chunkSize: 2 * 1024 * 1024,
        retryDelays: [50, 100, 200, 1_000, 3_000],
        onChunkComplete: (_size, accepted) => offsets.push(accepted),
        onSuccess: () => resolve(one.url ?? ''),
        onError: reject,
      })
      one.start()
    })
  }

  const sample = (length: number) =>
    Buffer.from(Array.from({ length }, (_, index) => 48 + ((index * 7) % 59)))

  test('uploads a file in parts of 2 MB', async () => {
    const bytes = sample(5_000_000)
    const offsets: number[] = []
    const url = await send(bytes, offsets)
    expect(offsets).toEqual([2_097_152, 4_194_304, 5_000_000])
    expect((await content(url)).equals(bytes)).toBe(true)
  })

  test('goes on where a broken connection left off', async () => {
    const bytes = sample(5_000_000)
    cut = 3_000_000
    const url = await send(bytes)
    expect(cut).toBe(0)
    expect((await content(url)).equals(bytes)).toBe(true)
  })

  test('gets the words of a refusal', async () => {
    const bad = server.app.listeningOrigin
    const failure = await new Promise<Error>((resolve, reject) => {
      new Upload(Buffer.from('x'), {
        endpoint: `${bad}/api/files`,
        headers: { authorization: `Bearer ${owner.token}` },
        metadata: { filename: 'readers.txt', purpose: 'import:readers' },
        retryDelays: [],
        onSuccess: () => reject(new Error('uploaded')),
        onError: resolve,
      }).start()
    })
    expect(failure.message).toContain('File extension is not allowed please upload only csv/xlsx')
  })
})

test('whole files arrive through the fixture that other tests use', async () => {
  const id = await upload(server.app, owner, 'name\nUrsula\n')
  expect((await content(`/api/files/${id}`)).toString()).toBe('name\nUrsula\n')
})
