import type { Client, PoolClient } from 'pg'

import { isUnanswered } from './faults.ts'
import { createTimeLimit } from './timeLimit.ts'

/** Milliseconds that an answer may take beyond the time that PostgreSQL gives the statement. */
const marginMs = 5_000

type Query = (config: object) => Promise<unknown>

/**
 * Lets no statement of a connection wait longer than PostgreSQL itself would let it run, also when the server is frozen
 * or its machine has vanished: it fails with "Query read timeout", and the connection is given up.
 */
export function limitReads(client: PoolClient, standardMs: number): void {
  const limit = createTimeLimit(standardMs)
  const query: Query = client.query.bind(client)
  const replaced = (config: unknown, values: unknown, ...rest: unknown[]) => {
    const asked = typeof config === 'string' ? { text: config, values } : config
    // Streams of COPY take as long as they take.
    if (!isStatement(asked) || rest.length > 0) {
      return Reflect.apply(query, client, [config, values, ...rest])
    }
    limit.read(asked.text.slice(0, 200))
    const ms = limit.current()
    if (isEnd.test(asked.text)) limit.endTransaction()
    return query(ms > 0 ? { ...asked, query_timeout: ms + marginMs } : asked).catch(giveUp)
  }
  function giveUp(error: Error): never {
    // Its answer may still come, and would be taken for that of the next statement.
    if (isUnanswered(error)) void (client as unknown as Client).end()
    throw error
  }
  Object.assign(client, { query: replaced })
}

const isEnd = /^\s*(?:commit|rollback(?!\s+to\b))/i

const isStatement = (asked: unknown): asked is { text: string } =>
  typeof asked === 'object' && asked !== null && 'text' in asked && !('submit' in asked)
