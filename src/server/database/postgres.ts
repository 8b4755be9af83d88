import { EventEmitter } from 'node:events'
import { callbackify } from 'node:util'
import { sql, type Kysely } from 'kysely'
import { Client, Pool, type ClientConfig } from 'pg'

import type { Database, Faults, Log, Tables } from '../kernel/database.ts'
import { copyOut } from './transfer/copyStreams.ts'
import { createListener } from './listener.ts'
import { plannerSettings, limitReads, preparing, types, createSql } from './connection.ts'

const oldest = 15

export interface PostgresOptions {
  /** Milliseconds until a statement is stopped, unless it sets `statement_timeout` itself. */
  readonly timeLimit?: number
}

/** A PostgreSQL server, by a pool of connections. What the address itself says (`?options=…`) comes first. */
export async function openPostgres(
  databaseUrl: string,
  log: Log,
  { timeLimit = 30_000 }: PostgresOptions = {},
): Promise<Database> {
  const settings: ClientConfig = {
    connectionString: databaseUrl,
    application_name: 'leadgate',
    options: optionsOf({ TimeZone: 'UTC', DateStyle: 'ISO', jit: 'off', ...plannerSettings }),
    keepAlive: true,
    types,
  }
  const pool = new Pool({
    ...settings,
    max: 16,
    statement_timeout: timeLimit,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 30_000,
    idleTimeoutMillis: 60_000,
    verify: (client, done) =>
      callbackify(() => client.query(fetchAhead))((error) => done(error ?? undefined)),
  })
  const warn = (error: Error) => log.warn({ err: error }, 'A database connection was lost.')
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', warn)
    limitReads(client, timeLimit)
    preparing(client)
  })
  const faults: Faults = new EventEmitter()
  const database = createSql(pool, faults)
  await checkServer(database).catch(async (error: unknown) => {
    await database.destroy()
    throw error
  })
  const newClient = () => new Client({ ...settings, connectionTimeoutMillis: 10_000 })
  const listener = createListener(newClient, log)
  return {
    kind: 'postgres',
    sql: database,
    faults,
    copyOut: (statement) => copyOut(pool, statement),
    listen: listener.listen,
    async close() {
      await listener.close()
      await database.destroy()
    },
  }
}

/** Asks a disk for many rows at once, unless the server's own settings say how many or its system cannot. */
const fetchAhead = `
  select set_config(name, least(max_val::int, 64)::text, false) from pg_settings
  where name = 'effective_io_concurrency' and source = 'default'`

const optionsOf = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

async function checkServer(database: Kysely<Tables>): Promise<void> {
  const query = sql<{ version: string; sorts: boolean }>`
    select current_setting('server_version') as version,
      exists (select from pg_collation where collname = 'und-x-icu') as sorts`
  const { rows } = await query.execute(database).catch(failed)
  const { version = '', sorts } = rows[0] ?? {}
  if (Number.parseInt(version, 10) < oldest) {
    throw new Error(`Leadgate needs PostgreSQL ${oldest} or newer; the server is ${version}.`)
  }
  if (!sorts) {
    throw new Error('Leadgate needs a PostgreSQL that was built with ICU, by which it sorts texts.')
  }
}

/** A refused connection may come as an AggregateError, whose message is empty. */
function failed(error: Error & { code?: string }): never {
  throw new Error(`Cannot reach PostgreSQL: ${error.message || error.code}`, { cause: error })
}
