import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { kindNames, kindOf, type KindName } from '#schema'

import type { Database } from '../../../src/server/kernel/database.ts'
import { cellOf } from '../../../src/server/exports/cells.ts'
import { createTestDatabase } from '../../fixtures/database.ts'
import { samples } from '../../fixtures/kinds.ts'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** What the database makes of a stored value. */
async function inSql(name: KindName, value: unknown, text: (column: string) => string) {
  const { field } = samples[name]
  const type = kindOf(field).column(field) ?? 'text'
  const stored = field.kind === 'json' && value !== null ? JSON.stringify(value) : value
  const { rows } = await sql<{ cell: string | null }>`
    select (${sql.raw(text('t."x"'))})::text as cell
    from (select ${stored}::${sql.raw(type)} as x) t`.execute(database.sql)
  return rows[0]!.cell
}

// The ids of references are exported as titles, which columns.ts joins.
const kinds = kindNames.filter((name) => !['reference', 'references'].includes(name))

describe.each(kinds)('a cell of kind %s', (name) => {
  const { field, values } = samples[name]
  const kind = kindOf(field)
  const cell = cellOf(field)
  const normal = values.map(([, value]) => value).filter((value) => value !== null)

  it('has the text that its kind exports', async () => {
    for (const value of normal) {
      const found = await inSql(name, value, (column) => cell.text(column, field))
      const wanted = kind.exportText?.(value as never, field) ?? null
      if (name === 'json') expect(JSON.parse(found ?? '')).toEqual(JSON.parse(wanted ?? ''))
      else expect(found).toBe(wanted)
    }
  })

  it('is empty without a value', async () => {
    expect(await inSql(name, null, (column) => cell.text(column, field))).toBe(null)
  })

  it('is masked as its kind masks', async () => {
    expect(cell.mask !== undefined).toBe(kind.mask !== undefined)
    for (const value of kind.mask ? normal : []) {
      const found = await inSql(name, value, (column) => cell.mask?.(column) ?? '')
      expect(found).toBe(kind.mask?.(value as never))
    }
  })
})
