import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { User } from '#schema'

import { syncAccess } from '../../../src/server/auth/access.ts'
import {
  grantable,
  grantableRoles,
  keepHolders,
  checkRank,
  checkRestrictions,
  checkRoleRank,
  type Loss,
} from '../../../src/server/auth/guards.ts'
import { addUser, officeBackend, openOffice, permissions, type Office } from './office.ts'

let office: Office

beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())
beforeEach(() => office.reset())

async function granted(): Promise<Record<string, string[]>> {
  const { rows } = await sql<any>`
    select r.name, array(
      select p.name from roles_permissions rp join permissions p on p.id = rp.target_id
      where rp.record_id = r.id order by 1
    ) as permissions from roles r`.execute(office.sql)
  return Object.fromEntries(rows.map((row) => [row.name, row.permissions]))
}

const everything = permissions.map(({ name }) => name).sort()
const declared = (names: string[]) =>
  names.map((name) => ({ name, group: 'Test', description: 'd' }))
const start = (business = {}) => syncAccess(officeBackend(office.backend.database, business))

describe('a start', () => {
  it('on an empty database makes permissions and seed roles', async () => {
    expect(await granted()).toEqual({
      Administrator: everything,
      Porter: ['door.open'],
      Visitor: [],
    })
  })

  it('changes no role the second time but those that hold everything', async () => {
    await sql`delete from roles_permissions where target_id = (select id from permissions where name = 'door.open')`.execute(
      office.sql,
    )
    await sql`delete from roles where name = 'Visitor'`.execute(office.sql)
    await start()
    expect(await granted()).toEqual({ Administrator: everything, Porter: [] })
  })

  it('M2: gives a new permission to full roles, whatever they are called, and to no other', async () => {
    await sql`update roles set name = 'Chefs' where name = 'Administrator'`.execute(office.sql)
    await sql`update roles set name = 'Administrator' where name = 'Porter'`.execute(office.sql)
    await start({ permissions: [...permissions, ...declared(['door.close'])] })
    expect(await granted()).toMatchObject({
      Administrator: ['door.open'],
      Chefs: [...everything, 'door.close'].sort(),
    })
  })

  it('gives a permission that is new to the roles that hold everything, and to no other', async () => {
    await start({ permissions: [...permissions, ...declared(['door.close'])] })
    expect(await granted()).toEqual({
      Administrator: [...everything, 'door.close'].sort(),
      Porter: ['door.open'],
      Visitor: [],
    })
  })

  it('keeps permissions that are no longer declared', async () => {
    await start({ permissions: permissions.slice(0, 1), roles: [] })
    expect((await granted())['Administrator']).toEqual(everything)
  })

  it('side by side with another adds everything once', async () => {
    const more = { permissions: [...permissions, ...declared(['door.close', 'door.lock'])] }
    await Promise.all([start(more), start(more), start(more)])
    const { rows } = await sql<any>`
      select name from permissions where name like 'door.%' order by 1`.execute(office.sql)
    expect(rows.map(({ name }) => name)).toEqual(['door.close', 'door.lock', 'door.open'])
  })
})

const user = (id: number, names: string[]): User => ({
  id,
  name: 'Ann',
  email: 'ann@example.com',
  permissions: new Set(names),
})

const roleId = async (name: string) => {
  const { rows } = await sql<any>`select id from roles where name = ${name}`.execute(office.sql)
  return rows[0].id as number
}

describe('nobody gives what they do not hold', () => {
  const restricted = {
    name: 'hide.cellar',
    group: 'Test',
    description: '',
    restricts: true,
  } as const
  const as = (id: number, names: string[]) => ({
    user: user(id, names),
    sql: office.sql,
    backend: officeBackend(office.backend.database, { permissions: [...permissions, restricted] }),
  })
  const porter = () => as(999, ['door.open'])
  const denied = { status: 403 }

  it('a permission', async () => {
    await grantable(porter(), ['door.open'])
    await grantable(porter(), [])
    await expect(grantable(porter(), ['door.open', 'management.user.update'])).rejects.toThrow(
      'management.user.update',
    )
  })

  it('a role', async () => {
    const [administrator, ownRole, visitor] = (await Promise.all(
      ['Administrator', 'Porter', 'Visitor'].map(roleId),
    )) as [number, number, number]
    await grantableRoles(porter(), [ownRole, visitor])
    await grantableRoles(porter(), [])
    await expect(grantableRoles(porter(), [ownRole, administrator])).rejects.toMatchObject(denied)
    await grantableRoles(as(2, everything), [administrator])
  })

  it('nor takes over the account of somebody who may do more', async () => {
    const administrator = await addUser(office, 'admin@example.com', { role: 'Administrator' })
    const other = await addUser(office, 'porter@example.com', { role: 'Porter' })
    await expect(checkRank(porter(), administrator)).rejects.toMatchObject(denied)
    await checkRank(porter(), other)
    await checkRank(as(administrator, []), administrator)
    await checkRank(as(9, everything), administrator)
  })

  it('M2: nor changes a role that may do more', async () => {
    await expect(checkRoleRank(porter(), await roleId('Administrator'))).rejects.toMatchObject(
      denied,
    )
    await checkRoleRank(porter(), await roleId('Porter'))
  })

  it('M2: but for holders of a full role, who may give any', async () => {
    const administrator = await addUser(office, 'admin@example.com', { role: 'Administrator' })
    await grantable(as(administrator, []), ['door.newest'])
    await checkRoleRank(as(administrator, []), await roleId('Administrator'))
  })

  it('M3: nor frees anybody of what restricts the giver too', async () => {
    const held = ['door.open', 'hide.cellar']
    const hidden = as(999, held)
    await checkRestrictions(hidden, held, held)
    await checkRestrictions(hidden, [], ['door.open'])
    await checkRestrictions(porter(), held, [])
    await expect(checkRestrictions(hidden, held, ['door.open'])).rejects.toMatchObject(denied)
    await expect(checkRestrictions(hidden, undefined, [])).rejects.toMatchObject(denied)
    const free = await addUser(office, 'porter@example.com', { role: 'Porter' })
    await expect(checkRank(hidden, free)).rejects.toMatchObject(denied)
  })
})

describe('the last holder', () => {
  let one: number
  let other: number
  let full: number
  beforeEach(async () => {
    one = await addUser(office, 'one@example.com', { role: 'Administrator' })
    other = await addUser(office, 'other@example.com', { role: 'Administrator' })
    full = await roleId('Administrator')
  })

  const write = (statement: ReturnType<typeof sql>, loss: Loss = { roles: [full] }) =>
    office.sql.transaction().execute(async (transaction) => {
      await statement.execute(transaction)
      await keepHolders(transaction, loss)
    })

  const losses: [string, (id: number) => ReturnType<typeof sql>][] = [
    ['deactivated', (id) => sql`update users set is_active = false where id = ${id}`],
    ['deleted', (id) => sql`update users set deleted_at = now() where id = ${id}`],
    ['stripped of the role', (id) => sql`delete from users_roles where record_id = ${id}`],
  ]
  const administratorMissing = { status: 409, message: 'One active administrator must remain.' }

  it.each(losses)('of everything cannot be %s, the last but one can', async (_, lose) => {
    await write(lose(one))
    await expect(write(lose(other))).rejects.toMatchObject(administratorMissing)
    await keepHolders(office.sql, { roles: [full] })
  })

  it.each(losses)('of everything remains when both are %s at once', async (_, lose) => {
    const answers = await Promise.allSettled([write(lose(one)), write(lose(other))])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await keepHolders(office.sql, { roles: [full] })
  })

  it('of everything is named before a delete', async () => {
    await keepHolders(office.sql, { roles: [full], without: one })
    await write(sql`update users set is_active = false where id = ${other}`)
    await expect(keepHolders(office.sql, { roles: [full], without: one })).rejects.toMatchObject(
      administratorMissing,
    )
  })

  it('M1: of a full role remains, though others hold all its permissions', async () => {
    const copy = sql`
      with copy as (insert into roles (name) values ('Copy') returning id), given as (
        insert into roles_permissions (record_id, target_id)
        select copy.id, permissions.id from copy, permissions
      )
      insert into users_roles (record_id, target_id) select ${one}, id from copy`
    await copy.execute(office.sql)
    await sql`
      delete from users_roles where record_id = ${one} and target_id = ${full}
    `.execute(office.sql)
    const strip = sql`delete from users_roles where record_id = ${other}`
    await expect(write(strip)).rejects.toMatchObject(administratorMissing)
  })

  describe('of one permission, where no role is full,', () => {
    let porter: number
    let opening: number
    beforeEach(async () => {
      await sql`update roles set is_full = false`.execute(office.sql)
      const { rows } = await sql<any>`
        select id from permissions where name = 'door.open'`.execute(office.sql)
      opening = rows[0].id
      await sql`
        delete from roles_permissions where record_id = ${full} and target_id = ${opening}
      `.execute(office.sql)
      porter = await roleId('Porter')
    })
    const missing = {
      status: 409,
      message:
        'Nobody active would hold "door.open" any more. Give it to another active user first.',
    }
    const strip = () =>
      sql`delete from roles_permissions where record_id = ${porter} and target_id = ${opening}`

    it('M1: cannot lose it with the role, the last but one can', async () => {
      const first = await addUser(office, 'first@example.com', { role: 'Porter' })
      const last = await addUser(office, 'last@example.com', { role: 'Porter' })
      const off = (id: number) => sql`update users set is_active = false where id = ${id}`
      await write(off(first), { roles: [porter] })
      await expect(write(off(last), { roles: [porter] })).rejects.toMatchObject(missing)
    })

    it('M1: keeps it in the role', async () => {
      const loss = { permissions: { role: porter, ids: [opening] } }
      await addUser(office, 'last@example.com', { role: 'Porter' })
      await expect(write(strip(), loss)).rejects.toMatchObject(missing)
    })

    it('M1: is nobody where nobody active held it', async () => {
      await write(strip(), { permissions: { role: porter, ids: [opening] } })
    })
  })
})
