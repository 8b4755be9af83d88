import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { User } from '#schema'

import { syncAccess } from '../../../src/server/auth/access.ts'
import {
  grantable,
  grantableRoles,
  keepOneAdministrator,
  checkRank,
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

  it('changes nothing the second time', async () => {
    await sql`delete from roles_permissions where target_id = (select id from permissions where name = 'door.open')`.execute(
      office.sql,
    )
    await sql`delete from roles where name = 'Visitor'`.execute(office.sql)
    await start()
    expect(await granted()).toEqual({
      Administrator: everything.filter((name) => name !== 'door.open'),
      Porter: [],
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

  it('names the seed role whose permission nobody declares', async () => {
    const roles = [{ name: 'Typist', permissions: ['door.opne'] }]
    await expect(start({ roles })).rejects.toThrow(
      'role "Typist": no permission "door.opne" is declared',
    )
  })
})

const user = (id: number, names: string[]): User => ({
  id,
  name: 'Ann',
  email: 'ann@example.com',
  is_sender: false,
  permissions: new Set(names),
})

const roleId = async (name: string) => {
  const { rows } = await sql<any>`select id from roles where name = ${name}`.execute(office.sql)
  return rows[0].id as number
}

describe('nobody gives what they do not hold', () => {
  const porter = user(999, ['door.open'])

  it('a permission', () => {
    expect(() => grantable(porter, ['door.open'])).not.toThrow()
    expect(() => grantable(porter, [])).not.toThrow()
    expect(() => grantable(porter, ['door.open', 'management.user.update'])).toThrow(
      'management.user.update',
    )
  })

  it('a role', async () => {
    const [administrator, ownRole, visitor] = await Promise.all(
      ['Administrator', 'Porter', 'Visitor'].map(roleId),
    )
    await grantableRoles(office.sql, porter, [ownRole!, visitor!])
    await grantableRoles(office.sql, porter, [])
    await expect(
      grantableRoles(office.sql, porter, [ownRole!, administrator!]),
    ).rejects.toMatchObject({ status: 403 })
    await grantableRoles(office.sql, user(2, everything), [administrator!])
  })

  it('nor takes over the account of somebody who may do more', async () => {
    const administrator = await addUser(office, 'admin@example.com', { role: 'Administrator' })
    const other = await addUser(office, 'porter@example.com', { role: 'Porter' })
    await expect(checkRank(office.sql, porter, administrator)).rejects.toMatchObject({
      status: 403,
    })
    await checkRank(office.sql, porter, other)
    await checkRank(office.sql, user(administrator, []), administrator)
    await checkRank(office.sql, user(9, everything), administrator)
  })
})

describe('the last administrator', () => {
  let one: number
  let other: number
  beforeEach(async () => {
    one = await addUser(office, 'one@example.com', { role: 'Administrator' })
    other = await addUser(office, 'other@example.com', { role: 'Administrator' })
  })

  const write = (statement: ReturnType<typeof sql>) =>
    office.sql.transaction().execute(async (transaction) => {
      await statement.execute(transaction)
      await keepOneAdministrator(transaction)
    })

  const losses: [string, (id: number) => ReturnType<typeof sql>][] = [
    ['deactivated', (id) => sql`update users set is_active = false where id = ${id}`],
    ['deleted', (id) => sql`update users set deleted_at = now() where id = ${id}`],
    ['stripped of the role', (id) => sql`delete from users_roles where record_id = ${id}`],
  ]

  it.each(losses)('cannot be %s, the last but one can', async (_, lose) => {
    await write(lose(one))
    await expect(write(lose(other))).rejects.toMatchObject({ status: 409 })
    await keepOneAdministrator(office.sql)
  })

  it.each(losses)('remains when both are %s at once', async (_, lose) => {
    const answers = await Promise.allSettled([write(lose(one)), write(lose(other))])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await keepOneAdministrator(office.sql)
  })

  it('keeps the permissions that make one', async () => {
    const strip = sql`
      delete from roles_permissions
      where target_id = (select id from permissions where name = 'management.role.update')`
    await expect(write(strip)).rejects.toMatchObject({ status: 409 })
  })

  it('is named before a delete', async () => {
    await keepOneAdministrator(office.sql, { without: one })
    await write(sql`update users set is_active = false where id = ${other}`)
    await expect(keepOneAdministrator(office.sql, { without: one })).rejects.toMatchObject({
      status: 409,
    })
  })
})
