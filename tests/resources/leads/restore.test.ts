import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { roles as seedRoles } from '../../../resources/roles.ts'
import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'

const analystPermissions = seedRoles.find(({ name }) => name === 'Analyst')?.permissions ?? []

let server: TestConsole
let admin: Client
let source: number
let analyst: number

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  source = await admin.make('/settings/source', { name: 'Plain' })
  const { data } = (await admin.get('/management/role/all')).body
  analyst = data.find(({ name }: { name: string }) => name === 'Analyst').id
}, 60_000)
afterAll(() => server.close())

describe('a restored lead', () => {
  test('comes back for whoever may delete leads', async () => {
    const id = await admin.make('/lead', { email: 'back@example.com', source })
    const { version } = (await admin.delete(`/lead/${id}`)).body.data
    const reader = await server.as('Analyst')
    expect((await reader.post(`/lead/${id}/restore`, { version })).status).toBe(403)
    expect((await admin.post(`/lead/${id}/restore`, { version })).status).toBe(200)
    expect((await admin.reveal(`/lead/${id}`))['email']).toBe('back@example.com')
  })

  test('is refused while the same person is there as another lead', async () => {
    const id = await admin.make('/lead', { email: 'twice@example.com', source })
    const { version } = (await admin.delete(`/lead/${id}`)).body.data
    await admin.make('/lead', { email: 'twice@example.com', source })
    const { status, body } = await admin.post(`/lead/${id}/restore`, { version })
    expect(status).toBe(422)
    expect(body.errors.email[0]).toContain('There is a lead with it already')
  })
})

test('an undone status of a lead goes through the rules of statuses like any other', async () => {
  const statuses = (await admin.get('/settings/status/search')).body.data
  const idOf = (group: string) =>
    statuses.find((one: { group: string }) => one.group === group).id as number
  const id = await admin.make('/lead', {
    email: 'status@example.com',
    source,
    status: idOf('in_work'),
  })
  await admin.put(`/lead/${id}`, { status: idOf('deposit'), version: 1 })
  const { body } = await admin.post(`/lead/${id}/undo`, { version: 2 })
  expect(body.data.status).toBe(idOf('in_work'))
})

test('a department does not come back to a broker that is deleted', async () => {
  const broker = await admin.make('/broker', { name: 'Gone' })
  const desk = await admin.make('/broker/department', { branch_name: 'Desk', broker_id: broker })
  const { version } = (await admin.delete(`/broker/department/${desk}`)).body.data
  const gone = (await admin.delete(`/broker/${broker}`)).body.data
  expect((await admin.post(`/broker/department/${desk}/restore`, { version })).status).toBe(409)
  await admin.post(`/broker/${broker}/restore`, { version: gone.version })
  expect((await admin.post(`/broker/department/${desk}/restore`, { version })).status).toBe(200)
})

test('nobody brings back a user who may do more than they', async () => {
  const values = { password: 'a long and quiet evening' }
  const roles = (await admin.get('/management/role/all')).body.data
  const administrator = roles.find(({ name }: { name: string }) => name === 'Administrator').id
  const strong = await admin.make('/management/user', {
    ...values,
    name: 'Grace Hopper',
    email: 'strong@example.com',
    roles: [administrator],
  })
  const weak = await admin.make('/management/user', {
    ...values,
    name: 'Ada Byron',
    email: 'weak@example.com',
    roles: [analyst],
  })
  const gone = (await admin.delete(`/management/user/${strong}`)).body.data
  const weaker = (await admin.delete(`/management/user/${weak}`)).body.data
  const clerk = await server.user([
    'management.user.view',
    'management.user.delete',
    ...analystPermissions,
  ])
  const path = (id: number) => `/management/user/${id}/restore`
  expect((await clerk.post(path(strong), { version: gone.version })).status).toBe(403)
  expect((await clerk.post(path(weak), { version: weaker.version })).status).toBe(200)
  expect((await admin.post(path(strong), { version: gone.version })).status).toBe(200)
})
