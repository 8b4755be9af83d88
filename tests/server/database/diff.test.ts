import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { defineResource, field, type Fields, type Resource } from '#schema'

import { canonical, inspect } from '../../../src/server/database/migration/inspect.ts'
import type { Database } from '../../../src/server/kernel/database.ts'
import { createStructure, type Step } from '../../../src/server/database/migration/structure.ts'
import { diff } from '../../../src/server/database/migration/diff.ts'
import { structureOf } from '../../../src/server/database/migration/structureOf.ts'
import { createTestDatabase } from '../../fixtures/database.ts'

let database: Database

let engineTables: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  engineTables = Object.keys(await inspect(database.sql))
}, 60_000)

afterAll(() => database.close())

afterEach(async () => {
  const names = Object.keys(await inspect(database.sql, { except: engineTables }))
  for (const name of names) await run(`drop table "${name}" cascade`)
})

interface More {
  name?: string
  renamedFrom?: string
  size?: 'large'
  softDelete?: true
  unique?: string[][]
  indexes?: string[][]
}

function shelf(fields: Fields, { name = 'shelves', ...more }: More = {}): Resource {
  const title = Object.keys(fields)[0]!
  const declaration = { permission: 'shelf', fields, title, list: [], form: [], ...more }
  return defineResource(name, declaration as any) as Resource
}

async function stepsBetween(before: Resource[], after: Resource[]): Promise<Step[]> {
  const [a, b] = [structureOf(before), structureOf(after)]
  return diff(await canonical(database, a), await canonical(database, b))
}

const sqlBetween = async (before: Resource[], after: Resource[]) =>
  (await stepsBetween(before, after)).map((step) => step.sql)

const risksBetween = async (before: Resource[], after: Resource[]) =>
  (await stepsBetween(before, after)).flatMap(({ risk }) => risk ?? [])

const run = async (text: string) => (await sql.raw<object>(text).execute(database.sql)).rows

const label = field.text()

test('equal declarations need no step', async () => {
  expect(await stepsBetween([shelf({ label })], [shelf({ label })])).toEqual([])
})

test('a new field is one new column', async () => {
  const after = shelf({ label, row: field.integer({ optional: true }) })
  expect(await sqlBetween([shelf({ label })], [after])).toEqual([
    'alter table "shelves" add column "row" integer',
  ])
})

test('what loses or may refuse data is marked', async () => {
  const wide = shelf({ label, price: field.money(), note: field.text({ optional: true }) })
  expect(await risksBetween([wide], [])).toEqual(['drops the table shelves'])
  expect(
    await risksBetween([wide], [shelf({ label, price: field.integer(), note: field.text() })]),
  ).toEqual([
    'shelves.price from numeric(12,2) to integer may lose or refuse values',
    'shelves.note becomes required and has no default: fails where it is empty',
  ])
  expect(await risksBetween([wide], [shelf({ label, price: field.money() })])).toEqual([
    'drops the column shelves.note',
  ])
  expect(await risksBetween([shelf({ label })], [shelf({ label, row: field.integer() })])).toEqual([
    'shelves.row is required and has no default: fails unless the table is empty',
  ])
})

test('what loses nothing is not marked', async () => {
  const before = shelf({
    label,
    row: field.integer(),
    day: field.date(),
    note: field.text({ optional: true }),
  })
  const after = shelf({
    label,
    row: field.money(),
    day: field.timestamp(),
    note: field.text({ default: '–' }),
    extra: field.boolean({ default: false }),
  })
  expect(await risksBetween([before], [after])).toEqual([])
})

test('renaming a resource and its fields keeps every record, index and link', async () => {
  const other = shelf({ name: field.text() }, { name: 'rooms' })
  const before = shelf({
    label: field.text({ unique: true }),
    room: field.reference('rooms'),
    kind: field.choice({ kind: 'Kind', b: 'B' }),
    rooms: field.references('rooms'),
  })
  const after = shelf(
    {
      title: field.text({ unique: true, renamedFrom: 'label' }),
      place: field.reference('rooms', { renamedFrom: 'room' }),
      sort_of: field.choice({ kind: 'Kind', b: 'B' }, { renamedFrom: 'kind' }),
      places: field.references('rooms', { renamedFrom: 'rooms' }),
    },
    { name: 'racks', renamedFrom: 'shelves' },
  )
  await run(createStructure(structureOf([before, other])).join(';'))
  await run(`insert into rooms (name) values ('r'); insert into shelves (label, room, kind) values ('x', 1, 'kind');
    insert into shelves_rooms values (1, 1)`)
  const steps = await stepsBetween([before, other], [after, other])
  expect(steps.filter(({ sql }) => /drop|create|add/.test(sql))).toEqual([])
  await run(steps.map((step) => step.sql).join(';'))
  expect(await run('select id, title, place, sort_of from racks')).toEqual([
    { id: 1, title: 'x', place: 1, sort_of: 'kind' },
  ])
  expect(await run('select * from racks_places')).toEqual([{ record_id: 1, target_id: 1 }])
})

test('a list that may no more lose what it names is held by the database', async () => {
  const room = shelf({ name: field.text() }, { name: 'rooms' })
  const before = shelf({ label, rooms: field.references('rooms', { onDelete: 'empty' }) })
  const after = shelf({ label, rooms: field.references('rooms') })
  expect(await sqlBetween([before, room], [after, room])).toEqual([
    'alter table "shelves_rooms" drop constraint "shelves_rooms_target_id_fkey"',
    'alter table "shelves_rooms" add constraint "shelves_rooms_target_id_fkey" foreign key ("target_id") references "rooms" (id)',
  ])
  expect(await risksBetween([before, room], [after, room])).toEqual([])
})

test('a rename that was done long ago is not done again', async () => {
  const after = shelf({ title: field.text({ renamedFrom: 'label' }) })
  expect(await stepsBetween([after], [after])).toEqual([])
  const steps = await sqlBetween(
    [after],
    [shelf({ title: field.text({ renamedFrom: 'label' }), label })],
  )
  expect(steps).toEqual(['alter table "shelves" add column "label" text not null'])
})

test('a name may be given away and taken in the same release', async () => {
  const before = shelf({ first: label, second: field.integer() })
  const after = shelf({
    third: field.integer({ renamedFrom: 'second' }),
    second: field.text({ renamedFrom: 'first' }),
  })
  expect(await sqlBetween([before], [after])).toEqual([
    'alter table "shelves" rename column "second" to "third"',
    'alter table "shelves" rename column "first" to "second"',
  ])
})

test('so may the name of a table, with the names of its indexes', async () => {
  const fields = { label: field.text({ unique: true }) }
  const before = [shelf(fields, { name: 'first' }), shelf(fields, { name: 'second' })]
  const after = [
    shelf(fields, { name: 'second', renamedFrom: 'first' }),
    shelf(fields, { name: 'third', renamedFrom: 'second' }),
  ]
  await run(createStructure(structureOf(before)).join(';'))
  await run((await sqlBetween(before, after)).join(';'))
  const found = await inspect(database.sql, { except: engineTables })
  expect(Object.values(found).flatMap(({ indexes }) => Object.keys(indexes))).toEqual([
    'second_label_key',
    'third_label_key',
  ])
})

test('values keep their meaning when a field takes a wider type', async () => {
  const before = shelf({
    row: field.integer(),
    day: field.date(),
    note: field.text({ optional: true }),
  })
  const after = shelf({
    row: field.text(),
    day: field.timestamp(),
    note: field.text({ default: 'none' }),
  })
  await run(createStructure(structureOf([before])).join(';'))
  await run(`insert into shelves (row, day, note) values (7, '2026-01-31', null)`)
  await run((await sqlBetween([before], [after])).join(';'))
  expect(await run('select row, day, note from shelves')).toEqual([
    { row: '7', day: '2026-01-31T00:00:00Z', note: 'none' },
  ])
})

test('a text becomes a list of one, and an empty one stays empty', async () => {
  const before = shelf({ label, ip: field.text({ optional: true }) })
  const after = shelf({ label, ip: field.ips({ optional: true }) })
  await run(createStructure(structureOf([before])).join(';'))
  await run(`insert into shelves (label, ip) values ('a', '10.0.0.1'), ('b', null)`)
  await run((await sqlBetween([before], [after])).join(';'))
  expect(await run('select ip from shelves order by label')).toEqual([
    { ip: ['10.0.0.1'] },
    { ip: null },
  ])
})

test('a choice that changes replaces its check', async () => {
  const before = shelf({ kind: field.choice({ a: 'A' }) })
  const after = shelf({ kind: field.choice({ a: 'A', b: 'B' }) })
  await run(createStructure(structureOf([before])).join(';'))
  await expect(run(`insert into shelves (kind) values ('b')`)).rejects.toMatchObject({
    code: '23514',
  })
  await run((await sqlBetween([before], [after])).join(';'))
  await run(`insert into shelves (kind) values ('b')`)
})

test('a large table gets its new indexes while others write', async () => {
  const large = { size: 'large', list: ['label'] } as const
  const before = shelf({ label }, large)
  const after = shelf({ label: field.text({ index: true, search: true }) }, large)
  const steps = await stepsBetween([before], [after])
  expect(steps.every(({ isOutside }) => isOutside)).toBe(true)
  expect(steps.map((step) => step.sql)).toEqual([
    'drop index concurrently if exists "shelves_label_idx"',
    'create index concurrently "shelves_label_idx" on "shelves" using btree (label COLLATE "und-x-icu", id)',
    'drop index concurrently if exists "shelves_search_idx"',
    `create index concurrently "shelves_search_idx" on "shelves" using gin (COALESCE(label, ''::text) gin_trgm_ops, (ARRAY[((created_at AT TIME ZONE 'UTC'::text))::date]))`,
  ])
  expect((await stepsBetween([], [after])).some(({ isOutside }) => isOutside)).toBe(false)
})

test('a large table keeps its indexes until those that replace them are made', async () => {
  const large = { size: 'large', list: ['label'] } as const
  const note = (search: boolean) =>
    field.text({ optional: true, search: search ? true : undefined })
  const before = shelf(
    { label: field.text({ search: true, index: true }), note: note(false) },
    large,
  )
  const after = shelf({ label: field.text({ search: true }), note: note(true) }, large)
  const [stale, create, drop, rename, ...more] = await stepsBetween([before], [after])
  expect([stale, create, drop, rename, ...more].every((step) => step?.isOutside)).toBe(true)
  expect(create?.sql).toMatch(/^create index concurrently "shelves_search_idx_new" on "shelves" /)
  expect([stale, drop, rename, ...more].map((step) => step?.sql)).toEqual([
    'drop index concurrently if exists "shelves_search_idx_new"',
    'drop index concurrently if exists "shelves_search_idx"',
    'alter index "shelves_search_idx_new" rename to "shelves_search_idx"',
    'drop index concurrently if exists "shelves_label_idx"',
  ])
  // An index of a column that changes would have to be made anew with it.
  const changed = shelf({ label: field.text({ search: true }), note: field.integer() }, large)
  expect(await sqlBetween([before], [changed])).toContain('drop index "shelves_label_idx"')
})

test('the index of a reference covers other columns, and keeps them when they are renamed', async () => {
  const large = { size: 'large', list: ['room'] } as const
  const rooms = shelf({ name: field.text() }, { name: 'rooms' })
  const room = (covers?: string[]) => field.reference('rooms', covers && { covers })
  const before = shelf({ label, room: room() }, large)
  const covered = shelf({ label, room: room(['label']) }, large)
  expect(await sqlBetween([rooms, before], [rooms, covered])).toContain(
    'create index concurrently "shelves_room_idx_new" on "shelves" using btree (room, created_at, id) include (label)',
  )
  const title = field.text({ renamedFrom: 'label' })
  const renamed = shelf({ title, room: room(['title']) }, large)
  expect(await sqlBetween([rooms, covered], [rooms, renamed])).toEqual([
    'alter table "shelves" rename column "label" to "title"',
  ])
})

test('a sparse index has no records without a value, also where it only finds values', () => {
  const fields = {
    label: field.text(),
    at: field.timestamp({ optional: true, index: 'sparse' }),
    room: field.reference('shelves', { optional: true, index: 'sparse' }),
    late: field.boolean({ default: false, index: 'sparse' }),
    note: field.text({ multiline: true, optional: true, index: 'sparse' }),
  }
  const { indexes } = structureOf([shelf(fields, { size: 'large' })])['shelves']!
  expect(
    ['at', 'room', 'late', 'note'].map((name) => indexes[`shelves_${name}_idx`]),
  ).toMatchObject([
    { where: '("at" IS NOT NULL)' },
    { where: '("room" IS NOT NULL)' },
    { where: '"late"' },
    // No long text has room in an index.
    { columns: ['"created_at"', '"id"'], where: '("note" IS NOT NULL)' },
  ])
})

test('an index over several columns holds what has a value in the sparse one among them', () => {
  const fields = {
    label,
    shelved_at: field.timestamp({ optional: true, index: 'sparse' }),
    is_late: field.boolean({ default: false, index: 'sparse' }),
  }
  const indexes = [
    ['label', '-shelved_at'],
    ['label', 'is_late'],
    ['label', 'id'],
  ]
  const own = structureOf([shelf(fields, { indexes, size: 'large' })])['shelves']!.indexes
  expect(own['shelves_label_shelved_at_idx']).toMatchObject({
    columns: ['"label"', '"shelved_at" DESC'],
    where: '("shelved_at" IS NOT NULL)',
  })
  expect(own['shelves_label_is_late_idx']).toMatchObject({ where: '"is_late"' })
  expect(own['shelves_label_id_idx']).not.toHaveProperty('where')
})

test('what a unique index begins with has no index of its own, unless deleted records are left out', () => {
  const room = field.reference('shelves')
  const unique = [['room', 'label']]
  const indexesOf = (...declared: Parameters<typeof shelf>) =>
    Object.keys(structureOf([shelf(...declared)])['shelves']!.indexes)
  expect(indexesOf({ label, room }, { unique })).toEqual(['shelves_room_label_key'])
  expect(indexesOf({ room, label: field.text({ unique: true, index: true }) })).toEqual([
    'shelves_label_key',
    'shelves_room_idx',
  ])
  const large = field.text({ unique: true })
  expect(indexesOf({ label: large }, { size: 'large' })).not.toContain('shelves_label_idx')
  expect(indexesOf({ label, room }, { unique, softDelete: true })).toEqual([
    'shelves_room_label_key',
    'shelves_room_idx',
  ])
})

test('a field that must be unique may be taken again after a soft delete', async () => {
  const soft = shelf({ label: field.text({ unique: true }) }, { softDelete: true })
  await run(createStructure(structureOf([soft])).join(';'))
  await run(`insert into shelves (label) values ('x'); update shelves set deleted_at = now()`)
  await run(`insert into shelves (label) values ('x')`)
  await expect(run(`insert into shelves (label) values ('x')`)).rejects.toMatchObject({
    code: '23505',
    constraint: 'shelves_label_key',
  })
})

test('a reference to a resource that is not there names the place', () => {
  expect(() => structureOf([shelf({ room: field.reference('rooms') })])).toThrow(
    'shelves.room: no resource "rooms"',
  )
})

test('names that PostgreSQL would cut off stay apart', async () => {
  const long = 'a'.repeat(45)
  const one = shelf(
    { [`${long}_1`]: field.text({ index: true }), [`${long}_2`]: field.text({ index: true }) },
    {
      name: `s${long}`,
    },
  )
  await run(createStructure(structureOf([one])).join(';'))
  expect(Object.keys(Object.values(structureOf([one]))[0]!.indexes)).toHaveLength(2)
  expect(await stepsBetween([one], [one])).toEqual([])
})
