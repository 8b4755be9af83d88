import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import type { Backend } from '#server'

import { createStructure } from '../../src/server/database/migration/structure.ts'
import { openEmbedded, type EmbeddedDatabase } from '../../src/server/database/embedded/pglite.ts'
import { structureOf } from '../../src/server/database/migration/structureOf.ts'
import { createSecrets } from '../../src/server/kernel/secrets/secrets.ts'
import { buildServer } from '../../src/server/http/server.ts'
import { testBackend } from '../fixtures/backend.ts'
import { silent, template } from '../fixtures/database.ts'
import { createTestServer, type Client, type TestServer } from '../fixtures/server.ts'
import { upload } from '../fixtures/files/upload.ts'
import { putClockBack } from '../fixtures/work/clock.ts'
import {
  chief,
  ended,
  everything,
  expectRefusal,
  isDiscreet,
  member,
  office,
  officeBehaviors,
  openOffice,
  rowsOf,
} from './cases/office.ts'

const business = { resources: office, behaviors: officeBehaviors }

let server: TestServer
let boss: Client
let ann: Client

beforeAll(async () => {
  ;({ server, boss, ann } = await openOffice())
  await server.backend.jobs.work()
})
afterAll(() => server.close())

const folders: string[] = []
afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true, force: true }))))
async function newFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'leadgate-attack-'))
  folders.push(path)
  return path
}

const create = (values: object, client = boss) => client.make('/office/case', values)

const as = (app: FastifyInstance, { token }: Pick<Client, 'token'>, request: InjectOptions) =>
  app.inject({ ...request, headers: { authorization: `Bearer ${token}`, ...request.headers } })

/** A server over a database on disk, with a few cases and somebody who may see them. */
async function onDisk(options: { timeLimit?: number } = {}) {
  const dataDir = await newFolder()
  const database = await openEmbedded({ dataDir, template: await template(), ...options }, silent)
  const statements = createStructure(structureOf(office))
  await sql.raw(statements.join(';\n')).execute(database.sql)
  const backend = testBackend(database, {
    ...business,
    behaviors: {
      ...officeBehaviors,
      contacts: {
        routes(app, { database: { sql: db } }) {
          const schema = { summary: 'Sleeps' }
          const config = { access: 'public' } as const
          app.post('/slow', { schema, config }, () => sql`select pg_sleep(30)`.execute(db))
        },
      },
    },
  })
  const app = await buildServer(backend, { maxEventLoopDelayMs: 0 })
  onTestFinished(async () => {
    await app.close()
    await backend.jobs.stop()
    await database.close().catch(() => undefined)
  })
  return { app, backend, database }
}

describe('I5 H7 a database in trouble is told in words:', () => {
  test('one that is gone', async () => {
    const gone = await createTestServer(business)
    const user = await gone.user(chief)
    const id = (await user.post('/office/case', { name: 'x', owner: user.id })).body.data.id
    await gone.backend.database.close()
    const asked: InjectOptions[] = [
      { url: '/api/profile' },
      { url: '/api/office/case/search' },
      { method: 'PUT', url: `/api/office/case/${id}`, payload: { name: 'y' } },
      { method: 'POST', url: '/api/login', payload: { email: 'a@example.com', password: 'x' } },
      {
        method: 'POST',
        url: '/api/files',
        headers: { 'tus-resumable': '1.0.0', 'upload-length': '1' },
      },
      { url: '/api/localizations' },
    ]
    for (const request of asked) {
      const { statusCode, body } = await as(gone.app, user, request)
      expect([404, 500, 503]).toContain(statusCode)
      const { data = {}, ...rest } = JSON.parse(body)
      expect(Object.keys(rest)).toEqual(['message'])
      expect(Object.keys(data).filter((name) => name !== 'request_id')).toEqual([])
      expect(isDiscreet(body)).toBe(true)
    }
    expect((await gone.app.inject('/livez')).statusCode).toBe(200)
    expect((await gone.app.inject('/readyz')).statusCode).toBe(503)
    await gone.app.close()
    await gone.backend.jobs.stop()
  })

  test('one that takes too long, which serves the next one and has lost nothing', async () => {
    const { app, database } = await onDisk({ timeLimit: 4_000 })
    await sql`insert into contacts (alias, code_name) values ('kept', 'kept')`.execute(database.sql)
    const [slow, next] = await Promise.all([
      app.inject({ method: 'POST', url: '/api/slow' }),
      app.inject('/api/setup'),
    ])
    expect(slow.statusCode).toBe(503)
    expect(slow.json()).toEqual({
      message: 'The database is busy. Try again in a few seconds.',
    })
    expect(next.statusCode).toBe(200)
    expect((await sql`select alias from contacts`.execute(database.sql)).rows).toEqual([
      { alias: 'kept' },
    ])
    expect((await app.inject('/readyz')).statusCode).toBe(200)
  })
})

describe('I6 a day stays the same day wherever the clock stands:', () => {
  const zone = process.env['TZ']
  afterAll(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })
  const days = ['2026-03-29', '2026-10-25', '2024-02-29', '1999-12-31', '1900-01-01', '2026-01-01']

  test.each([
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'America/St_Johns',
    'Europe/Berlin',
    'UTC',
  ])('%s', async (name) => {
    process.env['TZ'] = name
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(name)
    const owner = await server.user(member)
    const label = `Day ${name}`
    for (const due of days) {
      const id = await create({ name: label, owner: owner.id, due })
      expect((await owner.get(`/office/case/${id}`)).body.data.due).toBe(due)
      const found = await owner.get(`/office/case/search?due=${due}&due_from=${due}&due_to=${due}`)
      expect(found.body.meta.total).toBe(1)
      expect((await owner.put(`/office/case/${id}`, { due, note: 'x' })).body.data.due).toBe(due)
    }
    const started = await owner.post('/office/case/export', {
      columns: ['due', 'name'],
      sort: 'id',
    })
    await ended(server, started.body.data.job_id)
    const file = await owner.get(`/profile/job/${started.body.data.job_id}/download/result`)
    const cells = file.body
      .split('\n')
      .slice(1, -1)
      .map((line: string) => line.split(',')[0]!.replaceAll('"', ''))
    expect(cells).toEqual(days)
    const [{ name: who }] = (await rowsOf(
      server,
      sql<any>`select name from users where id = ${owner.id}`,
    )) as [any]
    const content = `due,name,owner\n${days.map((day) => `${day},Back,${who}`).join('\n')}\n`
    const upload_id = await upload(server.app, owner, content, { purpose: 'import:cases' })
    const order = await owner.post('/office/case/import', {
      upload_id,
      mapping: ['due', 'name', 'owner'],
    })
    await ended(server, order.body.data.job_id)
    const back = await rowsOf(
      server,
      sql<any>`
        select due from cases where owner = ${owner.id} and name = 'Back' order by id`,
    )
    expect(back.map(({ due }) => due)).toEqual(days)
  })

  test('a moment is the same moment, and the end of a day belongs to the day', async () => {
    process.env['TZ'] = 'America/St_Johns'
    const id = await create({ name: 'Moment', owner: boss.id })
    const moment = '2026-03-29T23:59:59.999Z'
    await sql`update cases set created_at = ${moment} where id = ${id}`.execute(
      server.backend.database.sql,
    )
    const total = async (query: string) =>
      (await boss.get(`/office/case/search?id=${id}&${query}`)).body.meta.total
    expect((await boss.get(`/office/case/${id}`)).body.data.created_at).toBe(moment)
    expect(await total('created_at_from=2026-03-29&created_at_to=2026-03-29')).toBe(1)
    expect(await total('created_at_from=2026-03-30')).toBe(0)
    expect(await total(`created_at_to=${moment}&created_at_from=${moment}`)).toBe(1)
  })
})

describe('I7 what was done has its line in the audit log, with who did it:', () => {
  let id: number
  const last = async () =>
    (await rowsOf(server, sql<any>`select coalesce(max(id), 0) as id from audit_log`))[0].id
  const since = (from: number) =>
    rowsOf(
      server,
      sql<any>`
      select action, user_id, resource, record_id, job_id, ip from audit_log where id > ${from} order by id`,
    )

  beforeAll(async () => {
    id = await create({ name: 'Told', owner: ann.id })
  })

  const acts: [string, () => Promise<unknown>, string[]][] = [
    ['creating', () => create({ name: 'New', owner: ann.id }, ann), ['create']],
    ['changing', () => ann.put(`/office/case/${id}`, { note: 'a' }), ['update']],
    ['changing nothing', () => ann.put(`/office/case/${id}`, { note: 'a' }), []],
    ['changing in vain', () => ann.put(`/office/case/${id}`, { name: '' }), []],
    ['an action', () => ann.post(`/office/case/${id}/hand`, { to: id }), ['update', 'hand']],
    [
      'a bulk change',
      () => ann.post('/office/case/bulk/update', { ids: [id], values: { note: 'b' } }),
      ['update'],
    ],
    [
      'an export',
      async () => {
        const { body } = await ann.post('/office/case/export', {})
        await ended(server, body.data.job_id)
        await ann.get(`/profile/job/${body.data.job_id}/download/result`)
      },
      ['export', 'exported', 'download'],
    ],
    [
      'an import',
      async () => {
        const upload_id = await upload(server.app, ann, 'name,owner\nA,Ann\n', {
          purpose: 'import:cases',
        })
        const { body } = await ann.post('/office/case/import', {
          upload_id,
          mapping: ['name', 'owner'],
        })
        await ended(server, body.data.job_id)
      },
      ['import_start', 'import'],
    ],
    ['the own profile', () => ann.put('/profile', { name: 'Anna' }), ['update']],
    ['ending other sessions', () => ann.delete('/profile/sessions'), ['sessions_end']],
    ['a deletion', () => ann.delete(`/office/case/${id}`), ['delete']],
    ['a second deletion', () => ann.delete(`/office/case/${id}`), []],
    ['reading', () => ann.get('/office/case/search'), []],
    ['signing out', () => ann.delete('/logout'), ['logout']],
  ]
  test.each(acts)('%s', async (_, act, actions) => {
    const before = await last()
    await act()
    const rows = await since(before)
    expect(rows.map(({ action }) => action)).toEqual(actions)
    for (const row of rows) expect(row.user_id).toBe(ann.id)
  })

  const refusals: [string, (reader: Client) => Promise<unknown>, object][] = [
    [
      'creating',
      (reader) => reader.post('/office/case', { name: 'x', owner: ann.id }),
      { method: 'POST', path: '/api/office/case' },
    ],
    [
      'changing',
      (reader) => reader.put(`/office/case/${id}`, { note: 'x' }),
      { method: 'PUT', path: '/api/office/case/:id' },
    ],
    [
      'deleting',
      (reader) => reader.delete(`/office/case/${id}`),
      { method: 'DELETE', path: '/api/office/case/:id' },
    ],
    [
      'an action',
      (reader) => reader.post(`/office/case/${id}/hand`, { to: 1 }),
      { method: 'POST', path: '/api/office/case/:id/hand' },
    ],
    [
      'a bulk act',
      (reader) => reader.post('/office/case/bulk/delete', { ids: [1] }),
      { method: 'POST', path: '/api/office/case/bulk/delete' },
    ],
  ]
  test.each(refusals)('%s in vain, for want of the permission', async (_, act, detail) => {
    const reader = await server.user(['case.view'])
    const before = await last()
    await act(reader)
    const rows = await rowsOf(
      server,
      sql<any>`select action, user_id, resource, record_id, detail, ip from audit_log where id > ${before}`,
    )
    expect(rows).toEqual([
      {
        action: 'denied',
        user_id: reader.id,
        resource: 'cases',
        // No live event may follow from what changed nothing.
        record_id: null,
        detail: expect.objectContaining(detail),
        ip: expect.any(String),
      },
    ])
  })

  test('a flood of refusals does not flood the log, and is counted', async () => {
    const reader = await server.user(['case.view'])
    const before = await last()
    for (let n = 0; n < 30; n += 1) await reader.delete(`/office/case/${id}`)
    expect(await since(before)).toHaveLength(20)
    expect((await reader.get('/office/case/search')).status).toBe(200)
  })

  test('a minute after a flood lines are written again, also when the clock was put back', async () => {
    onTestFinished(() => void vi.restoreAllMocks())
    const reader = await server.user(['case.view'])
    for (let n = 0; n < 30; n += 1) await reader.delete(`/office/case/${id}`)
    const before = await last()
    putClockBack(61_000)
    await reader.delete(`/office/case/${id}`)
    expect(await since(before)).toHaveLength(1)
  })

  test('reading in vain leaves no line, nor does who is not signed in', async () => {
    const nobody = await server.user([])
    const before = await last()
    expect((await nobody.get('/office/case/search')).status).toBe(403)
    expect((await nobody.post('/office/case/search', {})).status).toBe(403)
    expect((await server.anonymous.delete(`/office/case/${id}`)).status).toBe(401)
    expect(await since(before)).toEqual([])
  })

  test('the one who started a job is the one who did its work', async () => {
    const starter = await server.user(member)
    await sql`insert into cases (name, owner) select 'Job', ${starter.id} from generate_series(1, 101)`.execute(
      server.backend.database.sql,
    )
    const before = await last()
    const order = { filter: { name: 'Job' }, expected_count: 101 }
    const { body } = await starter.post('/office/case/bulk/delete', order)
    await ended(server, body.data.job_id)
    const rows = await since(before)
    expect(rows).toHaveLength(101)
    for (const row of rows) {
      expect(row).toMatchObject({ action: 'delete', user_id: starter.id, job_id: body.data.job_id })
    }
  })

  test('what fails in the middle leaves neither the work nor the line', async () => {
    const before = await everything(server)
    expectRefusal(
      await boss.post('/office/case', { name: 'x', owner: boss.id, parent: 999_999 }),
      422,
    )
    const one = await create({ name: 'One', owner: boss.id, code: 'ONLY' })
    const between = await everything(server)
    expect(between).not.toBe(before)
    expectRefusal(await boss.post('/office/case', { name: 'x', owner: boss.id, code: 'ONLY' }), 422)
    expectRefusal(await boss.put(`/office/case/${one}`, { related: [999_999], note: 'x' }), 422)
    expect(await everything(server)).toBe(between)
  })
})

describe('I8 a copy of the database', () => {
  let copy: EmbeddedDatabase
  let original: EmbeddedDatabase
  let token: string
  let hidden: string

  const serverOf = async (backend: Backend) => {
    const app = await buildServer(backend, { maxEventLoopDelayMs: 0 })
    onTestFinished(() => app.close())
    return app
  }

  beforeAll(async () => {
    original = await openEmbedded(
      { dataDir: await newFolder(), template: await template() },
      silent,
    )
    await sql.raw(createStructure(structureOf(office)).join(';\n')).execute(original.sql)
    const one = await createTestServer(business)
    token = (await one.user(chief, { name: 'Keeper' })).token
    hidden = (await one.user(['case.view'], { name: 'Viewer' })).token
    // People, rights and sessions as the fixture makes them.
    for (const table of [
      'users',
      'roles',
      'permissions',
      'users_roles',
      'roles_permissions',
      'sessions',
    ]) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(
        one.backend.database.sql,
      )
      for (const row of rows as Record<string, unknown>[]) {
        const names = Object.keys(row).map((name) => sql.ref(name))
        await sql`insert into ${sql.table(table)} (${sql.join(names)}) overriding system value
          values (${sql.join(Object.values(row))})`.execute(original.sql)
      }
    }
    await one.close()
    const app = await buildServer(testBackend(original, business), { maxEventLoopDelayMs: 0 })
    const made = await as(
      app,
      { token },
      {
        method: 'POST',
        url: '/api/office/case',
        payload: {
          name: 'Kept',
          owner: 1,
          pin: '1234',
          key: 'a-long-secret-9f3a',
          phone: '+447911123456',
        },
      },
    )
    expect(made.statusCode).toBe(201)
    await app.close()
    const path = join(await newFolder(), 'dump.tar')
    await writeFile(path, await original.dump())
    copy = await openEmbedded({ dataDir: await newFolder(), template: path }, silent)
  }, 60_000)
  afterAll(async () => {
    for (const { close } of [original, copy]) await close()
  })

  const everythingIn = (database: EmbeddedDatabase) =>
    everything({ backend: testBackend(database, business) })

  test('holds the same, and lets in the same people to the same things', async () => {
    expect(await everythingIn(copy)).toBe(await everythingIn(original))
    const app = await serverOf(testBackend(copy, business))
    const { data } = (await as(app, { token }, { url: '/api/office/case/search' })).json()
    expect(data).toMatchObject([
      { name: 'Kept', pin: '1234', phone: '+44•••••••456', key: { set: true, last4: '9f3a' } },
    ])
    const revealed = await as(app, { token }, { method: 'POST', url: '/api/office/case/1/reveal' })
    expect(revealed.json().data.values).toEqual({ phone: '+447911123456' })
    expect(
      (await as(app, { token: hidden }, { url: '/api/office/case/search' })).json().data,
    ).toEqual([])
    expect((await as(app, { token: hidden }, { url: '/api/office/case/1' })).statusCode).toBe(404)
    expect(
      (await as(app, { token: hidden }, { method: 'DELETE', url: '/api/office/case/1' }))
        .statusCode,
    ).toBe(403)
  })

  test('does not open its secrets without the key, and works all the same', async () => {
    const secrets = createSecrets(Buffer.alloc(32, 8))
    const app = await serverOf({ ...testBackend(copy, business), secrets })
    const list = await as(app, { token }, { url: '/api/office/case/search' })
    expect(list.statusCode).toBe(200)
    expect(list.json().data[0].key).toEqual({ set: true })
    const changed = await as(
      app,
      { token },
      {
        method: 'PUT',
        url: '/api/office/case/1',
        payload: { key: 'another-secret-77aa' },
      },
    )
    expect(changed.json().data.key).toEqual({ set: true, last4: '77aa' })
    expect(await everythingIn(copy)).not.toMatch(/a-long-secret|another-secret/)
  })

  test('nor one that somebody wrote into the table', async () => {
    const app = await serverOf(testBackend(copy, business))
    for (const forged of [
      '',
      'plain',
      'v1',
      'v1.a.b.c',
      'v2.a.b.c',
      `v1.${'A'.repeat(16)}.${'A'.repeat(22)}.AAAA`,
    ]) {
      await sql`update cases set key = ${forged} where id = 1`.execute(copy.sql)
      const one = await as(app, { token }, { url: '/api/office/case/1' })
      expect([one.statusCode, one.json().data.key]).toEqual([200, { set: true }])
    }
  })
})

test('F4 a short secret is not told by its end', async () => {
  for (const key of ['abcd', 'abcdefgh', 'abcdefghijk']) {
    const id = await create({ name: 'Short', owner: boss.id, key })
    expect((await boss.get(`/office/case/${id}`)).body.data.key).toEqual({ set: true })
  }
})
