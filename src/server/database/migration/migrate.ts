import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Migrator, sql, type Kysely } from 'kysely'

import type { Database, Tables } from '../../kernel/database.ts'
import { type Part, readParts, statementsOf } from './migrationFiles.ts'

const settings = {
  allowUnorderedMigrations: true,
  migrationTableName: 'schema_migrations',
  migrationLockTableName: 'schema_migrations_lock',
}

/**
 * Applies the `*.sql` files that the database has not seen, directory by directory, by name. Each file is one transaction; what follows a line `-- outside transaction` runs
 * after it, statement by statement. Returns what was applied. Safe to call from several processes.
 */
export async function migrate(
  database: Database,
  directories: readonly string[],
): Promise<string[]> {
  const parts = await readParts(directories)
  return alone(database, () => applyPending(database, parts))
}

async function applyPending(database: Database, parts: readonly Part[]): Promise<string[]> {
  const up = (part: Part) => ({ up: (sql: Kysely<unknown>) => run(database, sql, part) })
  const provider = {
    getMigrations: async () => Object.fromEntries(parts.map((part) => [part.name, up(part)])),
  }
  const inside = new Migrator({ ...settings, db: database.sql, provider })
  const outside = new Migrator({
    ...settings,
    db: database.sql,
    provider,
    disableTransactions: true,
  })
  await refuseOthers(database, parts)
  const pending = (await inside.getMigrations()).filter(({ executedAt }) => !executedAt)
  for (const { name } of pending) {
    const isOutside = parts.some((part) => part.name === name && part.isOutside)
    const { error } = await (isOutside ? outside : inside).migrateUp()
    if (error)
      throw new Error(`Migration ${name}: ${messageOf(error)}${adviceOn(error)}`, { cause: error })
  }
  if (pending.length > 0) await noteSums(database, parts)
  return pending.map(({ name }) => name)
}

/** A role that may use the tables may not change them; values that are there may not be as a statement wants them. */
function adviceOn(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '42501') return '. Set MIGRATE_DATABASE_URL to the role that owns the tables.'
  // Of the classes 22 and 23: data that a type or a constraint does not take.
  return /^2[23]/.test(code)
    ? '. Records that are there stand in its way: write what mends them, like an update, above that statement in its file, and start again.'
    : ''
}

/**
 * A database that a newer release has migrated is not touched, nor one of which an applied file has changed since: what
 * the file says today was never done. `sum` is read as JSON, as databases of earlier releases have no such column.
 */
async function refuseOthers(database: Database, parts: readonly Part[]): Promise<void> {
  const { rows: tables } = await sql`
    select where to_regclass(${settings.migrationTableName}) is not null`.execute(database.sql)
  if (tables.length === 0) return
  const { rows } = await sql<{ name: string; sum: string | null }>`
    select name, to_jsonb(m) ->> 'sum' as sum from ${sql.table(settings.migrationTableName)} m
    order by name`.execute(database.sql)
  const sums = new Map(parts.map((part) => [part.name, sumOf(part)]))
  for (const { name, sum } of rows) {
    const now = sums.get(name)
    if (now === undefined) {
      throw new Error(
        `The database was made by a newer release: it has the migration ${name}, which this one does not know. Start the newer release, or restore a backup from before it.`,
      )
    }
    if (sum === null || sum === now) continue
    throw new Error(
      `Migration ${name} was changed after the database had applied it. Put its file back as it was, and write the change as a migration of its own: npm run migration -- NAME.`,
    )
  }
}

/** Of the statements alone: comments and blanks may change. */
const sumOf = ({ text }: Part) =>
  createHash('sha256')
    .update(
      text
        .replaceAll(/^--.*$/gm, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .digest('hex')

/** Notes what was applied, for those applied by an earlier release too: for them today's file counts. */
async function noteSums(database: Database, parts: readonly Part[]): Promise<void> {
  const table = sql.table(settings.migrationTableName)
  await sql`alter table ${table} add column if not exists sum text`.execute(database.sql)
  const sums = Object.fromEntries(parts.map((part) => [part.name, sumOf(part)]))
  await sql`update ${table} set sum = ${JSON.stringify(sums)}::jsonb ->> name where sum is null`.execute(
    database.sql,
  )
}

async function run(
  database: Database,
  transaction: Kysely<unknown>,
  { text, isOutside }: Part,
): Promise<void> {
  if (!isOutside) {
    await sql.raw(`set local statement_timeout = 0;\n${text}`).execute(transaction)
    return
  }
  await sql`set statement_timeout = 0`.execute(transaction)
  for (const statement of statementsOf(text)) {
    // The embedded database has one session, which nothing runs beside.
    const plain = statement.replace(/\bconcurrently\b/i, '')
    await sql.raw(database.kind === 'embedded' ? plain : statement).execute(transaction)
  }
  await sql`reset statement_timeout`.execute(transaction)
}

const lockId = 5_323_423

/**
 * One process at a time. Waiting inside `pg_advisory_lock` would hold a snapshot, for which
 * CREATE INDEX CONCURRENTLY in the other process waits in turn; so the lock is tried again and again.
 */
async function alone<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  if (database.kind === 'embedded') return work()
  return database.sql.connection().execute(async (connection) => {
    while (!(await tryLock(connection))) await sleep(200)
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${lockId})`.execute(connection)
    }
  })
}

async function tryLock(connection: Kysely<Tables>): Promise<boolean> {
  const query = sql<{ got: boolean }>`select pg_try_advisory_lock(${lockId}) as got`
  return (await query.execute(connection)).rows[0]?.got ?? false
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
