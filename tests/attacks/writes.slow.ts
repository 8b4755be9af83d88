import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { defineResource, kindNames, kindOf, type FileValue, type KindName } from '#schema'

import { business } from '../../resources/index.server.ts'
import { samples } from '../fixtures/kinds.ts'
import { makeFull } from '../fixtures/console.ts'
import {
  client,
  createTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '../fixtures/server.ts'
import { upload } from '../fixtures/files/upload.ts'
import {
  ended,
  everything,
  expectRefusal,
  lose,
  member,
  openOffice,
  rowsOf,
} from './cases/office.ts'

/** A field of every kind that most people may neither read nor write. */
const vault = defineResource('vaults', {
  permission: 'vault',
  operations: ['list', 'show', 'create', 'edit', 'delete', 'export'],
  fields: Object.fromEntries([
    ['label', { kind: 'text', options: {} }],
    ...kindNames.map((kind) => {
      const { field } = samples[kind]
      const target = 'target' in field ? { target: 'vaults' } : {}
      const options = { optional: true, readBy: 'vault.inside', writeBy: 'vault.inside' }
      return [`a_${kind}`, { ...field, ...target, options: { ...field.options, ...options } }]
    }),
  ]),
  title: 'label',
  list: ['label'],
  form: ['label'],
} as any)

let server: TestServer
let boss: Client
let ann: Client
let bob: Client
let anns: number
let bobs: number

beforeAll(async () => {
  ;({ server, boss, ann, bob } = await openOffice([vault]))
  anns = await create({ name: 'Anns own', owner: ann.id })
  bobs = await create({ name: 'Bobs own', owner: bob.id })
})
afterAll(() => server.close())

const create = (values: object, client = boss) => client.make('/office/case', values)

const stored = (id: number) => rowsOf(server, sql<any>`select * from cases where id = ${id}`)

/** Any request at all, as a client of the server. */
async function send(client: Client, request: InjectOptions & { url: string }): Promise<Answer> {
  const answer = await server.app.inject({
    ...request,
    url: `/api${request.url}`,
    headers: {
      ...(client.token && { authorization: `Bearer ${client.token}` }),
      ...request.headers,
    },
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  return {
    status: answer.statusCode,
    body: isJson ? answer.json() : answer.body,
    headers: answer.headers,
  }
}

// These two come first: after them somebody works on the jobs.
describe('B4 of another user nobody reaches', () => {
  test('a job', async () => {
    const { body } = await ann.post('/office/case/export', {})
    const id = body.data.job_id
    for (const other of [bob, boss]) {
      expectRefusal(await other.get(`/profile/job/${id}`), 404)
      expectRefusal(await other.post(`/profile/job/${id}/cancel`), 404)
      expectRefusal(await other.get(`/profile/job/${id}/download/result`), 404)
      expectRefusal(await other.get(`/profile/job/${id}/download/error`), 404)
      const list = await other.get(`/profile/job/search?id=${id}`)
      expect(list.body.meta.total).toBe(0)
    }
    expect((await ann.post(`/profile/job/${id}/cancel`)).status).toBe(200)
    const whoMayNot = await server.user(['user.profile.job.view'])
    expectRefusal(await whoMayNot.post(`/profile/job/${id}/cancel`), 403)
  })

  test('an import', async () => {
    const [{ id }] = (await rowsOf(
      server,
      sql<any>`
      insert into imports (name, resource, file, "user") values ('x', 'cases', 'f', ${ann.id})
      returning id`,
    )) as [any]
    for (const other of [bob, boss]) {
      expectRefusal(await other.get(`/profile/import/${id}`), 404)
      expect((await other.get('/profile/import/search')).body.meta.total).toBe(0)
    }
    expect((await ann.get(`/profile/import/${id}`)).status).toBe(200)
    const mayBringNone = await server.user(['case.view'])
    expectRefusal(await mayBringNone.get('/profile/import/search'), 403)
  })
})

describe('B15 rights that are lost end the work under way:', () => {
  test('of a bulk job', async () => {
    const loser = await server.user(member)
    await sql`insert into cases (name, owner) select 'Lost', ${loser.id} from generate_series(1, 101)`.execute(
      server.backend.database.sql,
    )
    const order = { filter: { name: 'Lost' }, expected_count: 101, values: { note: 'late' } }
    const { status, body } = await loser.post('/office/case/bulk/update', order)
    expect(status).toBe(202)
    await lose(server, loser, 'case.update')
    await server.backend.jobs.work()
    expect(await ended(server, body.data.job_id)).toMatchObject({
      state: 'finished_with_errors',
      processed: 101,
      failed: 101,
    })
    expect(await rowsOf(server, sql`select from cases where note = 'late'`)).toEqual([])
  })
})

describe('B1 nobody sets what is not theirs to set:', () => {
  const foreign: Record<string, unknown>[] = [
    { id: 4711 },
    { version: 99, rank: 1 },
    { created_at: '2020-01-01T00:00:00Z' },
    { updated_at: '2020-01-01T00:00:00Z' },
    { deleted_at: null },
    { rank: 7 },
    { pin: '1234' },
    { plan: { a: 1 } },
    { watchers: [1] },
    { created_by: 1 },
    { user_id: 1 },
    { role: 'admin' },
    { roles: [1] },
    { is_admin: true },
    { permissions: ['*'] },
    { password: 'violet-Kettle-92' },
    { owner_id: 1 },
    { 'owner.name': 'x' },
    { labels: { owner: { label: 'x' } } },
    { access: true },
  ]

  test.each(foreign)('%o', async (values) => {
    const before = await everything(server)
    const own = { name: 'x', owner: ann.id }
    expectRefusal(await ann.post('/office/case', { ...own, ...values }), 422)
    const { version: _, ...changes } = values
    expectRefusal(await ann.put(`/office/case/${anns}`, changes), 422)
    expectRefusal(await ann.post('/office/case/bulk/update', { ids: [anns], values }), 422)
    expectRefusal(await ann.post(`/office/case/${anns}/hand`, { to: anns, ...values }), 422)
    expectRefusal(await ann.put('/profile', values), 403, 422)
    expect(await everything(server)).toBe(before)
  })

  test('nor in a bulk change of more records than one request serves', async () => {
    const { id } = await server.user(member)
    await sql`insert into cases (name, owner) select 'Mass', ${id} from generate_series(1, 101)`.execute(
      server.backend.database.sql,
    )
    const many = (values: object) =>
      boss.post('/office/case/bulk/update', {
        filter: { name: 'Mass' },
        expected_count: 101,
        values,
      })
    const jobs = () => rowsOf(server, sql`select from jobs`)
    const before = await jobs()
    for (const values of [{ rank: 1 }, { id: 1 }, { level: 'x' }, { name: '' }, { plan: ['\0'] }]) {
      expectRefusal(await many(values), 422)
    }
    expect(await jobs()).toHaveLength(before.length)
    expect((await many({ name: 'Ma\0ss' })).status).toBe(202)
  })
})

describe('B2 whoever may only look changes nothing:', () => {
  // Jobs of the tests above may still be at work, and their progress is a change too.
  beforeAll(async () => {
    for (let before = '', now = await everything(server); now !== before;) {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      before = now
      now = await everything(server)
    }
  }, 60_000)

  const writes: [InjectOptions['method'], string, object?][] = [
    ['POST', '/office/case', { name: 'x', owner: 1 }],
    ['PUT', '/office/case/:id', { name: 'x' }],
    ['DELETE', '/office/case/:id'],
    ['POST', '/office/case/bulk/update', { ids: [1], values: { name: 'x' } }],
    ['POST', '/office/case/bulk/delete', { ids: [1] }],
    ['POST', '/office/case/:id/hand', { to: 1 }],
    ['POST', '/office/case/bulk/hand', { ids: [1], values: { to: 1 } }],
    ['POST', '/office/case/export', {}],
    ['POST', '/office/case/import', {}],
    ['POST', '/office/case/import/preview', {}],
    ['POST', '/contacts', { alias: 'x', code_name: 'x' }],
    ['PUT', '/profile', { name: 'Other' }],
    ['POST', '/management/user', { name: 'New', email: 'new@example.com' }],
    ['DELETE', '/management/role/1'],
  ]
  const swapped: [InjectOptions['method'], string][] = [
    ['PATCH', '/office/case/:id'],
    ['POST', '/office/case/:id'],
    ['PUT', '/office/case'],
    ['DELETE', '/office/case'],
    ['DELETE', '/office/case/search'],
    ['PUT', '/office/case/search'],
    ['GET', '/office/case/bulk/delete'],
    ['GET', '/office/case/:id/hand'],
    ['GET', '/office/case/export'],
    ['GET', '/logout'],
    ['POST', '/logout'],
  ]

  test.each(writes)('%s %s', async (method, path, payload) => {
    const reader = await server.user(['case.view', 'management.user.view'])
    const mine = await create({ name: 'Readers own', owner: reader.id })
    const before = await everything(server)
    for (const id of [mine, bobs]) {
      const url = path.replace(':id', String(id))
      expectRefusal(await send(reader, { method, url, ...(payload && { payload }) }), 403)
      expectRefusal(await send(server.anonymous, { method, url, ...(payload && { payload }) }), 401)
    }
    expect(await everything(server)).toBe(before)
  })

  test.each(swapped)('not even by %s %s', async (method, path) => {
    const url = path.replace(':id', String(anns))
    expectRefusal(await send(boss, { method, url, payload: { name: 'swapped' } }), 404)
  })

  test.each(['DELETE', 'PUT', 'PATCH', 'POST', 'delete'])(
    'X-HTTP-Method-Override: %s means nothing',
    async (override) => {
      const headers = {
        'x-http-method-override': override,
        'x-http-method': override,
        'x-method-override': override,
      }
      const url = `/office/case/${anns}`
      expect(
        (await send(boss, { method: 'GET', url: `${url}?_method=${override}`, headers })).body.data
          .id,
      ).toBe(anns)
      expectRefusal(
        await send(boss, { method: 'POST', url, headers, payload: { _method: override } }),
        404,
      )
      expect(await stored(anns)).toMatchObject([{ deleted_at: null }])
    },
  )

  test('an upload is not turned into another one by a method override', async () => {
    const id = await upload(server.app, ann, 'name\nA\n', { purpose: 'import:cases' })
    for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
      await send(ann, {
        method,
        url: `/files/${id}`,
        headers: {
          'tus-resumable': '1.0.0',
          'x-http-method-override': 'POST',
          'upload-length': '7',
          'upload-metadata': `filename ${Buffer.from('x.html').toString('base64')},purpose ${Buffer.from('import:users').toString('base64')}`,
        },
      })
    }
    expect(
      await rowsOf(
        server,
        sql`select from files where purpose not in ('import:cases', 'export', 'bulk')`,
      ),
    ).toEqual([])
  })
})

describe('B3 nobody points at what they may not see:', () => {
  test('by the input of an action', async () => {
    const ask = (to: number) => ann.post(`/office/case/${anns}/hand`, { to })
    const [invisible, missing] = [await ask(bobs), await ask(999_999)]
    expectRefusal(invisible, 422)
    expect(invisible.body).toEqual(missing.body)
    const bulk = await ann.post('/office/case/bulk/hand', { ids: [anns], values: { to: bobs } })
    expect(bulk.body.data).toMatchObject({
      done: 0,
      skipped: 1,
      reasons: ['Not found. Choose one from the list'],
    })
    expect(await stored(anns)).toMatchObject([{ parent: null }])
  })

  test('by a cell of a file', async () => {
    const done = await importFile(ann, `name,owner\nA,${bob.id}\nB,Nobody\n`, ['name', 'owner'])
    expect(done).toMatchObject({ created: 0, refused: 2 })
  })

  test('at a deleted record', async () => {
    const gone = await create({ name: 'Gone', owner: ann.id })
    await ann.delete(`/office/case/${gone}`)
    expectRefusal(await ann.put(`/office/case/${anns}`, { parent: gone }), 422)
    expectRefusal(await ann.put(`/office/case/${anns}`, { related: [gone] }), 422)
  })
})

test('B7 no header, query, body or cookie makes anybody somebody else', async () => {
  const claims = {
    'x-user-id': String(boss.id),
    'x-user': 'Boss',
    'x-forwarded-user': 'Boss',
    'x-remote-user': 'Boss',
    'remote-user': 'Boss',
    'x-forwarded-email': 'boss@example.com',
    'x-admin': '1',
    'x-role': 'admin',
    'x-permissions': '*',
    'x-system': '1',
    'x-bypass': '1',
    'x-internal': '1',
    'x-api-key': boss.token,
    'x-auth-token': boss.token,
    'x-original-url': '/api/office/case',
    'x-rewrite-url': '/livez',
    'proxy-authorization': `Bearer ${boss.token}`,
    cookie: `token=${boss.token}; session=${boss.token}`,
    'x-forwarded-for': '127.0.0.1',
    'x-real-ip': '127.0.0.1',
    'x-leadgate-role': 'system',
    forwarded: 'for=127.0.0.1;proto=https',
    host: 'api.localhost',
    origin: 'http://localhost',
  }
  const url = `/office/case/${bobs}`
  const query = `?user=${boss.id}&system=1&bypass=true&sudo=1&access_token=${boss.token}&token=${boss.token}`
  expectRefusal(await send(server.anonymous, { method: 'GET', url, headers: claims }), 401)
  expectRefusal(
    await send(server.anonymous, { method: 'GET', url: `${url}${query}`, headers: claims }),
    401,
  )
  expectRefusal(await send(ann, { method: 'GET', url, headers: claims }), 404)
  expectRefusal(await send(ann, { method: 'GET', url: `${url}${query}`, headers: claims }), 404)
  const payload = { name: 'taken', user: boss.id, system: true, bypass: true, token: boss.token }
  expectRefusal(await send(ann, { method: 'PUT', url, headers: claims, payload }), 404)
  expectRefusal(
    await send(ann, { method: 'PUT', url: `/office/case/${anns}`, headers: claims, payload }),
    422,
  )
})

test('B7 the server reads these request headers and no others', () => {
  const root = fileURLToPath(new URL('../../src/server', import.meta.url))
  const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
    // The headers of answers that others give us are theirs.
    .filter((name) => name.endsWith('.ts') && !name.startsWith('outbound'))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n')
  const members = new Set(['map', 'find', 'length', 'slice', 'ts'])
  const named = [...source.matchAll(/headers(?:\.|\[['"])([a-z-]+)/g)]
    .map(([, name]) => name)
    .filter((name) => !members.has(name!))
  expect([...new Set(named)].sort()).toEqual([
    'accept-encoding',
    'authorization',
    'content-encoding',
    'content-length',
    'content-type',
    'range',
    'transfer-encoding',
    'upload-length',
    'upload-metadata',
    'user-agent',
    'x-forwarded-for',
  ])
  expect(source).not.toMatch(/\b(?:bypass|sudo|asSystem|isSystem|skipAccess|noAccess)\b/)
})

describe('B8 a field of every kind is behind the same gate:', () => {
  let insider: Client
  let outsider: Client
  let id: number
  beforeAll(async () => {
    const acts = ['view', 'create', 'update', 'delete', 'export'].map((act) => `vault.${act}`)
    insider = await server.user([...acts, 'vault.inside'])
    outsider = await server.user(acts)
    const other = (await insider.post('/vaults', { label: 'Other' })).body.data.id
    const valueOf = async (kind: KindName) => {
      const [wire] = samples[kind].values[0]!
      if ('target' in samples[kind].field) return kind === 'references' ? [other] : other
      if (!kindOf(samples[kind].field).file) return wire
      const { name, type } = wire as FileValue
      const content = kind === 'image' ? Buffer.from('89504e470d0a1a0a', 'hex') : '%PDF-1.7'
      const purpose = `record:vaults.a_${kind}`
      return { id: await upload(server.app, insider, content, { name, type, purpose }) }
    }
    const values = await Promise.all(
      kindNames.map(async (kind) => [`a_${kind}`, await valueOf(kind)]),
    )
    const { body } = await insider.post('/vaults', { label: 'Full', ...Object.fromEntries(values) })
    expect(body.errors).toBeUndefined()
    id = body.data.id
  })

  test.each(kindNames)('%s', async (kind) => {
    const name = `a_${kind}`
    const [wire] = samples[kind].values[0]!
    if (kind !== 'password')
      expect((await insider.get(`/vaults/${id}`)).body.data).toHaveProperty(name)
    for (const url of [`/vaults/${id}`, '/vaults/search', `/vaults/search?id=${id}`]) {
      expect(JSON.stringify((await outsider.get(url)).body)).not.toContain(name)
    }
    for (const suffix of ['', '_not', '_from', '_to', '_contains', '_empty']) {
      expectRefusal(await outsider.get(`/vaults/search?${name}${suffix}=1`), 400)
    }
    expectRefusal(await outsider.get(`/vaults/search?sort=${name}`), 400)
    expectRefusal(await outsider.post('/vaults/export', { columns: [name] }), 400)
    expectRefusal(await outsider.put(`/vaults/${id}`, { [name]: wire }), 422)
    expectRefusal(await outsider.put(`/vaults/${id}`, { [name]: null }), 422)
    expectRefusal(await outsider.post('/vaults', { label: 'x', [name]: wire }), 422)
    expect((await outsider.put(`/vaults/${id}`, { label: 'Full' })).status).toBe(200)
  })

  test('the description of the API names no field, act or resource that is not theirs', async () => {
    const told = async (client: Client) => JSON.stringify((await client.get('/openapi.json')).body)
    expect(await told(insider)).toContain('a_secret')
    expect(await told(outsider)).not.toMatch(/a_[a-z]+|cases|contacts|management/)
    const looker = (await (await server.user(['case.view'])).get('/openapi.json')).body
    const paths = Object.keys(looker.paths).filter((path) => path.startsWith('/office'))
    expect(paths).toEqual([
      '/office/case/search',
      '/office/case/values/search',
      '/office/case/{id}',
      '/office/case/{id}/timeline',
    ])
    expect(Object.keys(looker.paths['/office/case/{id}'])).toEqual(['get'])
    expect(JSON.stringify(looker)).not.toMatch(/"pin"|"plan"|watchers|"hand"|vault|contacts/)
    expectRefusal(await server.anonymous.get('/openapi.json'), 401)
  })
})

describe('B9 nobody moves a record out of their own reach, or into somebody else’s:', () => {
  test('by creating, changing, bulk change or import', async () => {
    // What an import leaves behind of itself.
    const traces = [
      'files',
      'file_chunks',
      'jobs',
      'job_chunks',
      'imports',
      'import_failures',
      'audit_log',
      'notifications',
    ]
    const notices = () =>
      rowsOf(server, sql<any>`select "user", event from notifications where "user" <> ${ann.id}`)
    const [before, told] = [await everything(server, traces), await notices()]
    expectRefusal(await ann.post('/office/case', { name: 'x', owner: bob.id }), 403)
    expectRefusal(await ann.put(`/office/case/${anns}`, { owner: bob.id }), 403)
    const bulk = await ann.post('/office/case/bulk/update', {
      ids: [anns],
      values: { owner: bob.id },
    })
    expect(bulk.body.data).toMatchObject({ done: 0, skipped: 1 })
    const [{ name }] = (await rowsOf(
      server,
      sql<any>`select name from users where id = ${bob.id}`,
    )) as [any]
    const done = await importFile(ann, `name,owner\nA,${name}\n`, ['name', 'owner'])
    expect(done).toMatchObject({ created: 0, refused: 1 })
    expect(await everything(server, traces)).toBe(before)
    // The importer alone is told of the end of the job.
    expect(await notices()).toEqual(told)
    expect((await boss.put(`/office/case/${bobs}`, { owner: bob.id })).status).toBe(200)
  })
})

describe('B10 a bulk act reaches what its user may act on, and says so:', () => {
  test('visible, invisible, deleted and missing records', async () => {
    const [one, two, gone] = [
      await create({ name: 'One', owner: ann.id }),
      await create({ name: 'Two', owner: ann.id }),
      await create({ name: 'Gone', owner: ann.id }),
    ]
    await ann.delete(`/office/case/${gone}`)
    const ids = [one, two, two, gone, bobs, 999_999]
    const update = await ann.post('/office/case/bulk/update', { ids, values: { note: 'mine' } })
    expect(update.body.data).toMatchObject({ done: 2, skipped: 3 })
    expect(await rowsOf(server, sql`select id from cases where note = 'mine' order by id`)).toEqual(
      [{ id: one }, { id: two }],
    )
    const action = await ann.post('/office/case/bulk/hand', { ids, values: { to: one } })
    expect(action.body.data).toMatchObject({ done: 2, skipped: 3 })
    const deletion = await ann.post('/office/case/bulk/delete', { ids })
    expect(deletion.body.data).toMatchObject({ done: 2, skipped: 3 })
    expect(await stored(bobs)).toMatchObject([{ deleted_at: null, note: null, parent: null }])
  })

  test('what may be seen but not changed is skipped', async () => {
    const { id } = await server.user(member)
    await create({ name: 'Locked', owner: id })
    const viewer = await server.user(['case.view', 'case.update', 'case.delete'])
    const answer = await viewer.post('/office/case/bulk/delete', {
      filter: { name: 'Locked' },
      expected_count: 0,
    })
    expect(answer.body.data).toMatchObject({ done: 0, skipped: 0 })
  })

  test('what is meant is said in one way, and each version has its record', async () => {
    const id = await create({ name: 'Twofold', owner: ann.id })
    const filter = { name: 'Twofold' }
    const before = await everything(server)
    for (const selection of [
      { ids: [id], filter, expected_count: 1 },
      { ids: [id], exclude: [id] },
      { ids: [id], versions: [] },
      { ids: [id], versions: [1, 2] },
      { filter, expected_count: 1, versions: [1] },
    ]) {
      const body = { ...selection, values: { note: 'twofold' } }
      expectRefusal(await ann.post('/office/case/bulk/update', body), 422)
    }
    expectRefusal(await ann.post('/office/case/bulk/undo', { ids: [id, id], versions: [1] }), 422)
    expect(await everything(server)).toBe(before)
  })

  test('a unique value given to many is kept by one', async () => {
    const ids = [
      await create({ name: 'U', owner: ann.id }),
      await create({ name: 'U', owner: ann.id }),
    ]
    const { body } = await ann.post('/office/case/bulk/update', { ids, values: { code: 'ONE' } })
    expect(body.data).toMatchObject({
      done: 1,
      skipped: 1,
      reasons: ['This value is already taken'],
    })
  })
})

test('B13 of ten people who change the same version one wins, and nothing of the others is kept', async () => {
  const id = await create({ name: 'Contested', owner: ann.id })
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      ann.put(`/office/case/${id}`, { note: `by ${n}`, version: 1 }),
    ),
  )
  const winners = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
  expect(winners).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  expect(await stored(id)).toMatchObject([{ note: `by ${winners[0]}`, version: 2 }])
  for (const version of [0, 3, '2', null, 1.5, [2], { a: 2 }, true]) {
    const answer = await ann.put(`/office/case/${id}`, { note: 'x', version })
    const { data, ...body } = answer.body
    expectRefusal({ ...answer, body }, 409, 422)
    // Who comes too late is shown the record as it is, and no more of it than a read shows.
    if (data) expect(data.record ?? data).toMatchObject({ id, version: 2 })
  }
  expect(
    await rowsOf(
      server,
      sql`
    select from audit_log where resource = 'cases' and record_id = ${id}`,
    ),
  ).toHaveLength(2)
})

describe('B14 a file is no way around:', () => {
  const mappings = [
    'pin',
    'rank',
    'id',
    'version',
    'created_at',
    'deleted_at',
    'key',
    'door',
    'parent',
    'related',
    'owner_id',
    'nothing',
    '__proto__',
    'name"; drop table cases; --',
  ]

  test.each(mappings)('%s is no column', async (name) => {
    const before = await everything(server, ['files', 'file_chunks'])
    const upload_id = await upload(server.app, ann, 'a,b\nx,1\n', { purpose: 'import:cases' })
    const order = { upload_id, mapping: ['name', name], settings: {} }
    expectRefusal(await ann.post('/office/case/import', order), 422)
    expect(await everything(server, ['files', 'file_chunks'])).toBe(before)
  })

  test('a code that an invisible record has refuses the row without naming the record', async () => {
    await boss.put(`/office/case/${bobs}`, { code: 'BOBS' })
    const [{ name }] = (await rowsOf(
      server,
      sql<any>`select name from users where id = ${ann.id}`,
    )) as [any]
    const done = await importFile(ann, `name,code,owner\nA,BOBS,${name}\n`, [
      'name',
      'code',
      'owner',
    ])
    expect(done).toMatchObject({ created: 0, refused: 1 })
    expect(done.report).toMatch(/^"A","BOBS","Ann","2","duplicate","duplicate",[^\d]+$/m)
    expect(await stored(bobs)).toMatchObject([{ name: 'Bobs own', version: 2 }])
  })
})

describe('in the console itself', () => {
  let console: TestServer
  let admin: Client
  const all = business.permissions.map(({ name }) => name)
  const managing = all.filter((name) => name.startsWith('management.'))
  let people = 0

  beforeAll(async () => {
    console = await createTestServer(business)
    await business.seed(console.backend)
    admin = await console.user(all, { name: 'Admin' })
    await makeFull(console, admin.id)
  })
  afterAll(() => console.close())

  const idOf = async (table: string, name: string): Promise<number> => {
    const query = sql<{ id: number }>`select id from ${sql.table(table)} where name = ${name}`
    return (await query.execute(console.backend.database.sql)).rows[0]!.id
  }
  const permissionIds = (...names: string[]) =>
    Promise.all(names.map((name) => idOf('permissions', name)))
  async function newRole(...names: string[]): Promise<number> {
    people += 1
    const permissions = await permissionIds(...names)
    const { body } = await admin.post('/management/role', { name: `Role ${people}`, permissions })
    return body.data.id
  }
  async function newUser(role: number, more: object = {}): Promise<number> {
    people += 1
    const { body } = await admin.post('/management/user', {
      name: `Person ${people}`,
      email: `person${people}@example.com`,
      password: 'violet-Kettle-92-harbour',
      roles: [role],
      ...more,
    })
    expect(body.errors).toBeUndefined()
    await sql`update users set must_change_password = false where id = ${body.data.id}`.execute(
      console.backend.database.sql,
    )
    return body.data.id
  }
  const rights = async (client: Client) => (await client.get('/profile')).body.data?.permissions

  test('B5 a new user inherits nothing of a deleted one', async () => {
    const role = await newRole('lead.view')
    const gone = await newUser(role)
    const token = await signIn(gone)
    expect((await token.get('/lead/search')).status).toBe(200)
    expect((await admin.delete(`/management/user/${gone}`)).status).toBe(200)
    expectRefusal(await token.get('/lead/search'), 401)
    const next = await newUser(role)
    expect(next).toBeGreaterThan(gone)
    expectRefusal(await token.get('/profile'), 401)
    expectRefusal(await admin.get(`/management/user/${gone}`), 404)
    expectRefusal(await admin.put(`/management/user/${gone}`, { is_active: true }), 404)
  })

  test('B5 the id of one resource is nothing in another', async () => {
    const viewer = await console.user(['settings.tag.view', 'management.user.view'])
    expectRefusal(await viewer.get(`/settings/tag/${admin.id}`), 404)
    expectRefusal(await viewer.get(`/management/role/${admin.id}`), 403)
  })

  async function signIn(id: number): Promise<Client> {
    const [{ email }] = (
      await sql<any>`select email from users where id = ${id}`.execute(console.backend.database.sql)
    ).rows as [any]
    const { body } = await console.anonymous.post('/login', {
      email,
      password: 'violet-Kettle-92-harbour',
    })
    return client(console.app, id, body.data.access_token)
  }

  describe('B11 nobody rises above themselves:', () => {
    let clerk: Client
    let adminRole: number
    beforeAll(async () => {
      clerk = await console.user([...managing, 'lead.view'], { name: 'Clerk' })
      adminRole = await idOf('roles', `Admin ${admin.id}`)
    })
    const ownRole = () => idOf('roles', `Clerk ${clerk.id}`)

    const rises: [string, () => Promise<Answer>, number[]][] = [
      [
        'a role of one’s own',
        async () =>
          clerk.post('/management/role', {
            name: 'Mine',
            permissions: await permissionIds('lead.erase'),
          }),
        [403],
      ],
      [
        'the own role',
        async () =>
          clerk.put(`/management/role/${await ownRole()}`, {
            permissions: await permissionIds(...managing, 'lead.view', 'lead.erase'),
          }),
        [403],
      ],
      [
        'the matrix of the own role',
        async () =>
          clerk.put(`/management/role/${await ownRole()}/permissions`, {
            permissions: await permissionIds(...managing, 'lead.view', 'lead.erase'),
          }),
        [403],
      ],
      [
        'a bulk change of roles',
        async () =>
          clerk.post('/management/role/bulk/update', {
            ids: [await ownRole()],
            values: { permissions: await permissionIds('lead.erase') },
          }),
        [200],
      ],
      [
        'somebody else’s role for oneself',
        async () => clerk.put(`/management/user/${clerk.id}`, { roles: [adminRole] }),
        [403],
      ],
      [
        'a bulk change of users',
        async () =>
          clerk.post('/management/user/bulk/update', {
            ids: [clerk.id],
            values: { roles: [adminRole] },
          }),
        [200],
      ],
      [
        'a new user with a higher role',
        async () =>
          clerk.post('/management/user', {
            name: 'Puppet',
            email: 'puppet@example.com',
            password: 'violet-Kettle-92-harbour',
            roles: [adminRole],
          }),
        [403],
      ],
      [
        'the password of somebody above',
        async () =>
          clerk.put(`/management/user/${admin.id}`, { password: 'quiet-Lantern-37-meadow' }),
        [403],
      ],
      [
        'the address of somebody above',
        async () => clerk.put(`/management/user/${admin.id}`, { email: 'mine@example.com' }),
        [403],
      ],
      [
        'the end of somebody above',
        async () => clerk.delete(`/management/user/${admin.id}`),
        [403],
      ],
      [
        'the off switch of somebody above',
        async () => clerk.put(`/management/user/${admin.id}`, { is_active: false }),
        [403],
      ],
      ['the profile', async () => clerk.put('/profile', { roles: [adminRole] }), [403, 422]],
    ]
    test.each(rises)('%s', async (_, rise, statuses) => {
      const before = await rights(clerk)
      const { status, body } = await rise()
      expect(statuses).toContain(status)
      if (status === 200) expect(body.data).toMatchObject({ done: 0, skipped: 1 })
      else expect(JSON.stringify(body)).not.toMatch(/violet|Lantern/)
      expect(await rights(clerk)).toEqual(before)
      expect(await rights(admin)).toContain('lead.erase')
      const { rows } =
        await sql<any>`select email, is_active from users where id = ${admin.id}`.execute(
          console.backend.database.sql,
        )
      expect(rows[0]).toMatchObject({ email: 'admin@example.com', is_active: true })
    })

    const renames: [string, string, object][] = [
      ['another guard', 'custom.first', { name: 'lead.erase', guard_name: 'web' }],
      ['the same guard', 'custom.second', { name: 'lead.erase' }],
    ]
    test.each(renames)('a permission renamed to a higher one of %s', async (_, name, renamed) => {
      const { body } = await admin.post('/management/permission', { name })
      const rename = ['management.permission.view', 'management.permission.update', name]
      const holder = await console.user(rename)
      expect(await rights(holder)).toContain(name)
      await holder.put(`/management/permission/${body.data.id}`, renamed)
      expect(await rights(holder)).not.toContain('lead.erase')
      expectRefusal(await holder.post('/management/role', { name: 'x', permissions: [] }), 403)
    })
  })

  describe('B12 one administrator remains:', () => {
    let chiefs: number[]
    let role: number
    let plain: number
    beforeAll(async () => {
      role = await newRole(...all)
      plain = await newRole('lead.view')
      chiefs = [await newUser(role), await newUser(role)]
    })

    const losses: [string, (client: Client, id: number) => Promise<Answer>][] = [
      ['deactivate', (client, id) => client.put(`/management/user/${id}`, { is_active: false })],
      ['delete', (client, id) => client.delete(`/management/user/${id}`)],
      [
        'take the role of',
        async (client, id) => client.put(`/management/user/${id}`, { roles: [plain] }),
      ],
      ['bulk-delete', (client, id) => client.post('/management/user/bulk/delete', { ids: [id] })],
    ]
    test.each(losses)('of two who %s each other at once', async (_, lose) => {
      const others = sql`
        update users set is_active = id = any(${chiefs}::bigint[]), deleted_at = null`
      const db = console.backend.database.sql
      await others.execute(db)
      for (const id of chiefs) {
        await sql`insert into users_roles values (${id}, ${role}) on conflict do nothing`.execute(
          db,
        )
      }
      await sql`update users set is_active = true where id = ${admin.id}`.execute(db)
      const [one, other] = await Promise.all(chiefs.map(signIn))
      // Only the two are left: the others are inactive from here on.
      await sql`update users set is_active = false where id <> all(${chiefs}::bigint[])`.execute(db)
      await Promise.all([lose(one!, chiefs[1]!), lose(other!, chiefs[0]!)])
      const { rows } = await sql<{ id: number }>`
        select u.id from users u where u.is_active and u.deleted_at is null
          and exists (select from users_roles r where r.record_id = u.id and r.target_id = ${role})`.execute(
        db,
      )
      expect(rows.length).toBeGreaterThanOrEqual(1)
      const [survivor] = rows
      const last = survivor!.id === chiefs[0] ? one! : other!
      expectRefusal(await last.put(`/management/user/${last.id}`, { is_active: false }), 409, 422)
      expectRefusal(await last.delete(`/management/user/${last.id}`), 409)
      await sql`update users set is_active = true`.execute(db)
    })
  })
})

/** Imports a file as a user and answers the import with its report. */
async function importFile(
  client: Client,
  content: string,
  mapping: (string | null)[],
): Promise<any> {
  const upload_id = await upload(server.app, client, content, { purpose: 'import:cases' })
  const { status, body } = await client.post('/office/case/import', { upload_id, mapping })
  expect([status, body.message]).toEqual([202, expect.any(String)])
  await ended(server, body.data.job_id)
  const record = (await client.get(`/profile/import/${body.data.id}`)).body.data
  const report = (await client.get(`/office/case/import/${body.data.id}/report`)).body
  return { ...record, report }
}
