import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { defineKinds, defineResource, type RecordOf } from '#schema'
import { defineServerKinds } from '#server'

import { importText, serverKindOf } from '../../../src/kinds/kinds.server.ts'
import { field, kinds } from '../../fixtures/kinds.own/index.ts'
import '../../fixtures/kinds.own/index.server.ts'
import { importContext } from '../../fixtures/kinds.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

const review = defineResource('reviews', {
  permission: 'review',
  fields: { stars: field.rating({ optional: true }), by: field.text() },
  title: 'by',
  list: ['stars', 'by'],
  filters: ['stars'],
  form: ['stars', 'by'],
})

let server: TestServer
let clerk: Client

beforeAll(async () => {
  server = await createTestServer({ resources: [review] })
  clerk = await server.user(['review.view', 'review.create', 'review.export'])
  for (const stars of [3, 5, null]) await clerk.make('/reviews', { by: `${stars}`, stars })
}, 60_000)
afterAll(() => server.close())

const found = async (query: string) =>
  (await clerk.get(`/reviews/search?${query}`)).body.data.map(({ stars }: any) => stars)

test('a kind of a business is validated, kept, filtered, sorted and documented', async () => {
  const refused = await clerk.post('/reviews', { by: 'x', stars: 6 })
  expect(refused.body.errors).toEqual({ stars: ['Give one to five stars'] })
  expect(await found('sort=-stars')).toEqual([5, 3, null])
  expect(await found('stars=***')).toEqual([3])
  expect(await found('stars_from=4')).toEqual([5])
  expect(await found('stars_empty=1')).toEqual([null])
  const wrong = sql`insert into reviews (by, stars) values ('x', 9)`
  await expect(wrong.execute(server.backend.database.sql)).rejects.toThrow('violates')
  const { components } = (await clerk.get('/openapi.json')).body
  expect(JSON.stringify(components.schemas.reviews.properties.stars)).toContain('"maximum":5')
})

test('its values leave in a file and come back', () => {
  const { stars } = review.fields
  expect(serverKindOf(stars).exportText?.(4 as never, stars)).toBe('****')
  expect(importText('****', stars, importContext)).toBe(4)
  expect(() => importText('many', stars, importContext)).toThrow('one to five')
})

test('a kind that the engine has is not replaced', () => {
  const { rating } = kinds
  expect(() => defineKinds({ text: rating } as never)).toThrow('the engine has a kind "text"')
})

/** Never called: `tsc` is the test. */
export function compiled(one: RecordOf<typeof review>) {
  one.stars satisfies number | null
  // @ts-expect-error a kind without a part on the server
  defineServerKinds<typeof kinds>({})
  // @ts-expect-error a kind under another name than its fields carry
  defineKinds({ stars: kinds.rating })
}
