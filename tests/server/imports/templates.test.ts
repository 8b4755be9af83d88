import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { importer } from '../../fixtures/files/imports.ts'
import { business } from '../../fixtures/readers.ts'
import { createTestServer, type TestServer } from '../../fixtures/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer(business)
}, 60_000)
afterAll(() => server.close())

const path = '/library/reader/import/template'
const monthly = {
  name: 'Monthly',
  columns: { 'Full name': 'name', Mail: 'email' },
  settings: { branch: 'Main' },
  date_order: 'dmy',
  decimal_sign: ',',
  mode: 'new',
  duplicates: 'mark',
}

test('mappings are kept under names, each person their own', async () => {
  const user = await server.user(importer)
  const other = await server.user(importer)
  const { body } = await user.post(path, monthly)
  expect(body.message).toBe('The mapping is kept.')
  const { id } = body.data
  expect((await user.get(path)).body.data).toEqual([{ id, ...monthly }])
  // One that was kept before a file could say it.
  await sql`update import_templates set content = content - 'duplicates'`.execute(
    server.backend.database.sql,
  )
  expect((await user.get(path)).body.data).toMatchObject([{ id, duplicates: 'usual' }])
  await user.post(path, { ...monthly, decimal_sign: '.' })
  expect((await user.get(path)).body.data).toMatchObject([{ id, decimal_sign: '.' }])
  expect((await other.get(path)).body.data).toEqual([])
  for (const call of [
    () => other.put(`${path}/${id}`, monthly),
    () => other.delete(`${path}/${id}`),
  ]) {
    expect((await call()).status).toBe(404)
  }
  await user.put(`${path}/${id}`, { ...monthly, name: 'Weekly' })
  expect((await user.get(path)).body.data).toMatchObject([{ id, name: 'Weekly' }])
  expect((await user.delete(`${path}/${id}`)).status).toBe(200)
  expect((await user.get(path)).body.data).toEqual([])
})

test('two mappings never have one name, and a change that would make it so says that', async () => {
  const user = await server.user(importer)
  const make = async (name: string) => (await user.post(path, { ...monthly, name })).body.data.id
  const [one, two] = [await make('One'), await make('Two')]
  const rename = (id: number, name: string) => user.put(`${path}/${id}`, { ...monthly, name })
  const taken = await rename(two, 'One')
  expect([taken.status, taken.body.errors]).toEqual([
    422,
    { name: ['This value is already taken'] },
  ])
  expect((await rename(two, 'Two')).status).toBe(200)
  for (const name of ['Three', 'Four', 'Five']) {
    const both = await Promise.all([rename(one, name), rename(two, name)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  }
})

test('nobody keeps one without the permission, or without end', async () => {
  const reader = await server.user(['reader.view'])
  expect((await reader.post(path, monthly)).status).toBe(403)
  const user = await server.user(importer)
  for (let number = 0; number < 100; number += 1) {
    await user.post(path, { ...monthly, name: `Mapping ${number}` })
  }
  expect((await user.post(path, { ...monthly, name: 'One more' })).status).toBe(409)
  expect((await user.post(path, { ...monthly, name: 'Mapping 1' })).status).toBe(200)
})
