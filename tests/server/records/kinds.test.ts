import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  defineResource,
  field,
  kindNames,
  kindOf,
  matches,
  parseQuery,
  validateNew,
  type Field,
  type KindName,
  type Resource,
  type User,
} from '#schema'
import type { Backend, Database } from '#server'

import { importText, serverKindOf } from '../../../src/kinds/kinds.server.ts'
import { getRecord } from '../../../src/server/records/read/select.ts'
import { listRecords } from '../../../src/server/records/read/list.ts'
import { insertRecord } from '../../../src/server/records/write/table.ts'
import { withUnitOfWork } from '../../../src/server/records/write/transact.ts'
import type { Row } from '../../../src/server/records/read/select.ts'
import { testBackend } from '../../fixtures/backend.ts'
import { createTestDatabase } from '../../fixtures/database.ts'
import { importContext, samples } from '../../fixtures/kinds.ts'
import { anyText } from '../../fixtures/texts.ts'
import { userWith } from '../../fixtures/user.ts'

const tag = defineResource('tags', {
  permission: 'tag',
  fields: { name: field.text() },
  title: 'name',
  list: ['name'],
  form: ['name'],
})

/** One field of every kind, called like its kind, none required. */
const fields = Object.fromEntries(
  kindNames.map((name): [string, Field] => [
    name,
    { ...samples[name].field, options: { ...samples[name].field.options, optional: true } },
  ]),
)

const sample: Resource = defineResource('samples', {
  permission: 'sample',
  fields,
  title: 'text',
  list: ['text'],
  form: ['text'],
})

const user: User = userWith('sample.view', 'tag.view')

let database: Database
let backend: Backend
/** Every record as the API shows it, one for each example of each kind and an empty one. */
let records: Row[]

beforeAll(async () => {
  database = await createTestDatabase([tag, sample])
  backend = testBackend(database, { resources: [tag, sample] })
  for (const name of ['One', 'Two', 'Three']) await insert(tag, { name })
  await add({})
  for (const kind of kindNames) {
    for (const [, normal] of samples[kind].values) await add({ [kind]: normal })
  }
  records = await list({ per_page: 200, sort: 'id' })
}, 60_000)

afterAll(() => database.close())

const insert = (resource: Resource, values: Row) =>
  withUnitOfWork(database.sql, (unitOfWork) =>
    insertRecord(resource, values, { backend, sql: database.sql, unitOfWork }),
  )

/** Takes values as the API would, stores them and answers the id. */
async function add(values: Row): Promise<number> {
  const checked = validateNew(fields, user, values)
  expect(checked.errors).toBeUndefined()
  const { id } = await insert(sample, checked.values)
  return id
}

async function list(query: object): Promise<Row[]> {
  const asked = { ...parseQuery(sample, user, query as never), looksIntoMasked: false }
  const page = await listRecords(backend, sample, user, asked)
  return page.data
}

const readable = kindNames.filter((name) => !kindOf(samples[name].field).writeOnly)
const idsOf = (rows: Row[]) => rows.map((row) => row['id'])

test('the examples fit on one page', () => {
  expect(records.length).toBeGreaterThan(50)
  expect(records.length).toBeLessThan(200)
})

describe.each(readable)('a %s', (kind) => {
  const one = fields[kind]!
  const { operators, sortable = true } = kindOf(one)
  const isJoin = kind === 'references'

  test('comes back from the database as it went in', async () => {
    for (const [, normal] of samples[kind].values) {
      const id = await add({ [kind]: normal })
      const record = await getRecord(backend, sample, user, id)
      expect(isJoin ? new Set(record[kind] as number[]) : record[kind]).toStrictEqual(
        isJoin ? new Set(normal as number[]) : normal,
      )
      await sql`delete from samples where id = ${id}`.execute(database.sql)
    }
  })

  test('is null, or an empty list, where nothing was given', () => {
    expect(records[0]![kind]).toEqual(kind === 'references' ? [] : null)
  })

  const isInFiles = samples[kind].cells.length > 0
  test.runIf(isInFiles)('comes back from an exported file as it is in the database', () => {
    for (const record of records) {
      const value = record[kind]
      if (value === null || (Array.isArray(value) && value.length === 0)) continue
      const text = serverKindOf(one).exportText?.(value as never, one) ?? String(value)
      const expected = kind === 'timestamp' ? String(value).replace(/\.\d+/, '') : value
      expect(importText(text, one, importContext)).toStrictEqual(expected)
    }
  })

  test('is found by the database as `matches` finds it', async () => {
    for (const query of queriesFor(kind)) {
      const { filter } = parseQuery(sample, user, query)
      const expected = records.filter((record) => matches(filter, record))
      const found = await list({ ...query, per_page: 200, sort: 'id' })
      expect(idsOf(found), JSON.stringify(query)).toEqual(idsOf(expected))
    }
  })

  test.runIf(sortable)('is sorted up and down, with those without a value last', async () => {
    const up = await list({ sort: `${kind},id`, per_page: 200 })
    const down = await list({ sort: `-${kind},-id`, per_page: 200 })
    const isNone = (row: Row) =>
      row[kind] === null || (isJoin && (row[kind] as readonly number[]).length === 0)
    const given = (rows: Row[]) => idsOf(rows.filter((row) => !isNone(row)))
    const none = (rows: Row[]) => idsOf(rows.filter(isNone))
    expect(given(up)).toEqual(given(down).toReversed())
    expect(idsOf(up)).toEqual([...given(up), ...none(up)])
    expect(idsOf(down)).toEqual([...given(down), ...none(up).toReversed()])
    expect(up).toHaveLength(records.length)
  })

  test('meets hostile operands with an answer or a refusal of the query', async () => {
    for (const text of hostile) {
      for (const key of keysFor(operators, kind)) {
        const query = { [key]: /_(?:from|to|contains|empty)$/.test(key) ? text : [text] }
        await list(query).catch((error: Error) => expect(error.constructor.name).toBe('QueryError'))
      }
    }
  })
})

const hostile = [
  "'; drop table samples;--",
  '\u0000',
  '\ud83d',
  '%',
  '_',
  '\\',
  '\\\\',
  "'",
  '"',
  '$1',
  '--',
  '{}',
  '{"a"}',
  'null',
  '9223372036854775808',
  '-1',
  '1e309',
  'NaN',
  'infinity',
  '-infinity',
  'today',
  '0001-01-01',
  '294277-01-01',
  '10.0.0.0/99',
]

function keysFor(operators: readonly string[], name: string): string[] {
  const keys: Record<string, string[]> = {
    equals: [name, `${name}_not`],
    range: [`${name}_from`, `${name}_to`],
    contains: [`${name}_contains`],
    empty: [`${name}_empty`],
  }
  return operators.flatMap((operator) => keys[operator] ?? [])
}

/** Queries with every operator of the kind and with operands that stand in the records, beside and far from them. */
function queriesFor(kind: KindName): Record<string, unknown>[] {
  const { operators } = kindOf(samples[kind].field)
  const operands = [
    ...new Set([
      ...samples[kind].values.flatMap(([, normal]) => [normal].flat().map(String)),
      ...samples[kind].operands.map(([text]) => text),
    ]),
  ]
  const queries: Record<string, unknown>[] = []
  if (operators.includes('equals')) {
    queries.push(
      { [kind]: [] },
      { [`${kind}_not`]: [] },
      { [kind]: operands },
      { [`${kind}_not`]: operands },
    )
    for (const operand of operands)
      queries.push({ [kind]: [operand] }, { [`${kind}_not`]: [operand] })
  }
  if (operators.includes('range')) {
    for (const from of operands) {
      queries.push({ [`${kind}_from`]: from }, { [`${kind}_to`]: from })
      for (const to of operands) queries.push({ [`${kind}_from`]: from, [`${kind}_to`]: to })
    }
  }
  if (operators.includes('contains')) {
    for (const operand of operands) {
      const part = operand.slice(1, 5)
      queries.push({ [`${kind}_contains`]: operand }, { [`${kind}_contains`]: part })
      queries.push({ [`${kind}_contains`]: part.toUpperCase() })
    }
  }
  return [...queries, { [`${kind}_empty`]: true }, { [`${kind}_empty`]: false }]
}

test('fragments are found in any case, also beyond ASCII', async () => {
  const id = await add({ text: 'Ünïcode Ñandú ЖЁЛТЫЙ' })
  for (const part of ['ünï', 'ÑAND', 'жёлт', 'ode ñ']) {
    expect(idsOf(await list({ text_contains: part })), part).toContain(id)
  }
  await sql`delete from samples where id = ${id}`.execute(database.sql)
})

test('any text that is taken comes back from the database', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyText({ maxLength: 40 }), { minLength: 20, maxLength: 20 }),
      async (texts) => {
        const taken = texts.flatMap(
          (text) => validateNew(fields, user, { text }).values['text'] ?? [],
        )
        const { rows } = await sql<{ text: string }>`
          select * from unnest(${taken}::text[]) as text`.execute(database.sql)
        expect(rows.map(({ text }) => text)).toEqual(taken)
      },
    ),
    { numRuns: 50 },
  )
})

test('any structured value that is taken comes back from the database', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (json) => {
      const { values, errors } = validateNew(fields, user, { json })
      if (errors || values['json'] === null) return
      const text = JSON.stringify(values['json'])
      const { rows } = await sql<{ json: unknown }>`select ${text}::jsonb as json`.execute(
        database.sql,
      )
      expect(rows[0]!.json).toEqual(JSON.parse(text))
    }),
    { numRuns: 100 },
  )
})

describe('the database itself refuses', () => {
  test.each([
    ['a choice that does not exist', sql`insert into samples (choice) values ('gone')`],
    ['more than all of the work', sql`insert into samples (progress) values (101)`],
    ['a day that does not exist', sql`insert into samples (date) values ('2026-02-30')`],
    ['a reference to nobody', sql`insert into samples (reference) values (999)`],
    ['an amount too large', sql`insert into samples (money) values (10000000000)`],
  ])('%s', async (_what, statement) => {
    await expect(statement.execute(database.sql)).rejects.toThrow(/violates|out of range|overflow/)
  })
})
