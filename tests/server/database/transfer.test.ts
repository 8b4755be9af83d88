import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { defineResource, field } from '#schema'

import type { Database } from '../../../src/server/kernel/database.ts'
import { inspect } from '../../../src/server/database/migration/inspect.ts'
import { transfer, type Transferred } from '../../../src/server/database/transfer/transfer.ts'
import { createTestDatabase } from '../../fixtures/database.ts'

const server = process.env['TEST_DATABASE_URL']

const base = { permission: 'x', list: [], form: [], title: 'name' } as const

/** Rooms and people point at each other, and people at other people. */
const person = defineResource('people', {
  ...base,
  fields: {
    name: field.text({ unique: true }),
    boss: field.reference('people', { optional: true }),
    room: field.reference('rooms', { optional: true }),
    born: field.timestamp({ optional: true }),
    notes: field.json({ optional: true }),
    urls: field.urls({ optional: true }),
    pay: field.money({ optional: true }),
  },
})
const room = defineResource('rooms', {
  ...base,
  fields: {
    name: field.text(),
    keeper: field.reference('people', { optional: true }),
    guests: field.references('people'),
  },
})
const resources = [person, room]
const people = 5_000

describe.skipIf(!server)('from the embedded database to PostgreSQL', () => {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

  let source: Database
  let target: Database
  let client: Client
  let told: Transferred[]

  beforeAll(async () => {
    source = await createTestDatabase(resources, '')
    await fill()
  })
  afterAll(() => source.close())

  beforeEach(async () => {
    const made = await createTestDatabase(resources, server)
    target = made
    client = new Client({ connectionString: made.url })
    await client.connect()
    told = []
  })

  afterEach(async () => {
    await client.end()
    await target.close()
  })

  const inSource = (text: string) => sql.raw(text).execute(source.sql)
  const copy = () => transfer(source, client, (line) => told.push(line))
  const rowsOf = async (database: Database, text: string) =>
    (await sql.raw<object>(text).execute(database.sql)).rows

  async function fill(): Promise<void> {
    await inSource(`
      insert into people (name, boss, born, notes, urls, pay)
        select E'Ü "quoted"\\t\\\\N\\n' || g, null, '2026-01-31 10:00:00.123456Z', jsonb_build_object('a', g, 'b', null),
          array['https://example.com/' || g, 'a,b"c', null], g / 4.0
        from generate_series(1, ${people}) g;
      update people set boss = ${people} + 1 - id;
      insert into rooms (name, keeper) values ('', 1), ('two', null);
      update people set room = 1 where id = 1;
      insert into rooms_guests values (1, 1), (1, 2), (2, 1);
      insert into people (name) values ('gone'); delete from people where name = 'gone';
      insert into files (id, user_id, purpose, name, media_type, expires_at)
        values (gen_random_uuid(), 1, 'import', 'a.csv', 'text/csv', now());
      insert into file_chunks select id, 0, decode(repeat('00ff10', 1000000), 'hex') from files;
      create table audit_log_2026_01 partition of audit_log for values from ('2026-01-01') to ('2026-02-01');
      insert into audit_log (at, action) values ('2026-01-15', 'old'), (now(), 'new');
    `)
  }

  test('every row of every table arrives, also those that point at each other', async () => {
    const queries = [
      'select * from people order by id',
      'select * from rooms order by id',
      'select * from rooms_guests order by 1, 2',
      'select * from files',
      'select length(data), position from file_chunks',
      'select tableoid::regclass::text, * from audit_log order by id',
    ]
    const before = await inspect(target.sql, { except: ['audit_log'] })
    await copy()
    expect(told).toContainEqual({ table: 'people', rows: people })
    expect(told).toContainEqual({ table: 'audit_log_2026_01', rows: 1 })
    for (const query of queries)
      expect(await rowsOf(target, query)).toEqual(await rowsOf(source, query))
    expect(await inspect(target.sql, { except: ['audit_log'] })).toEqual(before)
  })

  test('numbering goes on where it stood, and links are checked as before', async () => {
    await copy()
    const next = `insert into people (name) values ('next') returning id`
    expect(await rowsOf(target, next)).toEqual([{ id: people + 2 }])
    await expect(
      rowsOf(target, 'update people set boss = 99999 where id = 1'),
    ).rejects.toMatchObject({
      code: '23503',
    })
  })

  test('a target with rows is refused and stays as it was', async () => {
    await rowsOf(target, `insert into people (name) values ('here')`)
    await expect(copy()).rejects.toThrow(
      'The target is not empty: people has rows. Nothing was copied.',
    )
    expect(await rowsOf(target, 'select name from people')).toEqual([{ name: 'here' }])
  })

  test('rows that do not arrive as they were undo everything', async () => {
    await rowsOf(
      target,
      `create function wrong() returns trigger language plpgsql as $$ begin new.name = 'x'; return new; end $$;
      create trigger wrong before insert on rooms for each row execute function wrong()`,
    )
    await expect(copy()).rejects.toThrow(
      'The rows of rooms did not arrive as they were. Nothing was copied.',
    )
    expect(await rowsOf(target, 'select * from people')).toEqual([])
  })

  test('a target of another release is refused', async () => {
    await rowsOf(target, 'alter table people add column more text')
    await expect(copy()).rejects.toThrow(
      'The table people is not the same in the target. Nothing was copied.',
    )
  })
})
