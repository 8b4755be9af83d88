import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { ImportFound } from '#contract'

import { endedImport, importer } from '../../fixtures/files/imports.ts'
import { business } from '../../fixtures/readers.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'
import { upload } from '../../fixtures/files/upload.ts'
import { counted } from '../../fixtures/work/statements.ts'

let server: TestServer
let user: Client
const path = '/library/reader/import'

beforeAll(async () => {
  server = await createTestServer(business)
  user = await server.user([...importer, 'reader.import.undo', 'reader.update', 'reader.view'])
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

const rows = async <Row>(statement: ReturnType<typeof sql<Row>>) =>
  (await statement.execute(server.backend.database.sql)).rows

const ended = (id: number, job: (found: ImportFound) => number | null) =>
  endedImport(server, user, `${path}/${id}`, job)

/** Orders an import whose headers are its mapping; `-` leaves a column out. */
async function order(lines: readonly string[], more: object = {}, client = user) {
  const upload_id = await upload(server.app, client, lines.join('\n'))
  const mapping = lines[0]?.split(',').map((name) => (name === '-' ? null : name))
  return client.post(path, { upload_id, mapping, mode: 'update', ...more })
}

async function imported(lines: readonly string[], more: object = {}): Promise<ImportFound> {
  const { status, body } = await order(lines, more)
  expect([status, body.errors]).toEqual([202, undefined])
  return ended(body.data.id, ({ job_id }) => job_id)
}

const byReason = ({ reasons }: ImportFound) =>
  Object.fromEntries(reasons.map(({ code, count }) => [code, count]))

let ids: number[] = []
const known = async () =>
  rows(sql<{ name: string; note: string | null; fee: string | null; version: number }>`
    select name, note, fee::text, version from readers
    where id = any(${ids}::bigint[]) order by id`)

beforeEach(async () => {
  const made = await rows<{ id: number }>(sql`
    insert into readers (name, branch, note, fee)
    select 'R' || n, 'Main', 'note ' || n, n from generate_series(1, 3) n returning id`)
  ids = made.map(({ id }) => id)
})

describe('an import that changes by id', () => {
  test('completes a national number by the country of the record, unless the row says another', async () => {
    const [greece, italy] = (await rows<{ id: number }>(sql`
      insert into countries (name, code, code_3) values ('Greece', 'GR', 'GRC'), ('Italy', 'IT', 'ITA')
      returning id`)) as [{ id: number }, { id: number }]
    await rows(
      sql`update readers set country = ${greece.id} where id = any(${ids.slice(0, 2)}::bigint[])`,
    )
    const [first, second, third] = ids
    const lines = [
      'id,phone,country',
      `${first},2101234567,`,
      `${second},0612345678,Italy`,
      `${third},2101234567,`,
      `${second},2101000000,`,
    ]
    for (const check of [true, false]) {
      const found = await imported(lines, { check })
      expect(byReason(found)).toMatchObject({ refused: 1, phone_damaged: 1 })
    }
    expect(
      await rows(
        sql`select phone, country from readers where id = any(${ids}::bigint[]) order by id`,
      ),
    ).toEqual([
      { phone: '+302101234567', country: greece.id },
      { phone: '+390612345678', country: italy.id },
      { phone: null, country: null },
    ])
  })

  test('takes as many statements, however many records it changes, and refuses only whom it must', async () => {
    const costs = async (count: number) => {
      const made = await rows<{ id: number }>(sql`
        insert into readers (name, branch) select 'R' || n, 'Main'
        from generate_series(1, ${count}::int) n returning id`)
      const lines = made.map(({ id }) => `${id},Note of ${id}`)
      const change = async () => {
        const found = await imported(['id,note', ...lines, '999999999,lost', '999999998,lost'])
        expect([found.updated, byReason(found)]).toEqual([count, { unknown_id: 2 }])
      }
      const cost = await counted(server, change, /savepoint|readers|audit_log/)
      ids = made.map(({ id }) => id)
      const notes = (await known()).map(({ note, version }) => [note, version])
      expect(notes).toEqual(ids.map((id) => [`Note of ${id}`, 2]))
      return cost
    }
    const few = await costs(5)
    expect(few).toBeGreaterThan(3)
    expect(await costs(150)).toBe(few)
  })

  test('changes the mapped fields, leaves what is empty, refuses what it cannot, and gives it back', async () => {
    const [one, two, three] = ids
    const lines = [
      'id,note,fee,-',
      `${one},new,,x`,
      `${two},note 2,2,x`,
      `${three},third,not a number,x`,
      '999999999,lost,1,x',
      'abc,lost,1,x',
      ',lost,1,x',
      `${one},again,1,x`,
      `${three},third,30,x`,
    ]
    const before = await known()
    const all = await rows(sql`select id from readers`)
    const { body } = await order(lines, { check: true })
    const check = await ended(body.data.id, ({ job_id }) => job_id)
    const reasons = { bad_number: 1, unknown_id: 2, missing: 1, duplicate_in_file: 1 }
    expect(check.checked).toEqual({ created: 0, updated: 3, refused: 5 })
    expect(byReason(check)).toEqual(reasons)
    expect(check.reasons.find(({ code }) => code === 'unknown_id')?.example).toBe(
      'There is no record with this ID that you may change.',
    )
    expect(await known()).toEqual(before)
    await user.post(`${path}/${check.id}/start`)
    const done = await ended(check.id, ({ job_id }) => job_id)
    expect(done).toMatchObject({ state: 'done', created: 0, updated: 3, refused: 5 })
    expect(byReason(done)).toEqual(reasons)
    expect(await known()).toMatchObject([
      { name: 'R1', note: 'new', fee: '1.00', version: 2 },
      { name: 'R2', note: 'note 2', version: 1 },
      { name: 'R3', note: 'third', fee: '30.00', version: 2 },
    ])
    expect(await rows(sql`select id from readers`)).toHaveLength(all.length)
    const history = await rows(sql`
      select record_id, before, after, job_id from audit_log
      where resource = 'readers' and action = 'update' and record_id = ${one}`)
    expect(history).toMatchObject([
      { before: { note: 'note 1' }, after: { note: 'new' }, job_id: done.job_id },
    ])
    expect(await rows(sql`select from import_keys`)).toEqual([])
    await user.post(`${path}/${check.id}/undo`)
    await ended(check.id, ({ undo_job }) => undo_job)
    expect((await known()).map(({ note }) => note)).toEqual(['note 1', 'note 2', 'note 3'])
  })

  test('sets a value for all rows, and reads ids in any order over several chunks', async () => {
    const made = await rows<{ id: number }>(sql`
      insert into readers (name, branch) select 'M' || n, 'Main' from generate_series(1, 1200) n
      returning id`)
    const lines = made.map(({ id }) => String(id)).toReversed()
    const [first] = lines
    const done = await imported(['id', ...lines, String(first)], { settings: { level: 'senior' } })
    expect(done).toMatchObject({ total: 1201, created: 0, updated: 1200, refused: 1 })
    expect(byReason(done)).toEqual({ duplicate_in_file: 1 })
    const [senior] = await rows(sql`
      select count(*) from readers where level = 'senior' and name like 'M%'`)
    expect(senior).toEqual({ count: 1200 })
  }, 60_000)

  test('knows no record that is gone, and validates like a form', async () => {
    const [one, two] = ids
    await rows(sql`update readers set deleted_at = now() where id = ${one}`)
    await rows(sql`update readers set card_number = 'taken' where id = ${ids[2]}`)
    const done = await imported(['id,card_number', `${one},1`, `${two},taken`])
    expect(byReason(done)).toEqual({ unknown_id: 1, refused: 1 })
  })

  test.each([
    ['no column of the id', ['note', 'a'], {}, 'Choose the column with the IDs'],
    ['nothing to change', ['id', '1'], {}, 'Choose a column, or a value for all rows'],
    ['the id in another mode', ['id,name', '1,a'], { mode: 'new' }, '"id" cannot be imported'],
  ])('refuses %s', async (_what, lines, more, words) => {
    const { status, body } = await order(lines, { settings: {}, ...more })
    expect([status, body.message]).toEqual([422, expect.stringContaining(words)])
  })

  test('is refused to whoever may change nothing', async () => {
    const one = await server.user(importer)
    expect((await order(['id,note', '1,a'], {}, one)).status).toBe(403)
  })
})
