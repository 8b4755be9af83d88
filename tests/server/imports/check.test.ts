import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { ImportFound } from '#contract'

import { importer } from '../../fixtures/files/imports.ts'
import { business } from '../../fixtures/readers.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'
import { upload } from '../../fixtures/files/upload.ts'

let server: TestServer
let user: Client
/** Rows that the business refuses, beyond what the file itself says. */
const banned = 'banned@example.com'

beforeAll(async () => {
  const guard = {
    ...(business.behaviors.readers as object),
    refuseImported: (rows: readonly Readonly<Record<string, unknown>>[]) =>
      rows.map(({ email }) =>
        email === banned ? { code: 'black_list', message: 'On the black list' } : undefined,
      ),
  }
  server = await createTestServer({ ...business, behaviors: { readers: guard as never } })
  user = await server.user(importer)
}, 60_000)
afterAll(() => server.close())

const rows = async <Row>(statement: ReturnType<typeof sql<Row>>) =>
  (await statement.execute(server.backend.database.sql)).rows

const readers = async () => (await rows(sql`select id from readers`)).length

async function found(id: number, client = user): Promise<ImportFound> {
  for (;;) {
    const { body } = await client.get(`/library/reader/import/${id}`)
    const job = body.data.job_id as number
    const [ended] = await rows(
      sql`select from jobs where id = ${job} and coalesce(finished_at, cancelled_at) is not null`,
    )
    if (ended) return (await client.get(`/library/reader/import/${id}`)).body.data
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Uploads a file and orders its check. */
async function ordered(lines: readonly string[], more: object = {}): Promise<number> {
  const upload_id = await upload(server.app, user, lines.join('\n'))
  const mapping = lines[0]?.split(',')
  const order = { upload_id, mapping, settings: { branch: 'Main' }, check: true, ...more }
  const { status, body } = await user.post('/library/reader/import', order)
  expect([status, body.message]).toEqual([202, 'The check has begun.'])
  return body.data.id
}

const checked = async (...order: Parameters<typeof ordered>) => found(await ordered(...order))

const byReason = ({ reasons }: ImportFound) =>
  Object.fromEntries(reasons.map(({ code, count }) => [code, count]))

describe('a check', () => {
  test('can be cancelled and begun anew', async () => {
    const id = await ordered(['name', 'A'])
    expect((await user.post(`/library/reader/import/${id}/start`)).status).toBe(409)
    expect((await user.post(`/library/reader/import/${id}/cancel`)).status).toBe(200)
    const ended = await found(id)
    expect(ended).toMatchObject({ state: 'cancelled', has_file: true, is_check: true })
    expect(ended.message).toBe('The check was cancelled. Nothing is saved.')
    const { body } = await user.get(`/profile/job/${ended.job_id}`)
    expect(body.data.message).toMatch(/^Rows checked: 0/)
    expect((await user.post(`/library/reader/import/${id}/cancel`)).status).toBe(409)
    await server.backend.jobs.work()
    await user.post(`/library/reader/import/${id}/start`)
    expect(await found(id)).toMatchObject({ state: 'done', created: 1 })
  })

  test('counts what an import would do, and saves nothing', async () => {
    await rows(sql`
      insert into readers (name, branch, email, email_key)
      values ('Known', 'Main', 'known@example.com', 'known@example.com')`)
    const before = await readers()
    const check = await checked([
      'name,email,fee',
      'New,new@example.com,1',
      'Twice,new@example.com,1',
      'Known,known@example.com,1',
      `Banned,${banned},1`,
      'Wrong,wrong@example.com,much',
      ',nameless@example.com,1',
    ])
    expect(check).toMatchObject({ state: 'checked', total: 6, created: 0, refused: 0 })
    expect(check.checked).toEqual({ created: 1, updated: 0, refused: 5 })
    expect(byReason(check)).toEqual({
      duplicate_in_file: 1,
      duplicate: 1,
      black_list: 1,
      bad_number: 1,
      missing: 1,
    })
    expect(check.headers).toEqual(['name', 'email', 'fee'])
    expect(check.problems[0]).toMatchObject({
      row_number: 3,
      code: 'duplicate_in_file',
      cells: ['Twice', 'new@example.com', '1'],
    })
    expect(await readers()).toBe(before)
    expect(await rows(sql`select from import_keys`)).toEqual([])
    expect(
      await rows(sql`select from audit_log where action = 'import' and job_id = ${check.job_id}`),
    ).toEqual([])
  })

  test('finds rows of one file that share a key across its chunks, as the import then does', async () => {
    const lines = ['name,email']
    for (let row = 0; row < 2_400; row += 1) lines.push(`R${row},row${row % 2_000}@example.com`)
    const check = await checked(lines)
    expect(check.checked).toEqual({ created: 2_000, updated: 0, refused: 400 })
    const { body } = await user.post(`/library/reader/import/${check.id}/start`)
    expect(body.message).toBe('The import has begun.')
    const done = await found(check.id)
    expect(done).toMatchObject({ state: 'done', created: 2_000, refused: 400, checked: null })
    expect(byReason(done)).toEqual(byReason(check))
    expect(done.problems.map(({ row_number }) => row_number)).toEqual(
      check.problems.map(({ row_number }) => row_number),
    )
    expect(done.problems).toHaveLength(100)
    const again = await user.post(`/library/reader/import/${check.id}/start`)
    expect([again.status, again.body.message]).toEqual([409, 'This file was taken in already.'])
  })

  test('can be done again, and its whole report downloaded', async () => {
    const check = await checked(['name,fee', 'A,x', 'B,1'])
    await user.post(`/library/reader/import/${check.id}/check`)
    const again = await found(check.id)
    expect(again.job_id).not.toBe(check.job_id)
    expect(again.checked).toEqual({ created: 1, updated: 0, refused: 1 })
    const report = String((await user.get(`/library/reader/import/${check.id}/report`)).body)
    expect(report.trim().split('\n')).toHaveLength(2)
  })

  test('belongs to the person who ordered it', async () => {
    const check = await checked(['name', 'A'])
    const other = await server.user(importer)
    for (const path of ['', '/report']) {
      expect((await other.get(`/library/reader/import/${check.id}${path}`)).status).toBe(404)
    }
    for (const act of ['check', 'start', 'cancel']) {
      const { status } = await other.post(`/library/reader/import/${check.id}/${act}`)
      expect([act, status]).toEqual([act, 404])
    }
  })
})
