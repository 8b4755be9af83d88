import type { FastifyRequest } from 'fastify'

import type { User } from '#schema'

import { inTransaction } from '../../database/transaction.ts'
import type { Backend } from '../../kernel/backend.ts'
import { changed } from '../../kernel/changed.ts'
import type { Sql } from '../../kernel/database.ts'
import type { Author } from './changes.ts'
import { withUnitOfWork, type UnitOfWork } from './unitOfWork.ts'

/** What every write needs beside the record itself. */
export interface Scope {
  readonly backend: Backend
  readonly user: User
  readonly author: Author
  /** The password was entered lately; a job has it from the request that started it. */
  readonly isConfirmed: boolean
  /** The running transaction. */
  readonly sql: Sql
  /** What the writes leave beside their records; stored before the transaction commits. */
  readonly unitOfWork: UnitOfWork
}

/** Runs a write in one transaction: the record, its joins, what hooks do and the audit row stand or fall together. */
export async function transact<Answer>(
  backend: Backend,
  request: FastifyRequest,
  work: (scope: Scope) => Promise<Answer>,
  precomputed?: UnitOfWork['precomputed'],
): Promise<Answer> {
  const { user, isConfirmed } = request
  const author = authorOf(request)
  const answer = await inTransaction(backend.database, (sql: Sql) =>
    withUnitOfWork(
      sql,
      (unitOfWork) => work({ backend, user, author, isConfirmed, sql, unitOfWork }),
      precomputed,
    ),
  )
  changed(backend)
  return answer
}

export function authorOf({ user, ip, headers }: FastifyRequest): Author {
  return { user_id: user.id, ip, user_agent: headers['user-agent']?.slice(0, 300) }
}
