import { memoizeByObject, type User } from '#schema'

import { inTransaction } from '../../database/connection.ts'
import type { Backend, Context } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { productName } from '../../kernel/productName.ts'
import type { Author } from '../../kernel/guard.ts'
import { contextOf } from './hooks.ts'
import { withUnitOfWork } from './transact.ts'

/** Who does what no person does: holds every permission, and stands in the audit log without a user. */
const processUser = memoizeByObject(({ permissions }: Backend['business']): User => {
  const all = new Set(permissions.map(({ name }) => name))
  return { id: 0, name: productName, email: '', permissions: all }
})

/** Somebody who is no user of the console. */
interface Actor {
  /** Holds every permission unless given. */
  readonly user?: User
  readonly author: Author
}

/** Does work in a running transaction, as done by no person. */
export function workAsProcess<Answer>(
  backend: Backend,
  sql: Sql,
  work: (context: Context) => Answer | PromiseLike<Answer>,
  { user = processUser(backend.business), author }: Actor = { author: { user_id: null } },
): Promise<Answer> {
  return withUnitOfWork(
    sql,
    async (unitOfWork) => await work(contextOf({ backend, user, author, sql, unitOfWork })),
    { backend },
  )
}

/**
 * Does the work of a worker in a transaction of its own, audited as done by no person. It is begun again when another
 * transaction was in its way. Who changes what people see emits `commit` after it. `actor` does it where the process itself
 * does not, with `user_id: null` in the audit log.
 */
export function transactAsProcess<Answer>(
  backend: Backend,
  work: (context: Context) => Answer | PromiseLike<Answer>,
  actor?: Actor,
): Promise<Answer> {
  return inTransaction(backend.database, (sql) => workAsProcess(backend, sql, work, actor))
}
