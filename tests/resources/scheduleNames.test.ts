import { afterAll, beforeAll, expect, test } from 'vitest'

import { messageName } from '#schema'

import { business } from '../../resources/index.server.ts'
import { businessTexts, shippedTexts } from '../../src/server/translations/shippedTexts.ts'
import { createTestConsole, type TestConsole } from '../fixtures/console.ts'

let server: TestConsole
beforeAll(async () => {
  server = await createTestConsole()
}, 60_000)
afterAll(() => server.close())

test('what the console does again and again has a name in every language', async () => {
  await server.backend.jobs.work()
  const admin = await server.as('Administrator')
  const { body } = await admin.get('/schedule/search?per_page=100')
  const names: string[] = body.data.map(({ name }: { name: string }) => name)
  expect(names.length).toBeGreaterThan(10)
  for (const texts of [businessTexts(business).texts, shippedTexts(business, 'ar')]) {
    expect(names.filter((name) => !texts[`console.schedules.${messageName(name)}`])).toEqual([])
  }
})
