import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { lead } from '../../../resources/leads/lead/lead.ts'
import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import { exportColumns } from '../../fixtures/files/importing.ts'
import { awayFromMidnight } from '../../fixtures/work/midnight.ts'
import type { Client } from '../../fixtures/server.ts'

let server: TestConsole
let admin: Client
const ids: Record<string, number> = {}

/** The day that many years ago, and some days after it. */
function born(years: number, days = 0): string {
  const today = new Date()
  const day = Date.UTC(
    today.getUTCFullYear() - years,
    today.getUTCMonth(),
    today.getUTCDate() + days,
  )
  return new Date(day).toISOString().slice(0, 10)
}

beforeAll(async () => {
  await awayFromMidnight()
  server = await createTestConsole()
  await server.backend.jobs.work()
  admin = await server.as('Administrator')
  const source = await admin.make('/settings/source', { name: 'Search' })
  const people = {
    young: born(17, -100),
    eve: born(18, 2),
    adult: born(18, -2),
    old: born(70, -2),
    unknown: null,
  }
  for (const [name, date_of_birth] of Object.entries(people)) {
    const email = `${name}@example.com`
    ids[name] = await admin.make('/lead', { first_name: name, email, source, date_of_birth })
  }
}, 60_000)
afterAll(() => server.close())

const namesOf = ({ status, body }: Awaited<ReturnType<Client['get']>>) => {
  expect([status, body.message]).toEqual([200, undefined])
  return body.data.map(({ first_name }: { first_name: string }) => first_name)
}
const search = (query: string) => admin.get(`/lead/search?sort=id&${query}`)

describe('the age of leads', () => {
  test('is a filter from and to, both included', async () => {
    expect(namesOf(await search('age_from=18'))).toEqual(['adult', 'old'])
    expect(namesOf(await search('age_to=17'))).toEqual(['young', 'eve'])
    expect(namesOf(await search('age_from=18&age_to=18'))).toEqual(['adult'])
    expect(namesOf(await search('age_from=-2000000000&age_to=2000000000'))).toHaveLength(4)
  })

  test('stands beside a filter by the day, and in groups of conditions', async () => {
    const days = `date_of_birth_from=${born(60)}&date_of_birth_to=${born(10)}`
    expect(namesOf(await search(`age_from=18&${days}`))).toEqual(['adult'])
    const where = { any: [{ age: { to: 17 } }, { age: { from: 70 } }] }
    const found = await search(`where=${encodeURIComponent(JSON.stringify(where))}`)
    expect(namesOf(found)).toEqual(['young', 'eve', 'old'])
  })

  test('is shown as a number, and nobody has to reveal it', async () => {
    const { body } = await admin.get('/lead/search?sort=id')
    const ages = body.data.map(({ age }: { age: unknown }) => age)
    expect(ages).toEqual([17, 17, 18, 70, null])
    expect((await admin.get(`/lead/${ids['old']}`)).body.data.age).toBe(70)
  })

  test('sorts a list that is short enough', async () => {
    expect(namesOf(await admin.get('/lead/search?sort=-age,id'))).toEqual([
      'old',
      'adult',
      'young',
      'eve',
      'unknown',
    ])
  })

  test('is there for all who see leads: their masked dates of birth show it too', async () => {
    for (const role of ['Sender', 'Importer', 'Analyst']) {
      const client = await server.as(role)
      const { body } = await client.get('/lead/search?sort=id')
      const shown = body.data.map(({ age, date_of_birth: day }: Record<string, unknown>) => [
        age,
        day,
      ])
      expect(shown).toContainEqual([70, '•• (70)'])
      expect(namesOf(await client.get('/lead/search?sort=id&age_from=18'))).toEqual([
        'adult',
        'old',
      ])
      const refused = [`date_of_birth_from=${born(60)}`, `date_of_birth_to=${born(10)}`]
      for (const query of refused) {
        const { status } = await client.get(`/lead/search?${query}`)
        expect([role, query, status]).toEqual([role, query, 400])
      }
    }
  })

  test('is all that is shown of the day of birth, wherever it leaves masked', async () => {
    const sender = await server.as('Sender')
    const { body } = await sender.get('/lead/search?sort=id')
    const days = body.data.map(({ date_of_birth }: { date_of_birth: unknown }) => date_of_birth)
    expect(days).toEqual(['•• (17)', '•• (17)', '•• (18)', '•• (70)', null])
    const one = await sender.get(`/lead/${ids['old']}`)
    expect(one.body.data.date_of_birth).toBe('•• (70)')
    const history = (await admin.get(`/lead/${ids['old']}/timeline`)).body.data
    expect(history.flatMap(({ changes }: { changes: unknown[] }) => changes)).toContainEqual({
      field: 'date_of_birth',
      before: null,
      after: '•• (70)',
    })
    const manager = await server.as('Manager')
    const file = await exportColumns(manager, lead, ['first_name', 'date_of_birth'])
    expect(file.replaceAll('""', '').split('\n')).toEqual(
      expect.arrayContaining([
        '"young","•• (17)"',
        '"eve","•• (17)"',
        '"adult","•• (18)"',
        '"old","•• (70)"',
        '"unknown",',
      ]),
    )
  })

  test('stands in files', async () => {
    const manager = await server.as('Manager')
    const file = await exportColumns(manager, lead, ['first_name', 'age'])
    expect(file).toContain('"adult","18"')
  })
})
