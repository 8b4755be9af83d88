import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { defineResource, field, kindOf, type Field, type Resource } from '#schema'

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

const resourceNames = ['books', 'order', 'shelves', 'a_book']
const fieldNames = ['title', 'user', 'text', 'note_2', 'owner', 'tags']

const options = fc.record(
  {
    optional: fc.constant(true as const),
    unique: fc.constant(true as const),
    index: fc.constantFrom(true as const, 'sparse' as const, 'lookup' as const),
    search: fc.constant(true as const),
    renamedFrom: fc.constantFrom(...fieldNames, 'gone'),
  },
  { requiredKeys: [] },
)

const defaults: Record<string, unknown> = {
  text: "it's",
  email: 'a@example.com',
  integer: -3,
  money: 1.5,
  boolean: false,
  date: '2026-01-31',
  timestamp: '2026-01-31T10:00:00Z',
  json: { a: ["'"] },
  ips: ['10.0.0.1', '10.0.0.0/8'],
  urls: [],
  progress: 7,
}

function declared(kind: string, given: object, hasDefault: boolean, target: string): Field {
  const all: any = { ...given, ...(hasDefault && kind in defaults && { default: defaults[kind] }) }
  const made = makers[kind]?.(all, target) ?? (field as any)[kind](all)
  const { search, column } = kindOf(made)
  if (!search) delete made.options.search
  const mayBeEmpty = made.options.optional || made.kind === 'boolean'
  if (made.options.index === 'sparse' && !mayBeEmpty) made.options.index = true
  if (!column(made)) for (const name of ['index', 'unique']) delete made.options[name]
  return made
}

const makers: Record<string, (options: any, target: string) => Field> = {
  choice: (all) => field.choice({ title: 'Title', "o'": 'O' }, all),
  choice2: (all) => field.choice({ text: 'T', b: 'B', c: 'C' }, all),
  reference: (all, target) => field.reference(target, all),
  references: (all, target) => field.references(target, all),
}

const kinds = [...Object.keys(defaults), 'choice', 'choice2', 'reference', 'references', 'secret']

interface Shape {
  fields: Record<string, { kind: string; options: object; hasDefault: boolean; target: string }>
  softDelete: boolean
  isLarge: boolean
  listed: string[]
  unique: string[]
  indexes: string[]
  renamedFrom: string | undefined
}

const shape: fc.Arbitrary<Shape> = fc.record({
  fields: fc.dictionary(
    fc.constantFrom(...fieldNames),
    fc.record({
      kind: fc.constantFrom(...kinds),
      options,
      hasDefault: fc.boolean(),
      target: fc.constantFrom(...resourceNames),
    }),
    { minKeys: 1, maxKeys: 5 },
  ),
  softDelete: fc.boolean(),
  isLarge: fc.boolean(),
  listed: fc.subarray(fieldNames),
  unique: fc.subarray(fieldNames),
  indexes: fc.subarray(fieldNames),
  renamedFrom: fc.option(fc.constantFrom(...resourceNames, 'former'), { nil: undefined }),
})

const declarations = fc.dictionary(fc.constantFrom(...resourceNames), shape, { maxKeys: 4 })

function resourcesOf(shapes: Record<string, Shape>): Resource[] {
  const names = Object.keys(shapes)
  return Object.entries(shapes).map(([name, one]) => {
    const fields = Object.fromEntries(
      Object.entries(one.fields).map(([key, { kind, options, hasDefault, target }]) => {
        const known = names.includes(target) ? target : name
        return [key, declared(kind, options, hasDefault, known)]
      }),
    )
    const inTable = (keys: string[]) =>
      keys.filter((key) => fields[key] && fields[key].kind !== 'references')
    return defineResource(name, {
      permission: 'x',
      fields,
      title: Object.keys(fields)[0]!,
      list: Object.keys(fields).filter((key) => one.listed.includes(key)),
      form: [],
      unique: inTable(one.unique).length > 1 ? [inTable(one.unique)] : [],
      indexes:
        inTable(one.indexes).length > 1
          ? [inTable(one.indexes).map((key, i) => (i ? `-${key}` : key))]
          : [],
      ...(one.softDelete && { softDelete: true }),
      ...(one.isLarge && { size: 'large' }),
      ...(one.renamedFrom && { renamedFrom: one.renamedFrom }),
    } as any) as Resource
  })
}

async function run(steps: readonly Step[]): Promise<void> {
  const isServed = database.kind === 'postgres'
  const inside = steps.filter((step) => !step.isOutside).map((step) => step.sql)
  if (inside.length > 0) await sql.raw(inside.join(';\n')).execute(database.sql)
  for (const step of steps.filter((one) => one.isOutside)) {
    await sql.raw(isServed ? step.sql : step.sql.replace('concurrently', '')).execute(database.sql)
  }
}

const present = () => inspect(database.sql, { except: engineTables })

async function empty(): Promise<void> {
  const names = Object.keys(await present())
  for (const name of names) await sql.raw(`drop table "${name}" cascade`).execute(database.sql)
}

/** What the catalogue alone can hold. */
const bare = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, one) =>
      key === 'renamedFrom' || key === 'isLarge' ? undefined : one,
    ),
  )

test('migrating any declaration to any other equals creating the other', async () => {
  await fc.assert(
    fc.asyncProperty(declarations, declarations, async (a, b) => {
      await empty()
      const [from, to] = [structureOf(resourcesOf(a)), structureOf(resourcesOf(b))]
      await run(createStructure(from).map((statement) => ({ sql: statement })))
      const wanted = await canonical(database, to)
      await run(diff(await present(), wanted))
      expect(await present()).toEqual(bare(wanted))
      expect(diff(await present(), wanted)).toEqual([])
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 20) },
  )
}, 600_000)
