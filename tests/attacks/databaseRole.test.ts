import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { sql } from 'kysely'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Backend } from '#server'

import { business } from '../../resources/index.server.ts'
import { readConfig } from '../../src/server/kernel/config.ts'
import { openPostgres } from '../../src/server/database/postgres.ts'
import { openBackend } from '../../src/server/process.ts'
import { buildServer } from '../../src/server/http/server.ts'
import { client, type Client as Caller } from '../fixtures/server.ts'
import { silent } from '../fixtures/database.ts'
import { upload } from '../fixtures/files/upload.ts'
import { ended } from './cases/office.ts'

const server = process.env['TEST_DATABASE_URL'] ?? ''
const mark = randomBytes(6).toString('hex')
const [owner, role, reader] = [`owner_${mark}`, `app_${mark}`, `reader_${mark}`]
const name = `roles_${mark}`
const account = { email: 'boss@example.com', password: 'slow tides move 41 barges' }

/** What docs/operating.md has the operator run, for roles of this test. */
const grants = /```sql\n(create role leadgate_app.*?)```/s
  .exec(readFileSync('docs/operating.md', 'utf8'))?.[1]
  ?.replaceAll('leadgate_app', role)
  .replaceAll('leadgate_owner', owner)

const addressOf = (user: string) =>
  Object.assign(new URL(server), { username: user, pathname: name }).href

async function administer(database: string, statements: string): Promise<void> {
  const administrator = new Client({
    connectionString: Object.assign(new URL(server), { pathname: database }).href,
  })
  await administrator.connect()
  for (const statement of statements.split(/;\s*$/m).filter((one) => one.trim())) {
    await administrator.query(statement).catch((error: unknown) => {
      throw new Error(statement, { cause: error })
    })
  }
  await administrator.end()
}

describe.skipIf(!server)('L9 the application works as a role that owns nothing', () => {
  const errors: string[] = []
  let backend: Backend
  let app: Awaited<ReturnType<typeof buildServer>>
  let boss: Caller

  beforeAll(async () => {
    await administer(
      'postgres',
      `create role ${owner} login;\ncreate database ${name} owner ${owner};`,
    )
    await administer(name, grants ?? '')
    const log = pino({ level: 'warn' }, { write: (line) => void errors.push(line) })
    const config = readConfig({
      DATABASE_URL: addressOf(role),
      MIGRATE_DATABASE_URL: addressOf(owner),
      APP_KEY: '5a'.repeat(32),
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
    })
    backend = await openBackend(business, config, log)
    app = await buildServer(backend, { maxEventLoopDelayMs: 0 })
    await backend.jobs.work()
    const { body } = await client(app, 0, '').post('/login', account)
    boss = client(app, 1, body.data.access_token)
  }, 120_000)
  afterAll(async () => {
    await app?.close()
    await backend?.jobs.stop()
    await backend?.database.close()
    await administer(
      'postgres',
      `drop database if exists ${name} with (force);\ndrop role if exists ${role};\ndrop role if exists ${reader};\ndrop role if exists ${owner};`,
    )
  })

  test('and everything works: records, bulk acts, imports, exports, upkeep', async () => {
    const source = await boss.make('/settings/source', { name: 'Meadow' })
    const lead = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.org', source }
    const id = await boss.make('/lead', lead)
    expect((await boss.put(`/lead/${id}`, { comment: 'x' })).status).toBe(200)
    expect((await boss.get('/lead/search?search=ada@example.org')).body.meta.total).toBe(1)
    const bulk = await boss.post('/lead/bulk/update', { ids: [id], values: { comment: 'y' } })
    expect([bulk.status, bulk.body.data.done]).toEqual([200, 1])
    const department = await boss.make('/broker', { name: 'Harbour' })
    expect((await boss.delete(`/broker/${department}`)).status).toBe(200)
    const started = await boss.post('/lead/export', {})
    const file = await upload(app, boss, 'email\nnew@example.org\n', {
      name: 'leads.csv',
      purpose: 'import:leads',
    })
    const importing = await boss.post('/lead/import', {
      upload_id: file,
      delimiter: ',',
      escape: '"',
      ignore_first_line: true,
      mapping: ['email'],
      settings: { source },
      date_order: 'ymd',
      decimal_sign: '.',
    })
    expect([started.status, importing.status]).toEqual([202, 202])
    for (const { body } of [started, importing]) {
      expect(await ended({ backend } as never, body.data.job_id)).toMatchObject({
        state: 'finished',
      })
    }
    expect((await boss.get('/lead/search')).body.meta.total).toBe(2)
    await sql`insert into audit_log (at, action) values (now() - interval '731 days', 'old')`.execute(
      backend.database.sql,
    )
    await sql`
      insert into exported_records (at, job_id, resource, block, ids)
      values (now() - interval '731 days', -1, 'leads', 0, '')`.execute(backend.database.sql)
    await sql`update retention_rules set starts_at = now() - interval '1 day'`.execute(
      backend.database.sql,
    )
    await backend.jobs.upkeep()
    const { rows: forgotten } = await sql`
      select action, detail from audit_log where action in ('old', 'forget_lines')`.execute(
      backend.database.sql,
    )
    expect(forgotten).toEqual([{ action: 'forget_lines', detail: { lines: 1, days: 730 } }])
    const { rows: exported } = await sql<{ job_id: number }>`
      select job_id from exported_records`.execute(backend.database.sql)
    expect(exported).toEqual([{ job_id: started.body.data.job_id }])
    const { rows } = await sql`
      select from pg_inherits where inhparent = 'audit_log'::regclass`.execute(backend.database.sql)
    expect(rows.length).toBeGreaterThan(3)
    expect(errors).toEqual([])
  })

  test('and the values of an erased person leave the audit log, but not that something was done', async () => {
    const source = await boss.make('/settings/source', { name: 'Mill' })
    const id = await boss.make('/lead', { first_name: 'Greta', email: 'greta@example.org', source })
    const lines = () =>
      sql<{ action: string; text: string }>`
        select action, to_jsonb(a)::text as text from audit_log a
        where resource = 'leads' and record_id = ${id} order by id`.execute(backend.database.sql)
    const before = (await lines()).rows
    expect(before.map(({ text }) => text).join()).toContain('greta@example.org')
    const { status } = await boss.post(`/lead/${id}/erase`, { reason: 'Asked for it by letter' })
    expect(status).toBe(200)
    const after = (await lines()).rows
    expect(after.map(({ text }) => text).join()).not.toMatch(/greta/i)
    expect(after.map(({ action }) => action)).toEqual([
      ...before.map(({ action }) => action),
      'erase',
    ])
  })

  test.each([
    'truncate audit_log',
    'truncate audit_log_rest',
    'delete from audit_log',
    'delete from audit_log_rest',
    'truncate exported_records',
    'delete from exported_records',
    `set leadgate.forgetting = 'on'; update exported_records set block = 0`,
    `update audit_log set action = 'x'`,
    `set leadgate.forgetting = 'on'; update audit_log set action = 'x', user_id = 1`,
    `set leadgate.forgetting = 'on'; update audit_log set before = null, after = null`,
    `set leadgate.forgetting = 'on'; update audit_log_rest set detail = null`,
    `select forget_values('roles', array(select id from roles), '{}')`,
    'select forget_old_lines(729, 100)',
    'select forget_old_lines(null, 100)',
    `set leadgate.forgetting = 'on'; delete from audit_log where at < now() - interval '800 days'`,
    'create or replace function forget_old_lines(days integer, lines integer) returns bigint language sql as $$ select 1::bigint $$',
    'create or replace function audit_log_is_insert_only() returns trigger language plpgsql as $$ begin return new; end $$',
    'drop table audit_log_rest',
    'alter table audit_log disable trigger all',
    'alter table audit_log detach partition audit_log_rest',
    'drop trigger audit_log_no_truncate on audit_log',
    'set session_replication_role = replica',
    'create table own (a integer)',
    'drop table leads',
  ])('and may not: %s', async (statement) => {
    const database = await openPostgres(addressOf(role), silent)
    await expect(sql.raw(statement).execute(database.sql)).rejects.toThrow(
      /must be owner|permission denied|insert-only|keeps (the values|its lines)/,
    )
    await database.close()
  })

  test.each([
    `update audit_log set action = 'x'`,
    'update audit_log set before = null, after = null',
    'update audit_log_rest set detail = null',
    'delete from audit_log',
    `delete from audit_log where at < now() - interval '800 days'`,
  ])('and may not, whatever it was granted: %s', async (statement) => {
    await administer(name, `grant update, delete on audit_log, audit_log_rest to ${role};`)
    const database = await openPostgres(addressOf(role), silent)
    await sql`insert into audit_log (at, action) values
      (now() + interval '90 months', 'far'), (now() - interval '801 days', 'past')`.execute(
      database.sql,
    )
    const wanted = sql.raw(`set leadgate.forgetting = 'on'; ${statement}`)
    await expect(wanted.execute(database.sql)).rejects.toThrow('insert-only')
    await database.close()
  })

  test('and may not have the owner run what it brings, in the place of the log', async () => {
    const database = await openPostgres(addressOf(role), silent)
    const brought = `
      create temp table audit_log (like public.audit_log);
      grant all on pg_temp.audit_log to public;
      insert into pg_temp.audit_log (id, at, action, resource, record_id) values (1, now(), 'x', 'leads', 1);
      create function pg_temp.as_owner() returns trigger language plpgsql as $$
      begin
        alter table public.audit_log disable trigger all;
        return new;
      end $$;
      create trigger run before update on pg_temp.audit_log
        for each row execute function pg_temp.as_owner();
      select forget_values('leads', '{1}', '{}');
      insert into pg_temp.audit_log (id, at, action) values (2, now() - interval '900 days', 'x');
      create trigger gone before delete on pg_temp.audit_log
        for each row execute function pg_temp.as_owner();
      select forget_old_lines(730, 100);
      create table pg_temp.audit_log_2019_01 (at timestamptz);
      select drop_empty_months()`
    await sql.raw(brought).execute(database.sql)
    const { rows } = await sql<{ tgenabled: string }>`
      select distinct tgenabled from pg_trigger where tgrelid = 'public.audit_log'::regclass`.execute(
      database.sql,
    )
    expect(rows).toEqual([{ tgenabled: 'O' }])
    await database.close()
  })

  test('and who only reads takes nothing out of the log', async () => {
    await administer(
      name,
      `create role ${reader} login;\ngrant select on all tables in schema public to ${reader};`,
    )
    const database = await openPostgres(addressOf(reader), silent)
    const taken = sql`select forget_values('leads', array(select id from leads), '{}')`
    await expect(taken.execute(database.sql)).rejects.toThrow('permission denied')
    const lines = sql`select forget_old_lines(730, 100)`
    await expect(lines.execute(database.sql)).rejects.toThrow('permission denied')
    const months = sql`select drop_empty_months()`
    await expect(months.execute(database.sql)).rejects.toThrow('permission denied')
    await database.close()
  })

  test('a start that is to change tables as it says what is missing', async () => {
    await administer(name, `delete from schema_migrations where name like '2/%';`)
    const config = readConfig({ DATABASE_URL: addressOf(role), APP_KEY: '5a'.repeat(32) })
    await expect(openBackend(business, config, silent)).rejects.toThrow(/Set MIGRATE_DATABASE_URL/)
  })
})
