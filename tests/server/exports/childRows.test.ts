import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { parseQuery } from '#schema'
import type { Backend } from '#server'

import { linesOf } from '../../../src/server/exports/lines.ts'
import { planPages, type Page } from '../../../src/server/exports/pages.ts'
import { bindSources } from '../../../src/server/records/read/source.ts'
import type { Database } from '../../../src/server/kernel/database.ts'
import { createTestDatabase } from '../../fixtures/database.ts'
import { order, orders, seller } from '../../fixtures/businesses/orders.ts'
import { userWith } from '../../fixtures/user.ts'

/** The lines of a record in one cell of a file. */
let database: Database

beforeAll(async () => {
  database = await createTestDatabase(orders)
  bindSources({ resources: orders, behaviors: {} })
  await sql`insert into products (name) values ('Pen'), ('Ink; "blue"')`.execute(database.sql)
  await sql`insert into orders (code) values ('A')`.execute(database.sql)
  await sql`
    insert into order_lines ("order", product, quantity, place)
    select o.id, p.id, p.id + 1, p.id from orders o, products p`.execute(database.sql)
})
afterAll(() => database.close())

async function exported(permissions: readonly string[], behaviors: object = {}) {
  const resource = (name: string) => orders.find((one) => one.name === name)
  const business = { resources: orders, behaviors }
  const backend = { database, business, resource } as unknown as Backend
  const user = userWith(...permissions)
  const query = { ...parseQuery(order, user, {}), looksIntoMasked: false }
  const columns = ['code', 'lines']
  const read = { backend, resource: order, user, cells: user, columns, query, sql: database.sql }
  const { chunks } = await planPages(read)
  let text = ''
  for (const { payload } of chunks) {
    for await (const part of linesOf(read, payload as Page, { delimiter: ',', written: [] })) {
      text += Buffer.from(part).toString()
    }
  }
  return parse(text) as string[][]
}

const named = [['A', 'Pen | 2; "Ink; ""blue""" | 3']]

it('12.7 names what lines point at, whoever makes the file', async () => {
  expect(await exported(seller)).toEqual(named)
  expect(await exported(seller, { orders: { present: (record: object) => record } })).toEqual(named)
})

it('12.7 and gives its number to who may not know the name', async () => {
  const permissions = seller.filter((one) => one !== 'product.view')
  expect(await exported(permissions)).toEqual([['A', '1 | 2; 2 | 3']])
})
