import { setTimeout as sleep } from 'node:timers/promises'
import { Migrator, sql, type Kysely } from 'kysely'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Database, Tables } from '../../kernel/database.ts'

const settings = {
  allowUnorderedMigrations: true,
  migrationTableName: 'schema_migrations',
  migrationLockTableName: 'schema_migrations_lock',
}

/**
 * Applies the `*.sql` files that the database has not seen, directory by directory, by name. Each file is one transaction; what follows a line `-- outside transaction` runs
 * after it, statement by statement. Answers what was applied. Safe to call from several processes.
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
  await refuseNewer(database, parts)
  const pending = (await inside.getMigrations()).filter(({ executedAt }) => !executedAt)
  for (const { name } of pending) {
    const isOutside = parts.some((part) => part.name === name && part.isOutside)
    const { error } = await (isOutside ? outside : inside).migrateUp()
    if (error)
      throw new Error(`Migration ${name}: ${messageOf(error)}${adviceOn(error)}`, { cause: error })
  }
  return pending.map(({ name }) => name)
}

/** A role that may use the tables may not change them. */
function adviceOn(error: unknown): string {
  const isRefused = error instanceof Error && 'code' in error && error.code === '42501'
  return isRefused ? '. Set MIGRATE_DATABASE_URL to the role that owns the tables.' : ''
}

/** A database that a newer release has migrated is not touched. */
async function refuseNewer(database: Database, parts: readonly Part[]): Promise<void> {
  const { rows: tables } = await sql`
    select where to_regclass(${settings.migrationTableName}) is not null`.execute(database.sql)
  if (tables.length === 0) return
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(settings.migrationTableName)}
    where name <> all(${parts.map(({ name }) => name)}::text[]) order by name limit 1`.execute(
    database.sql,
  )
  if (!rows[0]) return
  throw new Error(
    `The database was made by a newer release: it has the migration ${rows[0].name}, which this one does not know. Start the newer release, or restore a backup from before it.`,
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

/** A part of a migration file. A file has one, or a second one that runs outside a transaction. */
interface Part {
  readonly name: string
  readonly text: string
  readonly isOutside: boolean
}

export const engineDirectory = fileURLToPath(new URL('./engine', import.meta.url))

const border = /^-- outside transaction\s*$/m

/** The parts of all `*.sql` files, in the order in which they run: directory by directory, file by file. */
async function readParts(directories: readonly string[]): Promise<Part[]> {
  const groups = await Promise.all(
    directories.map(async (directory, index) => {
      const files = (await migrationNames(directory)).map((name) =>
        readFile(join(directory, `${name}.sql`), 'utf8').then((text) => ({
          name: `${index + 1}/${name}`,
          text,
        })),
      )
      return (await Promise.all(files)).flatMap(({ name, text }) => partsOf(name, text))
    }),
  )
  return groups.flat()
}

/** The names of a directory's migration files, without their ending, in order. */
export async function migrationNames(directory: string): Promise<string[]> {
  const files = await readdir(directory)
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort()
}

function partsOf(name: string, text: string): Part[] {
  const [inside = '', outside] = text.split(border, 2)
  const first = { name, text: inside, isOutside: false }
  return outside === undefined
    ? [first]
    : [first, { name: `${name} (outside)`, text: outside, isOutside: true }]
}

/** The statements of a text that runs outside a transaction; each ends with its line. */
function statementsOf(text: string): string[] {
  return text
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean)
}
