import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { writeFile } from '../../fixtures/files/storedFile.ts'
import { jobOf } from '#system'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

const rights = ['user.profile.job.view', 'user.profile.job.cancel']
const pausing = ['user.profile.job.view', 'user.profile.job.pause']

let server: TestServer
let ada: Client

beforeAll(async () => {
  server = await createTestServer({ resources: [jobOf()] })
  ada = await server.user(rights, { name: 'Ada' })
})
afterAll(() => server.close())

const start = (client: Client) =>
  server.backend.database.sql.transaction().execute((tx) =>
    server.backend.jobs.start(tx, {
      type: 'bulk',
      name: 'Something long',
      user_id: client.id,
      parameters: {},
      chunks: [{ size: 3, payload: { ids: [1, 2, 3] } }],
    }),
  )

const stateOf = async (id: number) =>
  (
    await sql<any>`select state, message from jobs where id = ${id}`.execute(
      server.backend.database.sql,
    )
  ).rows[0].state

describe('POST /profile/job/:id/cancel', () => {
  it('ends an own job, once, and is written down', async () => {
    const id = await start(ada)
    const answer = await ada.post(`/profile/job/${id}/cancel`)
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'The job is being cancelled.', data: { id } },
    ])
    expect((await ada.get(`/profile/job/${id}`)).body.data).toMatchObject({
      state: 'cancelled',
      total: 3,
      pending: 3,
      processed: 0,
    })
    const again = await ada.post(`/profile/job/${id}/cancel`)
    expect([again.status, again.body.message]).toEqual([
      409,
      'This job has ended or is being cancelled.',
    ])
    const { rows } = await sql`
      select user_id, action from audit_log where resource = 'jobs' and record_id = ${id}
    `.execute(server.backend.database.sql)
    expect(rows).toEqual([{ user_id: ada.id, action: 'cancel' }])
  })

  it.each([
    ['somebody else', rights, 404, 'queued'],
    ['somebody who sees all jobs', [...rights, 'user.profile.job.all'], 200, 'cancelled'],
    [
      'somebody who only sees all jobs',
      ['user.profile.job.view', 'user.profile.job.all'],
      403,
      'queued',
    ],
    ['somebody without any permission', [], 403, 'queued'],
  ])('of %s', async (_who, permissions, status, state) => {
    const id = await start(ada)
    const other = await server.user(permissions)
    expect((await other.post(`/profile/job/${id}/cancel`)).status).toBe(status)
    expect(await stateOf(id)).toBe(state)
  })

  it('of nobody, and of no job', async () => {
    const id = await start(ada)
    expect((await server.anonymous.post(`/profile/job/${id}/cancel`)).status).toBe(401)
    expect((await ada.post('/profile/job/999999/cancel')).status).toBe(404)
    expect((await ada.post('/profile/job/1;drop/cancel')).status).toBe(404)
  })
})

describe('POST /profile/job/:id/pause and /resume', () => {
  it('lets an own job rest and go on, and is written down', async () => {
    const client = await server.user(pausing)
    const id = await start(client)
    const paused = await client.post(`/profile/job/${id}/pause`)
    expect([paused.status, paused.body]).toEqual([
      200,
      { message: 'The job rests after the part under way.', data: { id } },
    ])
    expect(await stateOf(id)).toBe('paused')
    const again = await client.post(`/profile/job/${id}/pause`)
    expect([again.status, again.body.message]).toEqual([
      409,
      'Only a job that waits or runs can be paused.',
    ])
    const resumed = await client.post(`/profile/job/${id}/resume`)
    expect([resumed.status, resumed.body.message]).toEqual([200, 'The job goes on.'])
    expect(await stateOf(id)).toBe('queued')
    const twice = await client.post(`/profile/job/${id}/resume`)
    expect([twice.status, twice.body.message]).toEqual([409, 'Only a paused job can be resumed.'])
    const { rows } = await sql`
      select user_id, action from audit_log where resource = 'jobs' and record_id = ${id} order by id
    `.execute(server.backend.database.sql)
    expect(rows).toEqual([
      { user_id: client.id, action: 'pause' },
      { user_id: client.id, action: 'resume' },
    ])
  })

  it.each([
    ['somebody else', pausing, 404, 'queued'],
    ['somebody who sees all jobs', [...pausing, 'user.profile.job.all'], 200, 'paused'],
    ['somebody who may only cancel', [...rights, 'user.profile.job.all'], 403, 'queued'],
  ])('of %s', async (_who, permissions, status, state) => {
    const id = await start(ada)
    const other = await server.user(permissions)
    expect((await other.post(`/profile/job/${id}/pause`)).status).toBe(status)
    expect(await stateOf(id)).toBe(state)
  })

  it.each(['cancelling', 'cancelled', 'finished', 'failed'])(
    'refuses a job that is %s',
    async (state) => {
      const client = await server.user(pausing)
      const id = await start(client)
      await sql`update jobs set state = ${state} where id = ${id}`.execute(
        server.backend.database.sql,
      )
      expect((await client.post(`/profile/job/${id}/pause`)).status).toBe(409)
      expect((await client.post(`/profile/job/${id}/resume`)).status).toBe(409)
      expect(await stateOf(id)).toBe(state)
    },
  )

  it('a paused job can be cancelled', async () => {
    const id = await start(ada)
    const client = await server.user([...pausing, 'user.profile.job.all'])
    await client.post(`/profile/job/${id}/pause`)
    expect((await ada.post(`/profile/job/${id}/cancel`)).status).toBe(200)
    expect(await stateOf(id)).toBe('cancelled')
  })
})

describe('F2: POST /profile/job/:id/retry', () => {
  const retrying = ['user.profile.job.view', 'user.profile.job.retry']

  async function failed(client: Client) {
    const id = await start(client)
    const { sql: database } = server.backend.database
    await sql`
      update jobs set state = 'failed', message = 'Stopped.', finished_at = now()
      where id = ${id}`.execute(database)
    await sql`
      insert into job_chunks (job_id, number, size, state) values (${id}, 0, 1, 'done'), (${id}, 2, 1, 'cancelled')
    `.execute(database)
    await sql`
      update job_chunks set state = 'failed', attempts = 3, claims = '{a,b,c}'
      where job_id = ${id} and number = 1`.execute(database)
    return id
  }

  it('puts what a failed job did not do in the queue again, and is written down', async () => {
    const client = await server.user(retrying)
    const id = await failed(client)
    const answer = await client.post(`/profile/job/${id}/retry`)
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'The job is tried again.', data: { id } },
    ])
    const job = await client.get(`/profile/job/${id}`)
    expect(job.body.data).toMatchObject({ state: 'queued', message: null, finished_at: null })
    const chunks = await sql`
      select number, state, attempts, claims from job_chunks where job_id = ${id} order by number
    `.execute(server.backend.database.sql)
    expect(chunks.rows).toEqual([
      { number: 0, state: 'done', attempts: 0, claims: [] },
      { number: 1, state: 'pending', attempts: 0, claims: [] },
      { number: 2, state: 'pending', attempts: 0, claims: [] },
    ])
    const again = await client.post(`/profile/job/${id}/retry`)
    expect([again.status, again.body.message]).toEqual([
      409,
      'Nothing of this job can be tried again. Start it anew.',
    ])
    const { rows } = await sql`
      select user_id, action from audit_log where resource = 'jobs' and record_id = ${id}
    `.execute(server.backend.database.sql)
    expect(rows).toEqual([{ user_id: client.id, action: 'retry' }])
  })

  it('refuses a job whose parts are forgotten', async () => {
    const client = await server.user(retrying)
    const id = await failed(client)
    await sql`delete from job_chunks where job_id = ${id}`.execute(server.backend.database.sql)
    expect((await client.post(`/profile/job/${id}/retry`)).status).toBe(409)
    expect(await stateOf(id)).toBe('failed')
  })

  it.each([
    ['somebody else', retrying, 404, 'failed'],
    ['somebody who sees all jobs', [...retrying, 'user.profile.job.all'], 200, 'queued'],
    ['somebody who may only pause', [...pausing, 'user.profile.job.all'], 403, 'failed'],
  ])('of %s', async (_who, permissions, status, state) => {
    const id = await failed(ada)
    const other = await server.user(permissions)
    expect((await other.post(`/profile/job/${id}/retry`)).status).toBe(status)
    expect(await stateOf(id)).toBe(state)
  })
})

describe('GET /profile/job/:id/download/:kind', () => {
  async function withFile(client: Client, changes: { state?: string; purpose?: string } = {}) {
    const id = await start(client)
    const { database } = server.backend
    async function* content() {
      yield Buffer.from('row,reason\n')
      yield Buffer.from('1,"bad"\n')
    }
    const file = await writeFile(
      database.sql,
      {
        user_id: client.id,
        purpose: 'import:books',
        name: 'Fehler "für" Ada.csv',
        media_type: 'text/csv; charset=utf-8',
        keptForMs: 60_000,
      },
      content(),
    )
    await sql`
      update jobs set error_file = ${file}, state = ${changes.state ?? 'finished_with_errors'}
      where id = ${id}`.execute(database.sql)
    return id
  }

  it('gives the file to whoever started the job', async () => {
    const id = await withFile(ada)
    const { status, body, headers } = await ada.get(`/profile/job/${id}/download/error`)
    expect([status, body]).toEqual([200, 'row,reason\n1,"bad"\n'])
    expect(headers).toMatchObject({
      'content-length': '19',
      'content-disposition':
        'attachment; filename="Fehler _f_r_ Ada.csv"; filename*=UTF-8\'\'Fehler%20%22f%C3%BCr%22%20Ada.csv',
      'x-content-type-options': 'nosniff',
    })
    expect((await ada.get(`/profile/job/${id}/download/result`)).status).toBe(404)
  })

  it.each(['queued', 'running', 'cancelled'])(
    'gives nothing of a job that is %s',
    async (state) => {
      const id = await withFile(ada, { state })
      expect((await ada.get(`/profile/job/${id}/download/error`)).status).toBe(404)
    },
  )

  it.each([
    ['somebody else', rights, 404],
    ['somebody who sees all jobs', [...rights, 'user.profile.job.all'], 404],
    ['somebody without the permission to see jobs', ['user.profile.job.cancel'], 403],
  ])('refuses %s', async (_who, permissions, status) => {
    const id = await withFile(ada)
    const other = await server.user(permissions)
    expect((await other.get(`/profile/job/${id}/download/error`)).status).toBe(status)
  })

  it('refuses the owner who may no longer see jobs', async () => {
    const client = await server.user(['user.profile.job.cancel'])
    const id = await withFile(client)
    expect((await client.get(`/profile/job/${id}/download/error`)).status).toBe(403)
  })
})
