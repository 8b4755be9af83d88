import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { accessChanged } from '../../../src/server/auth/access.ts'
import { addUser, call, enter, openOffice, password, type Office } from './office.ts'

let office: Office
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
  email = `admin${people}@example.com`
  id = await addUser(office, email, { role: 'Administrator' })
  token = await enter(office.app, email, `10.1.0.${people}`)
})

const put = (url: string, payload: unknown, as = token) =>
  call(office.app, 'PUT', url, { token: as, payload })

describe('GET /profile', () => {
  it('answers the same as the sign-in, without the token', async () => {
    const { status, body } = await call(office.app, 'GET', '/profile', { token })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id,
      email,
      is_sender: 0,
      permissions: [
        'door.open',
        'management.role.update',
        'management.user.update',
        'user.profile.update',
      ],
      settings: { locale: 'en', timezone: 'UTC', per_page: 25 },
    })
    expect(body.data).not.toHaveProperty('access_token')
    expect(body.data).not.toHaveProperty('password')
  })

  it('answers nobody without a token', async () => {
    expect((await call(office.app, 'GET', '/profile')).status).toBe(401)
  })
})

describe('PUT /profile', () => {
  const written = {
    name: 'Ann Lee',
    settings: { locale: 'de', timezone: 'Europe/Berlin', per_page: 50 },
  }

  it('changes the name and, under an address of their own, the settings, with an audit row each', async () => {
    const { name, settings } = written
    expect(await put('/profile', { name })).toMatchObject({ status: 200, body: { data: { name } } })
    const { status, body } = await put('/profile/settings', settings)
    expect(status).toBe(200)
    expect(body.data).toMatchObject(written)
    const { rows } = await sql<any>`
      select action, version, before, after from audit_log
      where record_id = ${id} and resource = 'users' order by id`.execute(office.sql)
    expect(rows.slice(-2)).toEqual([
      { action: 'update', version: 2, before: { name: 'Some Body' }, after: { name } },
      {
        action: 'update',
        version: 3,
        before: { locale: 'en', timezone: 'UTC', per_page: 25 },
        after: settings,
      },
    ])
  })

  it('L1: writes a time zone as the world spells it', async () => {
    const { body } = await put('/profile/settings', { timezone: 'eUrOpE/bErLiN' })
    expect(body.data.settings.timezone).toBe('Europe/Berlin')
  })

  it('changes name and settings together', async () => {
    const { status, body } = await put('/profile', { name: 'Bo Lind', per_page: 50 })
    expect([status, body.data.name, body.data.settings.per_page]).toEqual([200, 'Bo Lind', 50])
    const { rows } = await sql<any>`select version from users where id = ${id}`.execute(office.sql)
    expect(rows[0].version).toBe(2)
  })

  it('writes nothing when nothing differs', async () => {
    await put('/profile', { name: 'Some Body' })
    await put('/profile/settings', { locale: 'en' })
    const { rows } = await sql<any>`select version from users where id = ${id}`.execute(office.sql)
    expect(rows[0].version).toBe(1)
  })

  it('is refused without user.profile.update', async () => {
    await addUser(office, `porter${people}@example.com`, { role: 'Porter' })
    const porter = await enter(office.app, `porter${people}@example.com`, `10.2.0.${people}`)
    expect((await put('/profile', { name: 'Ann Lee' }, porter)).status).toBe(403)
    expect((await put('/profile/settings', { per_page: 50 }, porter)).status).toBe(403)
    const both = { locale: 'de', timezone: 'Europe/Berlin' }
    expect((await put('/profile/settings', both, porter)).status).toBe(403)
    // Everybody reads the console in their own language.
    expect((await put('/profile/settings', { locale: 'de' }, porter)).status).toBe(200)
  })

  it.each([
    ['an e-mail address', { name: 'Ann Lee', email: 'other@example.com' }, 'email'],
    ['permissions', { name: 'Ann Lee', permissions: ['*'] }, 'permissions'],
    ['the sender mark', { name: 'Ann Lee', is_sender: true }, 'is_sender'],
    ['roles', { name: 'Ann Lee', roles: [1] }, 'roles'],
    ['settings', { name: 'Ann Lee', settings: { locale: 'de' } }, 'settings'],
    ['a short name', { name: ' x ' }, 'name'],
    ['a name that is no text', { name: { $ne: '' } }, 'name'],
    ['a name with a setting that is none', { name: 'Ann Lee', timezone: 'Mars/Base' }, 'timezone'],
    ['an unknown setting', { columns: {} }, 'columns', '/profile/settings'],
    ['no language', { locale: '../../etc' }, 'locale', '/profile/settings'],
    ['no time zone', { timezone: 'Mars/Base' }, 'timezone', '/profile/settings'],
    ['L1: an offset for a time zone', { timezone: '+02:00' }, 'timezone', '/profile/settings'],
    ['a page size of a million', { per_page: 1_000_000 }, 'per_page', '/profile/settings'],
    ['a page size in words', { per_page: '25' }, 'per_page', '/profile/settings'],
  ])('refuses %s', async (_, payload, field, path = '/profile') => {
    const { status, body } = await put(path, payload)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
    const { rows } =
      await sql<any>`select version, email, is_sender from users where id = ${id}`.execute(
        office.sql,
      )
    expect(rows[0]).toEqual({ version: 1, email, is_sender: false })
  })
})

describe('PUT /profile/password', () => {
  const good = { current_password: password, new_password: 'quiet-Lantern-37-meadow' }

  it('changes the password and ends every other session, not this one', async () => {
    const other = await enter(office.app, email, `10.2.0.${people}`)
    await sql`update users set must_change_password = true where id = ${id}`.execute(office.sql)
    expect((await put('/profile/password', good)).status).toBe(200)
    expect((await call(office.app, 'GET', '/profile', { token: other })).status).toBe(401)
    const profile = await call(office.app, 'GET', '/profile', { token })
    expect(profile).toMatchObject({ status: 200, body: { data: { must_change_password: false } } })
    const signIn = (word: string) =>
      call(office.app, 'POST', '/login', {
        ip: `10.3.0.${people}`,
        payload: { email, password: word },
      })
    expect((await signIn(password)).status).toBe(422)
    expect((await signIn(good.new_password)).status).toBe(200)
  })

  it.each([
    ['a wrong current password', { ...good, current_password: 'wrong' }, 'current_password'],
    ['a short one', { ...good, new_password: 'Kettle-9-ab' }, 'new_password'],
    ['the old one', { ...good, new_password: password }, 'new_password'],
    ['a common one', { ...good, new_password: 'Password1234!' }, 'new_password'],
    ['one made of the address', { ...good, new_password: 'somebody-example-1' }, 'new_password'],
    ['none', { current_password: password }, 'new_password'],
    ['a list', { ...good, new_password: [good.new_password] }, 'new_password'],
    ["somebody else's id", { ...good, id: 1 }, 'id'],
  ])('refuses %s', async (_, payload, field) => {
    const { status, body } = await put('/profile/password', payload)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
    await enter(office.app, email, `10.4.0.${people}`)
  })

  it('lets nobody with a stolen token guess the current one', async () => {
    const wrong = { ...good, current_password: 'wrong' }
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await put('/profile/password', wrong)).status).toBe(422)
    }
    const { status, body } = await put('/profile/password', good)
    expect(status).toBe(429)
    expect(body.errors.current_password).toHaveLength(1)
  })

  it('of two changes at once one is made', async () => {
    const answers = await Promise.all([
      put('/profile/password', { ...good, new_password: 'first-Marble-18-oak' }),
      put('/profile/password', { ...good, new_password: 'second-Marble-18-oak' }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('needs a token', async () => {
    expect((await call(office.app, 'PUT', '/profile/password', { payload: good })).status).toBe(401)
  })
})

describe('POST /profile/confirm', () => {
  const post = (word: string) =>
    call(office.app, 'POST', '/profile/confirm', { token, payload: { password: word } })
  const vault = () => call(office.app, 'GET', '/vault', { token })
  const later = async (minutes = 16) => {
    await office.sql.transaction().execute(async (transaction) => {
      await sql`
        update sessions set confirmed_at = now() - make_interval(mins => ${minutes}) where user_id = ${id}
      `.execute(transaction)
      await accessChanged(transaction)
    })
  }

  it('M4: opens what wants the password again a quarter of an hour after it was entered', async () => {
    expect((await vault()).status).toBe(200)
    await later()
    expect(await vault()).toMatchObject({
      status: 403,
      body: { message: 'Enter your password again.', code: 'confirm_password' },
    })
    expect((await call(office.app, 'GET', '/door', { token })).status).toBe(200)
    expect(await post('wrong')).toMatchObject({
      status: 422,
      body: { errors: { password: ['This is not your password'] } },
    })
    expect((await vault()).status).toBe(403)
    expect((await post(password)).status).toBe(200)
    expect((await vault()).status).toBe(200)
    const { rows } = await sql<any>`
      select action from audit_log where user_id = ${id} and action like 'confirm%' order by id
    `.execute(office.sql)
    expect(rows.map(({ action }) => action)).toEqual(['confirm_failed', 'confirm'])
  })

  it('M4: is asked for also when the clock was put back since', async () => {
    expect((await vault()).status).toBe(200)
    await later(-60)
    expect((await vault()).status).toBe(403)
  })

  it('M4: opens one session and no other', async () => {
    const other = await enter(office.app, email, `10.5.0.${people}`)
    await later()
    await post(password)
    expect((await vault()).status).toBe(200)
    expect((await call(office.app, 'GET', '/vault', { token: other })).status).toBe(403)
  })

  it('M4: shares its five tries with the change of the password', async () => {
    for (let tries = 0; tries < 3; tries += 1) expect((await post('wrong')).status).toBe(422)
    const change = { current_password: 'wrong', new_password: 'quiet-Lantern-37-meadow' }
    for (let tries = 0; tries < 2; tries += 1) {
      expect((await put('/profile/password', change)).status).toBe(422)
    }
    expect((await post(password)).status).toBe(429)
  })
})
