import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createTestConsole, type TestConsole } from '../fixtures/console.ts'
import type { Client } from '../fixtures/server.ts'

let server: TestConsole
let admin: Client
let officer: Client
let manager: Client

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator', { name: 'Ada' })
  officer = await server.as('Privacy officer')
  manager = await server.as('Manager')
}, 60_000)
afterAll(() => server.close())
beforeEach(async () => {
  await officer.post('/profile/notification/read/all')
})

const bell = async (client: Client) => {
  const { notifications } = (await client.get('/profile')).body.data
  return notifications.map((one: any) => [one.data.event, one.data.message])
}

test('a role that is made, changed or deleted is told to whoever may see the audit log', async () => {
  const { body } = await admin.post('/management/role', { name: 'Night watch', permissions: [] })
  const { id } = body.data
  await admin.put(`/management/role/${id}/permissions`, { permissions: [1] })
  await admin.put(`/management/role/${id}`, { name: 'Day watch' })
  await admin.delete(`/management/role/${id}`)
  expect(await bell(officer)).toEqual([
    ['role_deleted', 'Ada deleted the role “Day watch”.'],
    ['role_changed', 'Ada changed the role “Day watch”.'],
    ['role_created', 'Ada created the role “Night watch”.'],
  ])
  const { data } = (await officer.get('/profile/notification/search?per_page=3')).body
  expect(data[1]).toMatchObject({ count: 2, resource: 'roles', record_id: id })
  expect(await bell(manager)).toEqual([])
})

test('so is a permission', async () => {
  const { body } = await admin.post('/management/permission', { name: 'tea.make' })
  const path = `/management/permission/${body.data.id}`
  await admin.put(path, { description: 'Make tea' })
  await admin.delete(path)
  expect(await bell(officer)).toEqual([
    ['permission_deleted', 'Ada deleted the permission “tea.make”.'],
    ['permission_changed', 'Ada changed the permission “tea.make”.'],
    ['permission_created', 'Ada created the permission “tea.make”.'],
  ])
})

test('so are the roles of a user, and nothing else about a user', async () => {
  const roles = (await admin.get('/management/role/all')).body.data
  const idOf = (name: string) => roles.find((one: any) => one.name === name).id
  const grace = {
    name: 'Grace Hopper',
    email: 'grace@example.com',
    password: 'a long and quiet evening',
    roles: [idOf('Analyst')],
  }
  const { id } = (await admin.post('/management/user', grace)).body.data
  await admin.put(`/management/user/${id}`, { name: 'Grace B. Hopper' })
  expect(await bell(officer)).toEqual([
    ['user_roles_changed', 'Ada changed the roles of Grace Hopper.'],
  ])
  await admin.put(`/management/user/${id}`, { roles: [idOf('Sender')] })
  expect(await bell(officer)).toEqual([
    ['user_roles_changed', 'Ada changed the roles of Grace B. Hopper.'],
  ])
})
