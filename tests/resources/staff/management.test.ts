import { readFile } from 'node:fs/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { permissions as declared } from '../../../resources/permissions.ts'
import { syncAccess } from '../../../src/server/auth/access.ts'
import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import { client, type Client } from '../../fixtures/server.ts'

let server: TestConsole
let admin: Client
const roles: Record<string, number> = {}
const permissions: Record<string, number> = {}

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  for (const { id, name } of (await admin.get('/management/role/all')).body.data) roles[name] = id
  for (const { id, name } of (await admin.get('/management/permission/all')).body.data) {
    permissions[name] = id
  }
}, 60_000)
afterAll(() => server.close())

interface Named {
  id: number
  name: string
  granted?: boolean
}

const managing = [
  'management.user.view',
  'management.user.create',
  'management.user.update',
  'management.user.delete',
]

let count = 0
function person(more: object = {}) {
  count += 1
  return {
    name: `Grace Hopper ${'I'.repeat(count)}`,
    email: `grace${count}@example.com`,
    password: 'a long and quiet evening',
    roles: [roles['Analyst']],
    ...more,
  }
}

async function added(more: object = {}): Promise<{ id: number; email: string }> {
  const values = person(more)
  return { id: await admin.make('/management/user', values), email: values.email }
}

const signIn = (email: string, password = 'a long and quiet evening') =>
  server.anonymous.post('/login', { email, password })

/** Signs in for the first time and chooses a password. Returns somebody who can work. */
async function begin(email: string): Promise<Client> {
  const { id, access_token } = (await signIn(email)).body.data
  const person = client(server.app, id, access_token)
  const chosen = {
    current_password: 'a long and quiet evening',
    new_password: 'a password of my own',
  }
  expect((await person.put('/profile/password', chosen)).status).toBe(200)
  return person
}

describe('a new user', () => {
  test('signs in with what the roles give, and nobody sees the password again', async () => {
    const { id, email } = await added()
    const { data } = (await signIn(email)).body
    expect(data.permissions).toEqual(expect.arrayContaining(['lead.export', 'dashboard.view']))
    expect(data.permissions).not.toContain('lead.update')
    const shown = (await admin.get(`/management/user/${id}`)).body.data
    expect(shown).not.toHaveProperty('password')
    expect(JSON.stringify(shown)).not.toContain('argon2')
  })

  test.each([
    ['without a role', { roles: [] }, 'roles'],
    ['with a short password', { password: 'short' }, 'password'],
    ['with a password everybody knows', { password: 'password1234' }, 'password'],
    ['with its own name as password', { password: 'gracehopper2026' }, 'password'],
    ['with a time zone that is none', { timezone: 'Mars' }, 'timezone'],
    ['with an address that is taken', { email: 'taken@example.com' }, 'email'],
  ])('%s is refused', async (_name, more, field) => {
    if (field === 'email') await added(more)
    const { status, body } = await admin.post('/management/user', person(more))
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })
})

test('L11: a password that somebody else has set is changed before anything else is open', async () => {
  const { id, email } = await added()
  const path = `/management/user/${id}`
  const person = await begin(email)
  expect((await person.get('/lead/search')).status).toBe(200)
  expect((await admin.put(path, { password: 'set by somebody else' })).status).toBe(200)
  const { data } = (await signIn(email, 'set by somebody else')).body
  expect(data.must_change_password).toBe(true)
  const again = client(server.app, id, data.access_token)
  expect((await again.get('/lead/search')).status).toBe(403)
  const off = await admin.put(path, { must_change_password: false })
  expect([off.status, Object.keys(off.body.errors)]).toEqual([422, ['must_change_password']])
  expect(data.notifications[0].data.event).toBe('password_changed')
})

test('M4: an own password or address is changed with the current password only', async () => {
  const { id, email } = await added({ roles: [roles['Administrator']] })
  const person = await begin(email)
  for (const change of [{ password: 'a password of a thief' }, { email: 'thief@example.com' }]) {
    const { status, body } = await person.put(`/management/user/${id}`, change)
    expect([status, Object.keys(body.errors)]).toEqual([422, Object.keys(change)])
  }
  const wanted = (current_password: string, email: string) =>
    person.put('/profile/email', { email, current_password })
  const right = 'a password of my own'
  expect((await wanted('wrong', 'new@example.com')).body.errors).toHaveProperty('current_password')
  const taken = (await added()).email
  expect((await wanted(right, taken)).body.errors).toHaveProperty('email')
  expect(await wanted(right, 'Mine@Example.com')).toMatchObject({
    status: 200,
    body: { data: { email: 'mine@example.com' } },
  })
  const { data } = (await signIn('mine@example.com', right)).body
  expect(data.notifications[0].data.event).toBe('email_changed')
  const analyst = await server.as('Analyst')
  const may = await analyst.put('/profile/email', { email: 'a@example.com', current_password: 'x' })
  expect(may.status).toBe(403)
  await admin.delete(`/management/user/${id}`)
})

describe('L17: a name that reads like', () => {
  test.each([
    ['that of another', 'Alma Reyes'],
    ['it in capitals', 'ALMA  REYES'],
    ['it in Cyrillic letters', 'Аlmа Rеyеs'],
    ['it with accents', 'Álma Reyés'],
    ['it in wide letters', 'Ａｌｍａ Reyes'],
    ['the console itself', 'system'],
    ['the product', 'L e a d g a t e'],
  ])('%s is refused in every form', async (_what, name) => {
    if (!isTaken) await added({ name: 'Alma Reyes' })
    isTaken = true
    const made = await admin.post('/management/user', person({ name }))
    expect([made.status, Object.keys(made.body.errors)]).toEqual([422, ['name']])
    const own = await admin.put('/profile', { name })
    expect([own.status, Object.keys(own.body.errors)]).toEqual([422, ['name']])
  })
  let isTaken = false

  test('nobody is one of one’s own, and one that a deleted user had is free', async () => {
    const { id } = await added({ name: 'Only Once' })
    expect((await admin.put(`/management/user/${id}`, { name: 'Only  once' })).status).toBe(200)
    const { version } = (await admin.delete(`/management/user/${id}`)).body.data
    await added({ name: 'Only Once' })
    const back = await admin.post(`/management/user/${id}/restore`, { version })
    expect([back.status, Object.keys(back.body.errors)]).toEqual([422, ['name']])
  })
})

describe('nobody gives more than they hold', () => {
  test('by a role of a new user', async () => {
    const limited = await server.user([...managing, 'lead.view'])
    const { status, body } = await limited.post('/management/user', person())
    expect(status).toBe(403)
    expect(body.message).toMatch(/^You cannot give the permission/)
  })

  test('by a role of an old user, their own account included', async () => {
    const limited = await server.user(managing)
    const { id } = await added({ roles: [roles['Sender']] })
    const give = { roles: [roles['Sender'], roles['Administrator']] }
    expect((await limited.put(`/management/user/${id}`, give)).status).toBe(403)
    expect((await limited.put(`/management/user/${limited.id}`, give)).status).toBe(403)
  })

  test('by taking over the account of somebody who may do more', async () => {
    const limited = await server.user(managing)
    const { id } = await added()
    const path = `/management/user/${id}`
    expect((await limited.put(path, { password: 'my own new password' })).status).toBe(403)
    expect((await limited.put(path, { email: 'mine@example.com' })).status).toBe(403)
    expect((await limited.delete(path)).status).toBe(403)
  })

  test('by a permission of a role', async () => {
    const keeper = await server.user([
      'management.role.view',
      'management.role.create',
      'management.role.update',
      'management.role_has_permissions.view',
      'management.role_has_permissions.update',
      'lead.view',
    ])
    const own = await keeper.post('/management/role', {
      name: 'Readers',
      permissions: [permissions['lead.view']],
    })
    expect(own.status).toBe(201)
    const more = { name: 'More', permissions: [permissions['lead.delete']] }
    expect((await keeper.post('/management/role', more)).status).toBe(403)
    const path = `/management/role/${own.body.data.id}/permissions`
    expect((await keeper.put(path, { permissions: [permissions['lead.delete']] })).status).toBe(403)
    const taken = await keeper.put(`/management/role/${roles['Manager']}/permissions`, {
      permissions: [],
    })
    expect(taken.status).toBe(403)
  })
})

describe('the console keeps an administrator', () => {
  test('who deletes or deactivates neither himself nor the last one', async () => {
    expect((await admin.delete(`/management/user/${admin.id}`)).status).toBe(409)
    const off = await admin.put(`/management/user/${admin.id}`, { is_active: false })
    expect([off.status, Object.keys(off.body.errors)]).toEqual([422, ['is_active']])
  })

  test('the list of roles counts the permissions that the form shows', async () => {
    const { data } = (await admin.get('/management/role/search?per_page=50')).body
    for (const { id, permission_count } of data) {
      const shown = (await admin.get(`/management/role/${id}/permissions`)).body.data
      expect(permission_count).toBe(shown.filter((one: { granted: boolean }) => one.granted).length)
    }
    expect(data.some((one: { is_full: boolean }) => one.is_full)).toBe(true)
  })

  test('the list of roles counts who has each, but those that are deleted', async () => {
    const countOf = async (name: string) => {
      const { data } = (await admin.get('/management/role/search?per_page=50')).body
      return data.find((one: { name: string }) => one.name === name).user_count
    }
    const before = await countOf('Analyst')
    const { body } = await admin.post('/management/user', {
      name: 'Counted',
      email: 'counted@example.com',
      password: 'long enough to be kept',
      roles: [roles['Analyst']],
    })
    expect(await countOf('Analyst')).toBe(before + 1)
    await admin.delete(`/management/user/${body.data.id}`)
    expect(await countOf('Analyst')).toBe(before)
  })

  test('M1: whose role keeps every permission, and stays while it is the only one', async () => {
    const full = roles['Administrator']
    const path = `/management/role/${full}/permissions`
    const less = await admin.put(path, { permissions: [permissions['lead.view']] })
    expect(less).toMatchObject({
      status: 422,
      body: { errors: { permissions: [expect.stringContaining('holds every permission')] } },
    })
    const { data } = (await admin.get(`/management/role/${full}`)).body
    expect([data.is_full, data.permissions.length]).toEqual([true, declared.length])
    const set = await admin.put(`/management/role/${roles['Analyst']}`, { is_full: true })
    expect([set.status, Object.keys(set.body.errors)]).toEqual([422, ['is_full']])
  })

  test('M1: whom nobody can switch off or delete while no other is active', async () => {
    const { id } = await added({ roles: [roles['Administrator']] })
    const other = await server.as('Administrator')
    const database = server.backend.database.sql
    await sql`
      update roles set is_full = false
      where id in (select target_id from users_roles where record_id = ${other.id})
    `.execute(database)
    const path = `/management/user/${id}`
    const refused = { status: 409, body: { message: 'One active administrator must remain.' } }
    // No route lets the administrator of these tests go for a while.
    await sql`update users set is_active = false where id = ${admin.id}`.execute(database)
    try {
      expect(await other.put(path, { is_active: false })).toMatchObject(refused)
      expect(await other.post(`${path}/deactivate`)).toMatchObject(refused)
      expect(await other.delete(path)).toMatchObject(refused)
    } finally {
      await sql`update users set is_active = true where id = ${admin.id}`.execute(database)
    }
    expect((await admin.put(path, { roles: [roles['Analyst']] })).status).toBe(200)
  })

  test('M2: whoever may change roles renames none that may do more', async () => {
    const helper = await server.user(['management.role.view', 'management.role.update'])
    const renamed = await helper.put(`/management/role/${roles['Administrator']}`, { name: 'Old' })
    expect(renamed).toMatchObject({
      status: 403,
      body: { message: 'This role holds permissions that you do not hold.' },
    })
    expect(
      (await admin.put(`/management/role/${roles['Analyst']}`, { name: 'Counter' })).status,
    ).toBe(200)
    expect(
      (await admin.put(`/management/role/${roles['Analyst']}`, { name: 'Analyst' })).status,
    ).toBe(200)
  })

  test('M2: a new permission reaches full roles at once, whose holders give it on', async () => {
    const { body } = await admin.post('/management/permission', { name: 'partner.door.open' })
    expect((await admin.get('/profile')).body.data.permissions).toContain('partner.door.open')
    const doors = await admin.make('/management/role', {
      name: 'Doors',
      permissions: [body.data.id],
    })
    expect((await admin.delete(`/management/role/${doors}`)).status).toBe(200)
    expect((await admin.delete(`/management/permission/${body.data.id}`)).status).toBe(200)
  })
})

test('M2: an older console knows its full roles by what they hold, not by their names', async () => {
  const file = await readFile('resources/migrations/0003_full_roles.sql', 'utf8')
  const fulls = await server.backend.database.sql.transaction().execute(async (transaction) => {
    await sql`update roles set is_full = false`.execute(transaction)
    await sql`update roles set name = 'Old' where id = ${roles['Administrator']}`.execute(
      transaction,
    )
    await sql`insert into permissions (name) values ('given.to.nobody')`.execute(transaction)
    await sql.raw(file.slice(file.indexOf('update roles'))).execute(transaction)
    const { rows } = await sql<{ name: string }>`
      select name from roles where is_full and name not like 'User %'`.execute(transaction)
    await sql`
      update roles set is_full = true
      where id in (select target_id from users_roles where record_id = ${admin.id})
    `.execute(transaction)
    await sql`update roles set name = 'Administrator' where name = 'Old'`.execute(transaction)
    await sql`delete from permissions where name = 'given.to.nobody'`.execute(transaction)
    return rows.map(({ name }) => name)
  })
  expect(fulls).toEqual(['Old'])
})

describe('D2: the language and the time zone of a person', () => {
  const added = async (more: object = {}) => {
    const { body } = await admin.post('/management/user', person(more))
    return { ...body.data, ...body.errors }
  }

  test('begin as the default locale and as those of who adds them', async () => {
    await admin.put('/profile/settings', { timezone: 'Europe/Berlin' })
    expect(await added()).toMatchObject({ locale: 'en', timezone: 'Europe/Berlin' })
    const [arabic, english] = await Promise.all(
      ['ar', 'en'].map(
        async (code) => (await admin.get(`/settings/locale/search?code=${code}`)).body.data[0],
      ),
    )
    const makeDefault = ({ id }: { id: number }) =>
      admin.put(`/settings/locale/${id}`, { is_default: true })
    expect((await makeDefault(arabic)).status).toBe(200)
    const begins = { locale: 'ar', timezone: 'Europe/Berlin' }
    expect((await admin.get('/management/user/defaults')).body.data).toEqual(begins)
    expect(await added()).toMatchObject(begins)
    await makeDefault(english)
    await admin.put('/profile/settings', { timezone: 'UTC' })
  })

  test('are some that there are, or those that they have', async () => {
    expect(await added({ timezone: 'asia/TOKYO', locale: 'ar' })).toMatchObject({
      timezone: 'Asia/Tokyo',
      locale: 'ar',
    })
    expect(await added({ timezone: 'Mars/Base' })).toEqual({ timezone: ['Choose a time zone'] })
    expect(await added({ locale: 'tlh' })).toEqual({ locale: ['Choose a language'] })
    const { id, version } = await added()
    const path = `/management/user/${id}`
    expect((await admin.put(path, { locale: 'tlh' })).body.errors).toEqual({
      locale: ['Choose a language'],
    })
    await sql`update users set locale = 'tlh' where id = ${id}`.execute(server.backend.database.sql)
    const kept = await admin.put(path, { locale: 'tlh', per_page: 50, version })
    expect(kept).toMatchObject({ status: 200, body: { data: { locale: 'tlh', per_page: 50 } } })
  })
})

describe('M3: what is one’s own', () => {
  test.each([
    ['roles', { roles: [] as number[] }, 'Ask another administrator to change your roles.'],
    [
      'mark of a sender',
      { is_sender: true },
      'Ask another administrator to change whether you may send.',
    ],
  ])('%s is for somebody else to change', async (_what, changes, message) => {
    const path = `/management/user/${admin.id}`
    const roleIds = [roles['Analyst'], roles['Administrator']]
    const body = 'roles' in changes ? { roles: roleIds } : changes
    expect(await admin.put(path, body)).toMatchObject({ status: 403, body: { message } })
    const bulk = await admin.post('/management/user/bulk/update', { ids: [admin.id], values: body })
    expect(bulk.body.data.failures).toMatchObject([{ code: 'permission', reason: message }])
  })

  test('who is restricted makes no account that is not', async () => {
    const held = [...managing, 'lead.view', 'hide.non_privileged']
    const hidden = await server.user(held)
    const role = async (name: string, ...names: string[]) =>
      admin.make('/management/role', { name, permissions: names.map((one) => permissions[one]) })
    const free = await role('Free', 'lead.view')
    const tied = await role('Tied', 'lead.view', 'hide.non_privileged')
    expect((await hidden.post('/management/user', person({ roles: [free] }))).status).toBe(403)
    const made = await hidden.post('/management/user', person({ roles: [tied] }))
    expect(made.status).toBe(201)
    const path = `/management/user/${made.body.data.id}`
    expect((await hidden.put(path, { roles: [free] })).status).toBe(403)
    expect((await admin.put(path, { roles: [free] })).status).toBe(200)
  })
})

describe('an account', () => {
  test('that is switched off, or gets a new password, is signed out everywhere', async () => {
    const { id, email } = await added()
    const token = (await signIn(email)).body.data.access_token
    const profile = () =>
      server.app.inject({
        method: 'GET',
        url: '/api/profile',
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await profile()).statusCode).toBe(200)
    expect(
      (await admin.put(`/management/user/${id}`, { password: 'another quiet evening' })).status,
    ).toBe(200)
    expect((await profile()).statusCode).toBe(401)
    expect((await signIn(email)).status).toBe(422)
    expect((await signIn(email, 'another quiet evening')).status).toBe(200)
    await admin.put(`/management/user/${id}`, { is_active: false })
    expect((await signIn(email, 'another quiet evening')).status).toBe(422)
  })

  test('11.17 gets a new password at an address of its own, from those who may change it and have it', async () => {
    const { id, email } = await added()
    const own = await begin(email)
    const path = `/management/user/${id}/password`
    const wanted = { password: 'another quiet evening' }
    const viewer = await server.user(['management.user.view'])
    expect((await viewer.post(path, wanted)).status).toBe(403)
    // Less than the account may do itself.
    const editor = await server.user(['management.user.view', 'management.user.update'])
    expect((await editor.post(path, wanted)).status).toBe(403)
    expect(Object.keys((await admin.post(path, { password: 'grace' })).body.errors)).toEqual([
      'password',
    ])
    expect(Object.keys((await admin.post(path, { password: 'password1234' })).body.errors)).toEqual(
      ['password'],
    )
    expect((await own.get('/profile')).status).toBe(200)
    expect(await admin.post(path, wanted)).toMatchObject({ status: 200, body: { data: { id } } })
    expect((await own.get('/profile')).status).toBe(401)
    const { data } = (await signIn(email, wanted.password)).body
    expect(data).toMatchObject({ must_change_password: true })
    expect(data.notifications[0].data.event).toBe('password_changed')
    const mine = await admin.post(`/management/user/${admin.id}/password`, wanted)
    expect(mine).toMatchObject({
      status: 409,
      body: { message: 'Change it in your profile, with your current password' },
    })
    const log = JSON.stringify((await admin.get('/audit/search?action=reset_password')).body.data)
    expect(log).toContain(`"record":${id},`)
    expect(log).not.toMatch(/quiet evening|argon2/)
  })

  test('11.17: whoever may end the sign-ins of a person sees them on their page, and ends one', async () => {
    const { id, email } = await added()
    const one = await begin(email)
    const { access_token } = (await signIn(email, 'a password of my own')).body.data
    const other = client(server.app, id, access_token)
    const path = `/management/user/${id}/sessions`
    const viewer = await server.user(['management.user.view'])
    expect((await viewer.get(path)).status).toBe(403)
    const seen = (await admin.get(path)).body.data
    expect(seen).toHaveLength(2)
    expect(JSON.stringify(seen)).not.toContain('token')
    expect((await viewer.post(`/management/session/${seen[0].id}/end`)).status).toBe(403)
    expect((await admin.post(`/management/session/${seen[0].id}/end`)).status).toBe(200)
    const left = [one, other].map(async (who) => (await who.get('/profile')).status)
    expect((await Promise.all(left)).toSorted()).toEqual([200, 401])
    expect((await admin.get(path)).body.data).toHaveLength(1)
    const own = (await admin.get(`/management/user/${admin.id}/sessions`)).body.data
    expect((await admin.post(`/management/session/${own[0].id}/end`)).status).toBe(409)
  })

  test('11.17 is signed out everywhere by those who may change it, not by others, and stays', async () => {
    const { id, email } = await added()
    const own = await begin(email)
    expect((await own.get('/profile')).status).toBe(200)
    const path = `/management/user/${id}/sessions/end`
    const viewer = await server.user(['management.user.view'])
    expect((await viewer.post(path)).status).toBe(403)
    const editor = await server.user(['management.user.view', 'management.user.update'])
    expect((await editor.post(path)).status).toBe(403)
    expect((await own.get('/profile')).status).toBe(200)
    expect((await admin.post(path)).status).toBe(200)
    expect((await own.get('/profile')).status).toBe(401)
    const mine = await admin.post(`/management/user/${admin.id}/sessions/end`)
    const refusal = 'End your own sign-ins in your profile.'
    expect(mine).toMatchObject({ status: 409, body: { message: refusal } })
    expect((await admin.get('/profile')).status).toBe(200)
    const log = await admin.get(`/audit/search?action=end_sessions`)
    expect(log.body.data).toMatchObject([{ user: admin.id }])
    const many = await admin.post('/management/user/bulk/end_sessions', { ids: [admin.id, id] })
    expect(many.body.data).toMatchObject({ done: 1, skipped: 1 })
    expect(JSON.stringify(many.body)).toContain(refusal)
  })

  test('11.17 is shut out and let in again by those who may change it, and have what it has', async () => {
    const { id, email } = await added()
    const { name } = (await admin.get(`/management/user/${id}`)).body.data
    const own = await begin(email)
    const path = `/management/user/${id}`
    const viewer = await server.user(['management.user.view'])
    expect((await viewer.post(`${path}/deactivate`)).status).toBe(403)
    const editor = await server.user(['management.user.view', 'management.user.update'])
    expect((await editor.post(`${path}/deactivate`)).status).toBe(403)
    expect((await admin.post(`${path}/activate`)).status).toBe(409)
    expect((await own.get('/profile')).status).toBe(200)
    expect((await admin.post(`${path}/deactivate`)).status).toBe(200)
    expect((await own.get('/profile')).status).toBe(401)
    expect((await signIn(email, 'a password of my own')).status).toBe(422)
    // Two people of one name would be one in every list.
    const namesake = await added({ name })
    expect((await editor.post(`${path}/activate`)).status).toBe(403)
    expect((await admin.post(`${path}/activate`)).body.errors).toHaveProperty('name')
    await admin.delete(`/management/user/${namesake.id}`)
    expect((await admin.post(`${path}/activate`)).status).toBe(200)
    expect((await signIn(email, 'a password of my own')).status).toBe(200)
    expect((await admin.post(`/management/user/${admin.id}/deactivate`)).status).toBe(409)
    expect((await admin.get('/profile')).status).toBe(200)
  })

  test('that is deleted is gone, and its address is free', async () => {
    const { id, email } = await added()
    expect((await admin.delete(`/management/user/${id}`)).status).toBe(200)
    expect((await signIn(email)).status).toBe(422)
    expect((await admin.post('/management/user', person({ email }))).status).toBe(201)
  })
})

describe('a role', () => {
  test('shows every permission with its place, and those it has', async () => {
    const { body } = await admin.get(`/management/role/${roles['Analyst']}/permissions`)
    expect(body.data).toHaveLength(Object.keys(permissions).length)
    expect(body.data).toContainEqual({
      id: permissions['lead.export'],
      name: 'lead.export',
      group: 'Leads',
      description: 'Export leads, contacts masked',
      granted: true,
    })
    expect(body.data).toContainEqual(
      expect.objectContaining({ name: 'lead.delete', granted: false }),
    )
    const blind = await server.user(['management.role.view'])
    expect((await blind.get(`/management/role/${roles['Analyst']}/permissions`)).status).toBe(403)
    expect((await blind.get(`/management/role/${roles['Analyst']}`)).body.data).not.toHaveProperty(
      'permissions',
    )
  })

  test('section 6: is offered nothing that guards nothing yet, and keeps what it has of that', async () => {
    const planned = declared.filter((one) => one.planned).map(({ name }) => name)
    const held = async () => {
      const { rows } = await sql<{ name: string }>`
        select p.name from roles_permissions rp join permissions p on p.id = rp.target_id
        where rp.record_id = ${roles['Sender']} order by p.name`.execute(
        server.backend.database.sql,
      )
      return rows.map(({ name }) => name)
    }
    const before = await held()
    expect(before).toContain('lead.send')
    const path = `/management/role/${roles['Sender']}/permissions`
    const offered = (await admin.get(path)).body.data as {
      id: number
      name: string
      granted: boolean
    }[]
    expect(offered.filter(({ name }) => planned.includes(name))).toEqual([])
    expect(Object.keys(permissions).filter((name) => planned.includes(name))).toEqual([])
    const rest = offered.filter((one) => one.granted && one.name !== 'lead.view')
    const saved = await admin.put(path, { permissions: rest.map((one) => one.id) })
    expect([saved.status, saved.body.errors]).toEqual([200, undefined])
    expect(await held()).toEqual(before.filter((name) => name !== 'lead.view'))
  })

  test('B6: keeps what a release declares no more, shows it, and has it still when that release comes back', async () => {
    const { backend } = server
    const name = 'lead.print'
    const printing = { name, group: 'Leads', description: 'Print leads' }
    const start = (listed: typeof declared) =>
      syncAccess({ ...backend, business: { ...backend.business, permissions: listed } })
    await start([...declared, printing])
    const ofRelease = (await admin.get('/management/permission/all')).body.data as Named[]
    const print = ofRelease.find((one) => one.name === name)?.id
    const held = [permissions['lead.view'], print]
    const role = await admin.make('/management/role', { name: 'Printing', permissions: held })
    const path = `/management/role/${role}/permissions`
    const printingOf = async () => {
      const { body } = await admin.get(path)
      return body.data.find((one: Named) => one.name === name)
    }

    await start([...declared])
    // It guards nothing: a rule that reads what is not declared stops the start (mistakes.test.ts).
    expect(await printingOf()).toMatchObject({ group: 'Leads', granted: true })
    const renamed = await admin.put(path, { permissions: [...held, permissions['broker.view']] })
    expect(renamed.status).toBe(200)

    await start([...declared, printing])
    expect(await printingOf()).toMatchObject({ id: print, granted: true })
    const ofOthers = (await admin.get(`/management/role/${roles['Analyst']}/permissions`)).body.data
    expect(ofOthers.find((one: Named) => one.name === name).granted).toBe(false)
  })

  test('gives and takes at once what is changed in it', async () => {
    const role = await admin.post('/management/role', {
      name: 'Looking',
      permissions: [permissions['lead.view']],
    })
    const { email } = await added({ roles: [role.body.data.id] })
    const person = await begin(email)
    expect((await person.get('/lead/search')).status).toBe(200)
    const path = `/management/role/${role.body.data.id}/permissions`
    await admin.put(path, { permissions: [permissions['broker.view']] })
    expect((await person.get('/lead/search')).status).toBe(403)
    expect((await person.get('/broker/search')).status).toBe(200)
    expect((await admin.delete(`/management/role/${role.body.data.id}`)).status).toBe(409)
  })

  test('that nobody has can be deleted, and its name is its own', async () => {
    const { body } = await admin.post('/management/role', { name: 'Short-lived' })
    expect((await admin.post('/management/role', { name: 'Short-lived' })).status).toBe(422)
    expect((await admin.delete(`/management/role/${body.data.id}`)).status).toBe(200)
  })
})

describe('a permission', () => {
  test('of the release keeps its name and stays; its description may change', async () => {
    const path = `/management/permission/${permissions['lead.view']}`
    const renamed = await admin.put(path, { name: 'lead.see' })
    expect([renamed.status, Object.keys(renamed.body.errors)]).toEqual([422, ['name']])
    expect((await admin.put(path, { description: 'Look at leads' })).status).toBe(200)
    expect((await admin.delete(path)).status).toBe(409)
  })

  test('11.17 names the roles that have it, to those who may look into roles', async () => {
    const path = '/management/permission/search?search=lead.erase'
    const [row] = (await admin.get(path)).body.data
    expect(row.roles).toContain('Administrator, Privacy officer')
    const reader = await server.user(['management.permission.view'])
    expect((await reader.get(path)).body.data[0]).not.toHaveProperty('roles')
  })

  test('of one’s own can be made, renamed and deleted', async () => {
    const bad = await admin.post('/management/permission', { name: 'Lead view' })
    expect([bad.status, Object.keys(bad.body.errors)]).toEqual([422, ['name']])
    const { body } = await admin.post('/management/permission', { name: 'partner.portal.view' })
    const path = `/management/permission/${body.data.id}`
    expect((await admin.put(path, { name: 'partner.portal.open' })).status).toBe(200)
    expect((await admin.delete(path)).status).toBe(200)
  })
})
