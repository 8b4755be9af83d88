import { sql } from 'kysely'

import {
  accessChanged,
  hashPassword,
  idsBy,
  insertPairs,
  insertRows,
  recount,
  type Backend,
  type Sql,
} from '#server'

/** Somebody who can sign in to a demo, with any further columns of the users. */
export interface DemoUser {
  readonly role: string
  readonly name: string
  readonly email: string
  readonly [column: string]: unknown
}

const preferences = { must_change_password: false, locale: 'en', timezone: 'UTC', per_page: 25 }

/**
 * Returns what fills a console that has no users yet, for `demo` and `demoAccounts` of its business: users who all have the
 * same password, and the records that `fill` inserts in the same transaction.
 */
export function demoOf(
  users: readonly DemoUser[],
  password: string,
  fill: (transaction: Sql, backend: Backend) => Promise<void>,
) {
  async function demo(backend: Backend): Promise<void> {
    const { database, business } = backend
    if (await hasUsers(database.sql)) return
    const passwords = await Promise.all(users.map(() => hashPassword(password)))
    await database.sql.transaction().execute(async (transaction: Sql) => {
      await sql`select pg_advisory_xact_lock(hashtext('leadgate demo'))`.execute(transaction)
      if (await hasUsers(transaction)) return
      await addUsers(transaction, users, passwords)
      await fill(transaction, backend)
      await recount(business.resources, transaction)
      await accessChanged(transaction)
    })
  }
  return { demo, demoAccounts: users.map(({ role, email }) => ({ name: role, email, password })) }
}

async function hasUsers(database: Sql): Promise<boolean> {
  const { rows } = await sql`select from users limit 1`.execute(database)
  return rows.length > 0
}

async function addUsers(
  database: Sql,
  users: readonly DemoUser[],
  passwords: readonly string[],
): Promise<void> {
  const rows = users.map(({ role: _role, ...values }, index) => {
    return { ...values, is_active: true, password: passwords[index], ...preferences }
  })
  await insertRows(database, 'users', rows)
  const [user, role] = [
    await idsBy(database, 'users', 'email'),
    await idsBy(database, 'roles', 'name'),
  ]
  const pairs = users.map((one) => [user(one.email), role(one.role)] as const)
  await insertPairs(database, 'users_roles', pairs)
}
