import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import type { User } from '#schema'
import type { Backend } from '#server'

import type { Database } from '../../../src/server/kernel/database.ts'
import { forgetReports } from '../../../src/server/imports/report/report.ts'
import { createTestDatabase } from '../../fixtures/database.ts'
import { importing } from '../../fixtures/files/imports.ts'
import { addImporter, importBackend, queueImport } from './setting.ts'

let database: Database
let backend: Backend
let user: User

beforeAll(async () => {
  database = await createTestDatabase(importing)
  backend = importBackend(database)
  user = await addImporter(database)
  await backend.jobs.work()
}, 60_000)
afterAll(async () => {
  await backend.jobs.stop()
  await database.close()
})

const rows = async <Row>(statement: ReturnType<typeof sql<Row>>) =>
  (await statement.execute(database.sql)).rows

interface State {
  state: string
  total: number
  created: number
  refused: number
  message: string | null
  job_state: string
  job_message: string | null
  processed: number
  ended: boolean
}

async function stateOf(id: number): Promise<State> {
  const [state] = await rows(sql<State>`
    select i.state, i.total, i.created, i.refused, i.message, j.state as job_state,
      j.message as job_message, j.processed,
      i.finished_at is not null as ended
    from imports i join jobs j on j.id = i.job where i.id = ${id}`)
  return state!
}

async function until(id: number, isSo: (state: State) => boolean): Promise<State> {
  for (;;) {
    const state = await stateOf(id)
    if (isSo(state)) return state
    await sleep(5)
  }
}

const queue = (lines: readonly string[], mapping: readonly string[] = ['name']) =>
  queueImport(backend, user, Buffer.from(`${mapping.join(',')}\n${lines.join('\n')}\n`), {
    mapping,
  })

const people = (count: number, mark: string) =>
  Array.from({ length: count }, (_, n) => `${mark} ${n},${mark}${n}@example.com`)

const inTable = async (mark: string) =>
  (
    await rows(sql<{ n: number }>`select count(*) as n from readers where name like ${`${mark} %`}`)
  )[0]!.n

test('H1: requests are answered while the rows that were refused are looked through', async () => {
  let turn = 0
  let timer = setImmediate(function count() {
    turn += 1
    timer = setImmediate(count)
  })
  const seen = new Set<number>()
  const masked = (text: string) => {
    const end = performance.now() + 3
    while (performance.now() < end);
    seen.add(turn)
    return text
  }
  const forbiddenText = { code: 'secret', message: 'No', isIn: () => false, masked }
  Object.assign(backend.business, { forbiddenText })
  const nobody = Array.from({ length: 40 }, (_, n) => `,nobody${n}@example.com`)
  const { id } = await queue(nobody, ['name', 'email'])
  expect(await until(id, ({ ended }) => ended)).toMatchObject({ refused: 40 })
  Object.assign(backend.business, { forbiddenText: undefined })
  clearImmediate(timer)
  expect(seen.size).toBeGreaterThan(5)
})

test('a value that only the database refuses refuses its row alone', async () => {
  await rows(sql`alter table readers add constraint no_tyrants check (name <> 'Tyrant')`)
  await rows(sql`create unique index one_note on readers (note)`)
  const lines = Array.from({ length: 40 }, (_, n) => `Person ${n},note ${n}`)
  lines[11] = 'Tyrant,'
  lines[23] = 'Copy,note 5'
  const { id } = await queue(lines, ['name', 'note'])
  expect(await until(id, ({ ended }) => ended)).toMatchObject({
    created: 38,
    refused: 2,
    total: 40,
  })
  const refused = await rows(
    sql`select row_number, code from import_failures where import_id = ${id} order by row_number`,
  )
  expect(refused).toEqual([
    { row_number: 13, code: 'refused' },
    { row_number: 25, code: 'duplicate' },
  ])
})

test('two imports of the same people at the same time take each of them in once', async () => {
  const lines = people(3_000, 'pair')
  const mapping = ['name', 'email']
  const reversed = lines.toReversed()
  const one = await queue(lines, mapping)
  const other = await queue(reversed, mapping)
  const states = await Promise.all([one, other].map(({ id }) => until(id, ({ ended }) => ended)))
  expect(states.map(({ created, refused }) => created + refused)).toEqual([3_000, 3_000])
  expect(states[0]!.created + states[1]!.created).toBe(3_000)
  expect(await inTable('pair')).toBe(3_000)
})

/** How many readers the planner knows of, and how many there are. */
async function planned() {
  const [table] = await rows(sql<{ planned: number; real: number }>`
    select reltuples::int as planned, (select count(*)::int from readers) as real
    from pg_class where oid = 'readers'::regclass`)
  return table!
}

test('B4: the planner knows a table as soon as its import has ended', async () => {
  const { id } = await queue(people(600, 'planned'), ['name', 'email'])
  await until(id, ({ ended }) => ended)
  const table = await planned()
  expect(table.planned).toBe(table.real)
})

test('a cancelled import keeps what it took in, and its numbers say how much that is', async () => {
  const { id, job_id } = await queue(people(20_000, 'cancelled'), ['name', 'email'])
  await until(id, ({ created }) => created > 0)
  await database.sql.transaction().execute((sql) => backend.jobs.cancel(sql, job_id))
  const state = await until(id, ({ ended }) => ended)
  expect(state).toMatchObject({ state: 'cancelled', job_state: 'cancelled', total: 20_000 })
  expect(state.created).toBeLessThan(20_000)
  expect(state.created).toBe(state.processed)
  expect(await inTable('cancelled')).toBe(state.created)
  // B4: as quick to search and to plan with as after one that was left to end.
  const table = await planned()
  expect(table.planned).toBe(table.real)
})

test('a user who loses the permission imports no further row', async () => {
  const { id } = await queue(people(20_000, 'lost'), ['name', 'email'])
  await until(id, ({ created }) => created > 0)
  const grants = await rows(sql<{ record_id: number; target_id: number }>`
    delete from users_roles where record_id = ${user.id} returning *`)
  const state = await until(id, ({ ended }) => ended)
  expect(state).toMatchObject({
    state: 'failed',
    message: 'The user may no longer import this.',
  })
  expect(state.created).toBeLessThan(20_000)
  expect(await inTable('lost')).toBe(state.created)
  const table = await planned()
  expect(table.planned).toBe(table.real)
  for (const { record_id, target_id } of grants) {
    await rows(sql`insert into users_roles values (${record_id}, ${target_id})`)
  }
})

test('nobody waits for more than 500 rows of the embedded database', async () => {
  const { id } = await queue(people(2_000, 'parted'), ['name', 'email'])
  await until(id, ({ ended }) => ended)
  const [part] = await rows(sql<{ size: number }>`
    select max(c.size) as size from imports i join job_chunks c on c.job_id = i.job where i.id = ${id}`)
  expect(part).toEqual({ size: database.kind === 'embedded' ? 500 : 1_000 })
})

test('F2: an import waits for room on a full disk, and its file comes in whole, once', async () => {
  await rows(sql`
    create function full_disk() returns trigger language plpgsql as $$
    begin
      if new.name = 'disk 2400' then
        raise exception 'could not extend file: No space left on device' using errcode = '53100';
      end if;
      return new;
    end $$`)
  await rows(sql`
    create trigger full_disk before insert on readers for each row execute function full_disk()`)
  const full = vi.fn()
  backend.database.faults.on('full', full)
  const { id } = await queue(people(4_000, 'disk'), ['name', 'email'])
  const waiting = await until(id, ({ job_message }) => job_message !== null)
  expect(waiting).toMatchObject({ job_state: 'running', created: 2_000, ended: false })
  expect(waiting.job_message).toContain('out of disk space')
  expect(full).toHaveBeenCalledWith(expect.objectContaining({ code: '53100' }))
  await rows(sql`drop trigger full_disk on readers`)
  expect(await until(id, ({ ended }) => ended)).toMatchObject({
    state: 'done',
    created: 4_000,
    refused: 0,
  })
  expect(await inTable('disk')).toBe(4_000)
})

test('F2: an import that failed is tried again from where it stopped', async () => {
  await rows(sql`
    create function trouble() returns trigger language plpgsql as $$
    begin
      if new.name = 'again 2400' then raise exception 'a bug'; end if;
      return new;
    end $$`)
  await rows(sql`
    create trigger trouble before insert on readers for each row execute function trouble()`)
  const mark = Buffer.from(`\ufeffname,email\n${people(4_000, 'again').join('\n')}\n`, 'utf16le')
  const mapping = ['name', 'email']
  const { id, job_id } = await queueImport(backend, user, mark, { mapping })
  expect(await until(id, ({ ended }) => ended)).toMatchObject({ state: 'failed', created: 2_000 })
  await rows(sql`drop trigger trouble on readers`)
  await database.sql
    .transaction()
    .execute((sql) => backend.jobs.retry(sql, job_id, { isConfirmed: false }))
  expect(await stateOf(id)).toMatchObject({ state: 'importing', ended: false, message: null })
  expect(await until(id, ({ ended }) => ended)).toMatchObject({
    state: 'done',
    created: 4_000,
    refused: 0,
  })
  expect(await inTable('again')).toBe(4_000)
})

test('a file that is deleted under an import ends it in words', async () => {
  const { id } = await queue(people(20_000, 'gone'), ['name', 'email'])
  await until(id, ({ created }) => created > 0)
  await rows(sql`
    delete from files where id = (select file::uuid from imports where id = ${id})`)
  const state = await until(id, ({ ended }) => ended)
  expect(state).toMatchObject({ state: 'failed', message: 'The uploaded file is gone.' })
  expect(await inTable('gone')).toBe(state.created)
})

test('M9: the uploaded file and the rewritten one go with the end of the import', async () => {
  const text = Buffer.from('\ufeffname\nWide\n', 'utf16le')
  const { id } = await queueImport(backend, user, text, { mapping: ['name'] })
  await until(id, ({ ended }) => ended)
  const [import_] = await rows(sql<{ file: string; text: string }>`
    select file, options ->> 'text' as text from imports where id = ${id}`)
  expect(import_).toEqual({ file: expect.any(String), text: expect.any(String) })
  const files = await rows(sql`
    select from files where id::text in (${import_!.file}, ${import_!.text})`)
  expect(files).toEqual([])
})

test('refused rows are forgotten after thirty days, the numbers are not', async () => {
  const { id } = await queue(['Old,nonsense'], ['name', 'email'])
  await until(id, ({ ended }) => ended)
  await rows(sql`update imports set finished_at = now() - interval '31 days' where id = ${id}`)
  expect(await forgetReports(database.sql)).toBe(1)
  expect(await stateOf(id)).toMatchObject({ total: 1, refused: 1 })
})
