import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  sql,
  Kysely,
  type RawBuilder,
  type Transaction,
  PostgresDialect,
  PostgresDriver,
} from 'kysely'
import {
  types as standard,
  type Client,
  type ClientBase,
  type CustomTypesConfig,
  type PoolClient,
  type Pool,
} from 'pg'
import type { Database, Tables, Faults } from '../kernel/database.ts'
import { faultOf, isUnanswered, isDiskFull } from './faults.ts'
import { TableNames } from './tableNames.ts'

/**
 * Begins a statement whose plan does not depend on its values: by primary key, or an insert. PostgreSQL then plans it
 * once a connection instead of at every call. Never for a filter or a fragment: those would lose their index.
 */
export const prepared: RawBuilder<unknown> = sql.raw('/* prepared */')

/** The same for statements that clients can vary, like the columns of a list: they cannot crowd out the others. */
export const preparedVariant: RawBuilder<unknown> = sql.raw('/* prepared variant */')

/** The same for searches, whose words the planner does not see. */
export const preparedSearch: RawBuilder<unknown> = sql.raw('/* prepared search */')

/** Statements named by one process, by their mark; each takes some memory on every connection. */
const limits = {
  '/* prepared */': 500,
  '/* prepared variant */': 100,
  '/* prepared search */': 100,
}

const namesByMark = new Map(Object.keys(limits).map((mark) => [mark, new Map<string, string>()]))

function nameOf(text: string): string | undefined {
  for (const [mark, limit] of Object.entries(limits)) {
    if (!text.startsWith(mark)) continue
    const names = namesByMark.get(mark)
    const known = names?.get(text)
    if (known || !names || names.size >= limit) return known
    const name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
    return name
  }
  return undefined
}

/** Makes a connection send marked statements by name. */
export function preparing(client: ClientBase): void {
  const query: (config: object) => unknown = client.query.bind(client)
  const replaced = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? nameOf(text) : undefined
    if (name === undefined || rest.length > 0)
      return Reflect.apply(query, client, [text, values, ...rest])
    return query({ name, text, values })
  }
  Object.assign(client, { query: replaced })
}

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

type Parse = (text: string) => unknown

const { getTypeParser } = standard

// `text[]` is missing in the list of types that `pg` declares.
const texts: (text: string) => (string | null)[] = getTypeParser(1009 as never)

const asIs: Parse = (text) => text

const listOf = (parse: Parse) => (text: string) =>
  texts(text).map((one) => (one === null ? null : parse(one)))

/** PostgreSQL prints `2026-01-31 14:30:00.123+00` in a session in UTC. */
function moment(text: string): string {
  const space = text.indexOf(' ')
  return space > 0 && text.endsWith('+00')
    ? `${text.slice(0, space)}T${text.slice(space + 1, -3)}Z`
    : text
}

/** By the number that PostgreSQL gives the type; the types left out are right in `pg` itself. */
const parsers: Readonly<Record<number, Parse>> = {
  20: Number, // bigint
  1700: Number, // numeric
  1082: asIs, // date
  1114: asIs, // timestamp
  1184: moment, // timestamptz
  1016: listOf(Number), // bigint[]
  1231: listOf(Number), // numeric[]
  1182: listOf(asIs), // date[]
  1115: listOf(asIs), // timestamp[]
  1185: listOf(moment), // timestamptz[]
}

/** Turns what PostgreSQL prints into the values that JSON would carry, the same on both databases. */
export const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parse {
    return parsers[oid] ?? getTypeParser(oid, format)
  },
} as CustomTypesConfig

/** Returns what `work` returns, done in one transaction and done again where another one was in its way. */
export function inTransaction<Answer>(
  { sql }: Pick<Database, 'sql'>,
  work: (transaction: Transaction<Tables>) => Promise<Answer>,
): Promise<Answer> {
  return retryConflicts(() => sql.transaction().execute(work))
}

const maxTries = 4

/** Of the longest first pause. */
const firstPauseMs = 50

/**
 * Returns what a transaction returns, which is begun again when another one was in its way (a deadlock, for example):
 * nothing of the first try is left then. `work` must change nothing but the database.
 */
export async function retryConflicts<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === maxTries || faultOf(error) !== 'conflict') throw error
      await sleep(Math.random() * firstPauseMs * 2 ** tries)
    }
  }
}

/**
 * How every session plans: a page found by an index costs little more than the next one, on today's disks and in memory;
 * and fresh rows wait in at most 512 kB (of 4 MB) beside a search index, because each search reads them all.
 */
export const plannerSettings = { random_page_cost: '1.1', gin_pending_list_limit: '512' }

/** Queries and transactions over a pool. */
export function createSql(pool: Pool, faults: Faults): Kysely<Tables> {
  const dialect = new PostgresDialect({ pool })
  return new Kysely<Tables>({
    dialect: Object.assign(dialect, {
      createDriver: () => tolerant(new PostgresDriver({ pool })),
      createIntrospector: (sql: Kysely<Tables>) => new TableNames(sql),
    }),
    log(event) {
      if (event.level === 'error' && isDiskFull(event.error)) faults.emit('full', event.error)
    },
  })
}

/**
 * A rollback fails only where the connection is lost, and then PostgreSQL rolls back by itself;
 * its failure would hide the error that ended the transaction.
 */
function tolerant(driver: PostgresDriver): PostgresDriver {
  const rollback = driver.rollbackTransaction.bind(driver)
  return Object.assign(driver, {
    rollbackTransaction: (...given: Parameters<typeof rollback>) =>
      rollback(...given).catch(() => undefined),
  })
}
