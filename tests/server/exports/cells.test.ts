import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'

import { field, kindNames, kindOf, shown, targetOf, type KindName } from '#schema'

import type { Database } from '../../../src/server/kernel/database.ts'
import { serverKindOf } from '../../../src/kinds/kinds.server.ts'
import { createTestDatabase } from '../../fixtures/database.ts'
import { samples } from '../../fixtures/kinds.ts'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** What the database makes of a stored value. */
async function inSql(name: KindName, value: unknown, text: (column: string) => string) {
  const one = samples[name].field
  const type = kindOf(one).column(one) ?? 'text'
  const stored = serverKindOf(one).json && value !== null ? JSON.stringify(value) : value
  const { rows } = await sql<{ cell: string | null }>`
    select (${sql.raw(text('t."x"'))})::text as cell
    from (select ${stored}::${sql.raw(type)} as x) t`.execute(database.sql)
  return rows[0]!.cell
}

// The ids of references are exported as titles, which columns.ts joins.
const kinds = kindNames.filter((name) => targetOf(samples[name].field) === undefined)

describe.each(kinds)('a cell of kind %s', (name) => {
  const { field, values } = samples[name]
  const kind = kindOf(field)
  const { exportSql = (column: string) => column, exportText, maskSql } = serverKindOf(field)
  const normal = values.map(([, value]) => value).filter((value) => value !== null)

  it('has the text that its kind exports', async () => {
    for (const value of normal) {
      const found = await inSql(name, value, (column) => exportSql(column, field))
      const text = exportText?.(value as never, field) ?? String(value)
      const wanted = kind.writeOnly ? null : text
      if (name === 'json') expect(JSON.parse(found ?? '')).toEqual(JSON.parse(wanted ?? ''))
      else expect(found).toBe(wanted)
    }
  })

  it('is empty without a value', async () => {
    expect(await inSql(name, null, (column) => exportSql(column, field))).toBe(null)
  })

  it('is masked as its kind masks', async () => {
    expect(maskSql !== undefined).toBe(kind.mask !== undefined)
    for (const value of kind.mask ? normal : []) {
      const found = await inSql(name, value, (column) => maskSql?.(column, field) ?? '')
      expect(found).toBe(kind.mask?.(value as never))
    }
  })
})

test.each(['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'])(
  'a time is written alike by the database and by the server, in %s',
  async (zone) => {
    const one = field.timestamp()
    const { exportSql, exportText } = serverKindOf(one)
    const times = ['2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00.000Z', '2026-10-25T00:30:00Z']
    for (const time of times) {
      const found = await inSql(
        'timestamp',
        time,
        (column) => exportSql?.(column, one, { zone }) ?? '',
      )
      expect(found).toBe(exportText?.(time as never, one, { zone }))
    }
  },
)

test('an exported choice has its label, and a value that is no choice any more itself', () => {
  const one = field.choice({ new: 'Brand new' })
  const exported = (value: string) => serverKindOf(one).exportText?.(value as never, one)
  expect(exported('new')).toBe('Brand new')
  expect(exported('gone')).toBe('gone')
  expect(exported('constructor')).toBe('constructor')
})

test.each([
  ['click-7f3a-11', false],
  ['12345678', false],
  ['1234567890123456', false],
  ['550e8400-e29b-41d4-a716-44665544000a', false],
  ['2026-11-29', false],
  ['ann@example.com', true],
  ['u=ann%40example.com', true],
  ['447400123456', true],
  ['lead-447400123456', true],
  ['+45 12 34 56 78', true],
  ['p=%2B447400123456&x=1', true],
  ['0491 570 (156)', true],
  [`${'1-'.repeat(500)}a`, true],
  [`${'1'.repeat(1_000)}a`, false],
])(
  'what could be a contact is hidden alike by the database and by the server: %s',
  async (text, isHidden) => {
    const one = field.text({ max: 2_000, unmaskBy: 'thing.contact', hides: 'contacts' })
    const { maskSql } = serverKindOf(one)
    const wanted = isHidden ? `${text[0]}•••••` : text
    expect(shown(one, text)).toBe(wanted)
    expect(await inSql('text', text, (column) => maskSql?.(column, one) ?? '')).toBe(wanted)
  },
)
