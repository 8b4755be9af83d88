import type { FastifyRequest } from 'fastify'

import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { withTail } from '../../database/tail.ts'
import { inTransaction } from '../../database/transaction.ts'
import { changed } from '../../kernel/changed.ts'
import { gathered } from './statistics.ts'
import { keepAhead, type Ahead } from './ahead.ts'
import type { Author } from './changes.ts'
import type { Scope } from './write.ts'

/** Runs a write in one transaction: the record, its joins, what hooks do and the audit row stand or fall together. */
export async function transact<Answer>(
  backend: Backend,
  request: FastifyRequest,
  work: (scope: Scope) => Promise<Answer>,
  ahead?: Ahead,
): Promise<Answer> {
  const { user, isConfirmed } = request
  const author = authorOf(request)
  const answer = await inTransaction(backend.database, (sql: Sql) => {
    if (ahead) keepAhead(sql, ahead)
    return withTail(sql, () =>
      gathered(sql, () => work({ backend, user, author, isConfirmed, sql })),
    )
  })
  changed(backend)
  return answer
}

export function authorOf({ user, ip, headers }: FastifyRequest): Author {
  return { user_id: user.id, ip, user_agent: headers['user-agent']?.slice(0, 300) }
}
