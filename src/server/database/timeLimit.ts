import { sql, type Kysely } from 'kysely'
import type { Client, PoolClient } from 'pg'

import type { Database, Tables } from '../kernel/database.ts'
import { isUnanswered } from './faults.ts'

const setting =
  /(?:^|;)\s*set\s+(local\s+|session\s+)?statement_timeout\s*(?:=|to\b)\s*'?(\d+)\s*(ms|s|min)?/i
const resetting = /(?:^|;)\s*reset\s+statement_timeout/i
const factors: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000 }

/**
 * Follows `set statement_timeout`, which the embedded PostgreSQL takes but does not heed.
 * Milliseconds; 0 is no limit.
 */
export function createTimeLimit(standard: number) {
  let session = standard
  let local: number | undefined

  function read(text: string): void {
    if (resetting.test(text)) session = standard
    const [, scope = '', number, unit = 'ms'] = setting.exec(text) ?? []
    if (number === undefined) return
    const limit = Number(number) * (factors[unit] ?? 1)
    if (scope.trim().toLowerCase() === 'local') local = limit
    else session = limit
  }

  /** `set local` holds until the transaction ends. */
  function endTransaction(): void {
    local = undefined
  }

  return { read, endTransaction, current: () => local ?? session }
}

/**
 * Runs work over one connection, each statement of which ends after `timeoutMs` with the code 57014. The embedded
 * database is ended with a statement that is cancelled, so there its own limit holds and no shorter one.
 */
export function withStatementTimeout<Answer>(
  { kind, sql: pool }: Database,
  timeoutMs: number,
  work: (connection: Kysely<Tables>) => Promise<Answer>,
): Promise<Answer> {
  if (kind === 'embedded') return work(pool)
  return pool.connection().execute(async (connection) => {
    await sql.raw(`set statement_timeout = ${timeoutMs}`).execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

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
