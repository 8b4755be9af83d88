import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { accessChanged } from '../../../src/server/auth/access.ts'
import { addUser, call, enter, openOffice, password, type Office } from './office.ts'

let office: Office
let id: number
let token: string

beforeAll(async () => {
  office = await openOffice()
  id = await addUser(office, 'ann@example.com', { role: 'Administrator' })
  token = await enter(office.app, 'ann@example.com')
})
afterAll(() => office.close())

const mark = async (must: boolean) => {
  await sql`update users set must_change_password = ${must} where id = ${id}`.execute(office.sql)
  await accessChanged(office.sql)
}
const ask = (method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: unknown) =>
  call(office.app, method, url, { token, payload })

describe('whoever must change the password', () => {
  it('is told so by every route, whatever they may do', async () => {
    expect((await ask('GET', '/door')).status).toBe(200)
    await mark(true)
    const message = 'Change your password first: PUT /api/profile/password.'
    for (const path of ['/door', '/profile/sessions', '/profile/permissions']) {
      const { status, body } = await ask('GET', path)
      expect([path, status, body]).toEqual([path, 403, { message }])
    }
    expect((await ask('DELETE', '/profile/sessions')).status).toBe(403)
  })

  it('may see and change the profile', async () => {
    expect((await ask('GET', '/profile')).body.data.must_change_password).toBe(true)
    expect((await ask('PUT', '/profile', { name: 'Ann Lee' })).status).toBe(200)
  })

  it('is let in by the new password, in the same session', async () => {
    const body = { current_password: password, new_password: 'quiet-Lantern-37-meadow' }
    expect((await ask('PUT', '/profile/password', body)).status).toBe(200)
    expect((await ask('GET', '/door')).status).toBe(200)
  })

  it('may sign out instead', async () => {
    await mark(true)
    expect((await ask('DELETE', '/logout')).status).toBe(200)
    expect((await ask('GET', '/profile')).status).toBe(401)
  })
})

describe('GET /profile/permissions', () => {
  it('answers the own permissions with heading and words, and needs a token', async () => {
    await addUser(office, 'paul@example.com', { role: 'Porter' })
    const porter = await enter(office.app, 'paul@example.com', '10.1.1.1')
    const { body } = await call(office.app, 'GET', '/profile/permissions', { token: porter })
    expect(body.data).toEqual([{ name: 'door.open', group: 'Test', description: '' }])
    expect((await call(office.app, 'GET', '/profile/permissions')).status).toBe(401)
  })
})
