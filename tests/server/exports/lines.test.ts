import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { defineResource, field, parseQuery, type Fields, type Filter, type User } from '#schema'
import type { Backend } from '#server'

import type { Database } from '../../../src/server/kernel/database.ts'
import { linesOf } from '../../../src/server/exports/lines.ts'
import { inlined } from '../../../src/server/exports/literals.ts'
import { planPages, type Page } from '../../../src/server/exports/pages.ts'
import { createTestDatabase } from '../../fixtures/database.ts'
import { userWith } from '../../fixtures/user.ts'

const many: Fields = Object.fromEntries(
  Array.from({ length: 130 }, (_, n) => [`field_${n}`, field.integer({ default: n })]),
)
let mine: Filter | true = true
const sheet = defineResource('sheets', {
  permission: 'sheet',
  operations: ['list', 'export'],
  access: { list: () => mine },
  fields: { name: field.text({ optional: true }), ...many },
  title: 'name',
  list: ['name'],
  form: ['name'],
})

const dot = defineResource('dots', {
  permission: 'sheet',
  operations: ['list', 'export'],
  fields: {
    name: field.text({ optional: true }),
    paper: field.reference('papers', { optional: true, none: 'All papers' }),
  },
  title: 'name',
  list: ['name'],
  form: ['name'],
})

const paper = defineResource('papers', {
  permission: 'sheet',
  operations: ['list', 'export'],
  fields: {
    name: field.text({ optional: true }),
    whole: field.json({ unmaskBy: 'sheet.contact', exportBy: 'sheet.contact' }),
  },
  title: 'name',
  list: ['name'],
  form: ['name', 'whole'],
})

let database: Database
let backend: Backend
const user = userWith('sheet.view', 'sheet.export')

beforeAll(async () => {
  database = await createTestDatabase([sheet, dot, paper])
  backend = { database, business: { resources: [sheet], behaviors: {} } } as unknown as Backend
  await sql`insert into sheets (name) select 'Sheet ' || n from generate_series(1, 6000) n`.execute(
    database.sql,
  )
})
afterAll(() => database.close())

async function exported(input: object, columns: string[], between?: () => unknown) {
  const query = { ...parseQuery(sheet, user, { ...input }), looksIntoMasked: false }
  const read = { backend, resource: sheet, user, cells: user, columns, query, sql: database.sql }
  const { chunks, isCut } = await planPages(read)
  await between?.()
  let text = ''
  for (const { payload } of chunks) {
    const lines = linesOf(read, payload as Page, { delimiter: ',', written: [] })
    for await (const part of lines) text += Buffer.from(part).toString()
  }
  return { rows: parse(text) as string[][], chunks, isCut }
}

it('has more columns than a function takes values', async () => {
  const { rows } = await exported({ name: 'Sheet 7' }, ['name', ...Object.keys(many)])
  expect(rows).toEqual([['Sheet 7', ...Array.from({ length: 130 }, (_, n) => String(n))]])
})

it('has every record once, in order, over all pages', async () => {
  const { rows, chunks, isCut } = await exported({ sort: '-id' }, ['id'])
  expect(rows.map(([id]) => Number(id))).toEqual(Array.from({ length: 6000 }, (_, n) => 6000 - n))
  expect(chunks.map(({ size }) => size)).toEqual(
    database.kind === 'embedded' ? [2500, 2500, 1000] : [6000],
  )
  expect(isCut).toBe(false)
})

it('has only what the rule of the list lets in, at the time it is read', async () => {
  mine = { id: { to: 4 } }
  const { rows } = await exported({ sort: 'id' }, ['id'], () => (mine = { id: { from: 3, to: 9 } }))
  mine = true
  expect(rows.flat()).toEqual(
    database.kind === 'embedded' ? ['3', '4'] : ['3', '4', '5', '6', '7', '8', '9'],
  )
})

it.each([
  [200_000, false],
  [200_001, true],
])('of %i records holds at most 200,000', async (count, isCut) => {
  await sql`truncate dots`.execute(database.sql)
  await sql`insert into dots (name) select 'x' from generate_series(1, ${count}::integer)`.execute(
    database.sql,
  )
  const query = { ...parseQuery(dot, user, {}), looksIntoMasked: false }
  const plan = await planPages({
    backend,
    resource: dot,
    user,
    cells: user,
    columns: ['id'],
    query,
    sql: database.sql,
  })
  expect(plan.chunks.reduce((sum, { size }) => sum + size, 0)).toBe(200_000)
  expect(plan.isCut).toBe(isCut)
})

it('writes the words of a value that means all, however the lines are made', async () => {
  await sql`truncate dots`.execute(database.sql)
  const { rows: papers } = await sql<{ id: number }>`
    insert into papers (name, whole) values ('Plain', '{}') returning id`.execute(database.sql)
  await sql`insert into dots (paper) values (null), (${papers[0]?.id})`.execute(database.sql)
  const query = { ...parseQuery(dot, user, {}), looksIntoMasked: false }
  for (const behaviors of [{}, { dots: { present: (one: object) => one } }]) {
    const business = { resources: [dot, paper], behaviors }
    const all = { ...backend, business, resource: () => paper } as unknown as Backend
    const common = { resource: dot, user, cells: user, columns: ['paper'], sql: database.sql }
    const read = { backend: all, query, ...common }
    const { rows } = await sql<{ id: number }>`select id from dots order by id`.execute(
      database.sql,
    )
    const page = { ids: `{${rows.map(({ id }) => id).join(',')}}` } as unknown as Page
    // Who may not know what papers are called is told their numbers.
    const others: [User, string][] = [
      [user, 'Plain'],
      [userWith('dot.export'), String(papers[0]?.id)],
    ]
    for (const [cells, cell] of others) {
      let text = ''
      const lines = linesOf({ ...read, cells }, page, { delimiter: ',', written: [] })
      for await (const part of lines) text += Buffer.from(part)
      expect(text.replaceAll('"', '')).toBe(`All papers\n${cell}\n`)
    }
  }
})

describe('M7: a masked value of JSON', () => {
  const opened = userWith('sheet.view', 'sheet.export', 'sheet.contact')
  const whole = { phone: '07400 "123456"' }
  beforeAll(() =>
    sql`insert into papers (whole) values (${JSON.stringify(whole)}::jsonb)`.execute(database.sql),
  )

  it.each([
    ['as it is stored', {}],
    ['as the business presents it', { papers: { present: (record: object) => record } }],
  ])('is masked in a file, or whole for those who may have it, %s', async (_, behaviors) => {
    const business = { resources: [paper], behaviors }
    const cellFor = async (reader: typeof user) => {
      const read = {
        backend: { database, business } as unknown as Backend,
        resource: paper,
        user: reader,
        cells: reader,
        columns: ['whole'],
        query: { ...parseQuery(paper, reader, {}), looksIntoMasked: false },
        sql: database.sql,
      }
      let text = ''
      for (const { payload } of (await planPages(read)).chunks) {
        const lines = linesOf(read, payload as Page, { delimiter: ',', written: [] })
        for await (const part of lines) text += Buffer.from(part).toString()
      }
      return (parse(text) as string[][])[0]?.[0] ?? ''
    }
    expect(await cellFor(user)).toBe('•••')
    expect(JSON.parse(await cellFor(opened))).toEqual(whole)
  })
})

describe('a value written into a statement', () => {
  it.each([
    'plain',
    "it's",
    "'; drop table sheets; --",
    String.raw`back\slash \' \\`,
    '$1 $2',
    '%_\\%',
    'é ü 漢字 😀',
    '{"a"}',
    'line\nbreak',
    '--',
    '/* */',
    '""',
    '',
  ])('is the value: %j', async (value) => {
    const one = inlined(sql`${value}::text`, database.sql)
    const list = inlined(sql`${[value, 'x', value]}::text[]`, database.sql)
    const { rows } = await sql.raw(`select ${one} as one, ${list} as list`).execute(database.sql)
    expect(rows).toEqual([{ one: value, list: [value, 'x', value] }])
  })

  it('may be a number, a truth, or nothing', async () => {
    const text = inlined(
      sql`${12}::bigint as n, ${true}::boolean as b, ${null}::text as e, ${[1, 2]}::bigint[] as l, ${[]}::text[] as z`,
      database.sql,
    )
    const { rows } = await sql.raw(`select ${text}`).execute(database.sql)
    expect(rows).toEqual([{ n: 12, b: true, e: null, l: [1, 2], z: [] }])
  })
})
