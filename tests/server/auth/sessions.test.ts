import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { accessChanged } from '../../../src/server/auth/access.ts'
import { newToken, revokeSessions } from '../../../src/server/auth/sessions.ts'
import { addUser, call, enter, officeApp, openOffice, type Office } from './office.ts'

let office: Office
/** A process of its own for each test: one that has just seen a change remembers nothing. */
let app: FastifyInstance
let id: number
let email: string
let token: string
let people = 0

beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())
beforeEach(async () => {
  people += 1
  email = `porter${people}@example.com`
  id = await addUser(office, email, { role: 'Porter' })
  app = await officeApp(office.backend)
  token = await enter(app, email, `10.1.0.${people}`)
  await expect.poll(isFromMemory).toBe(true)
})
afterEach(() => app.close())

const door = async (with_ = token) => (await call(app, 'GET', '/door', { token: with_ })).status

const activate = (isActive: boolean) =>
  sql`update users set is_active = ${isActive} where id = ${id}`.execute(office.sql)

/** A deactivation of which nobody has told is not seen by who remembers the token. */
async function isFromMemory(): Promise<boolean> {
  expect(await door()).toBe(200)
  await activate(false)
  const status = await door()
  await activate(true)
  return status === 200
}

/** What the business does to an account, in its transaction. */
const write = (statement: ReturnType<typeof sql>) =>
  office.sql.transaction().execute(async (transaction) => {
    await statement.execute(transaction)
    await accessChanged(transaction)
  })

const ends: [string, () => Promise<unknown>][] = [
  ['signing out', () => call(app, 'DELETE', '/logout', { token })],
  ['deactivation', () => write(sql`update users set is_active = false where id = ${id}`)],
  ['deletion', () => write(sql`update users set deleted_at = now() where id = ${id}`)],
  ['removal from the table', () => write(sql`delete from users where id = ${id}`)],
  ['ending the sessions', () => revokeSessions(office.sql, id)],
]

describe('the token is worth nothing on the next request after', () => {
  it.each(ends)('%s', async (_, end) => {
    await end()
    expect(await door()).toBe(401)
    expect(await door()).toBe(401)
  })

  it('its time, although it is remembered', async () => {
    // The clock of a process may be wrong: that of the database says when it ends.
    vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000, toFake: ['Date'] })
    expect(await door()).toBe(200)
    vi.useRealTimers()
    await sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${id}`.execute(
      office.sql,
    )
    await accessChanged(office.sql)
    expect(await door()).toBe(401)
  })
})

describe('D8: a session that is used', () => {
  const hoursLeft = async () => {
    const { rows } = await sql<any>`
      select extract(epoch from expires_at - now()) / 3600 as hours from sessions
      where user_id = ${id}`.execute(office.sql)
    return Math.round(Number(rows[0].hours))
  }

  it.each([
    [5, 24],
    [29.5, 12],
    [29.99, 0],
  ])('%d days after the sign-in ends %d hours later', async (days, hours) => {
    await write(sql`
      update sessions set created_at = now() - make_interval(secs => ${days * 86_400}),
        last_used_at = now() - interval '1 hour', expires_at = now() + interval '3 minutes'
      where user_id = ${id}`)
    expect(await door()).toBe(200)
    await expect.poll(hoursLeft).toBe(hours)
    const { body } = await call(app, 'GET', '/profile', { token })
    expect((Date.parse(body.data.expires_at) - Date.now()) / 3_600_000).toBeCloseTo(hours, 0)
  })
})

describe('what is not a token of ours', () => {
  it.each([
    ['nothing', undefined],
    ['an empty one', 'Bearer '],
    ['one that never was', `Bearer ${newToken()}`],
    ['another scheme', 'Basic abc'],
    ['a long one', `Bearer lg_${'a'.repeat(10_000)}`],
    ['two', `Bearer ${newToken()}, Bearer ${newToken()}`],
  ])('%s answers 401', async (_, authorization) => {
    const headers = authorization === undefined ? {} : { authorization }
    const response = await app.inject({ url: '/api/door', headers })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({ message: 'Token has expired. Login again.' })
  })

  it('the token in the address answers 401', async () => {
    const response = await app.inject({ url: `/api/door?access_token=${token}` })
    expect(response.statusCode).toBe(401)
  })
})

describe('a change of permissions counts on the next request', () => {
  it('when a role is taken', async () => {
    await write(sql`delete from users_roles where record_id = ${id}`)
    expect(await door()).toBe(403)
  })

  it('when a role is given', async () => {
    const other = await addUser(office, `visitor${people}@example.com`)
    const visitor = await enter(app, `visitor${people}@example.com`, `10.2.0.${people}`)
    expect(await door(visitor)).toBe(403)
    await write(sql`
      insert into users_roles (record_id, target_id)
      select ${other}, id from roles where name = 'Porter'`)
    expect(await door(visitor)).toBe(200)
  })

  it('when the role loses the permission', async () => {
    await write(sql`
      delete from roles_permissions where target_id = (select id from permissions where name = 'door.open')
        and record_id = (select id from roles where name = 'Porter')`)
    expect(await door()).toBe(403)
    await write(sql`
      insert into roles_permissions (record_id, target_id)
      select r.id, p.id from roles r, permissions p where r.name = 'Porter' and p.name = 'door.open'`)
    expect(await door()).toBe(200)
  })

  it('of another process as soon as the word has come', async () => {
    await sql`delete from users_roles where record_id = ${id}`.execute(office.sql)
    // Nobody has said so: this shows that the answers do come from memory.
    expect(await door()).toBe(200)
    await sql`select pg_notify('leadgate_access', '')`.execute(office.sql)
    await expect.poll(() => door()).toBe(403)
  })

  it('not before it is committed, nor when it is not', async () => {
    const attempt = office.sql.transaction().execute(async (transaction) => {
      await sql`delete from users_roles where record_id = ${id}`.execute(transaction)
      await accessChanged(transaction)
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    expect(await door()).toBe(200)
  })
})

describe('the own sessions', () => {
  it('are listed with the one in use marked, and others can be ended', async () => {
    const other = await enter(app, email, `10.3.0.${people}`)
    const list = await call(app, 'GET', '/profile/sessions', { token })
    expect(list.body.data).toHaveLength(2)
    expect(list.body.data.filter((one: any) => one.is_current)).toHaveLength(1)
    expect(Object.keys(list.body.data[0]).sort()).toEqual([
      'browser',
      'created_at',
      'expires_at',
      'id',
      'ip',
      'is_current',
      'last_used_at',
      'system',
      'user_agent',
    ])
    const ended = await call(app, 'DELETE', '/profile/sessions', { token })
    expect(ended.body.data).toEqual({ ended: 1 })
    expect(await door(other)).toBe(401)
    expect(await door()).toBe(200)
  })

  it("never show or end somebody else's", async () => {
    const stranger = `stranger${people}@example.com`
    await addUser(office, stranger, { role: 'Porter' })
    const theirs = await enter(app, stranger, `10.4.0.${people}`)
    const list = await call(app, 'GET', '/profile/sessions', { token })
    expect(list.body.data).toHaveLength(1)
    await call(app, 'DELETE', '/profile/sessions', { token })
    expect(await door(theirs)).toBe(200)
  })

  it('need a token', async () => {
    expect((await call(app, 'GET', '/profile/sessions')).status).toBe(401)
    expect((await call(app, 'DELETE', '/profile/sessions')).status).toBe(401)
  })
})

it('the time of last use is written at most once a minute and never stops a request', async () => {
  const times = async () => {
    const { rows } = await sql<any>`
      select last_used_at, last_active_at, u.version from sessions s join users u on u.id = user_id
      where user_id = ${id}`.execute(office.sql)
    return rows[0]
  }
  await sql`update sessions set last_used_at = now() - interval '2 minutes' where user_id = ${id}`.execute(
    office.sql,
  )
  await sql`update users set last_active_at = null where id = ${id}`.execute(office.sql)
  await accessChanged(office.sql)
  await door()
  await expect.poll(async () => (await times()).last_active_at).not.toBeNull()
  const written = await times()
  expect(Date.now() - Date.parse(written.last_used_at)).toBeLessThan(10_000)
  await accessChanged(office.sql)
  await door()
  await door()
  expect(await times()).toEqual(written)
  expect(written.version).toBe(1)
})
