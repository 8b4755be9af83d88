import type { Resource } from '#schema'

import { canonical, inspect } from './inspect.ts'
import type { Database, Sql } from '../../kernel/database.ts'
import { diff } from './diff.ts'
import { migrate } from './migrate.ts'
import { engineDirectory } from './migrationFiles.ts'
import { openEmbedded } from '../embedded/pglite.ts'
import type { Step } from './structure.ts'
import { structureOf } from './structureOf.ts'

/**
 * The step from the migrations that are written to what the resources declare. The database is an
 * empty one, in which the migrations are tried out.
 */
export async function planMigration(
  database: Database,
  resources: readonly Resource[],
  directory: string,
): Promise<Step[]> {
  await migrate(database, [engineDirectory])
  const engineTables = Object.keys(await inspect(database.sql))
  await migrate(database, [engineDirectory, directory])
  const written = await inspect(database.sql, { except: engineTables })
  return diff(written, await canonical(database, structureOf(resources)))
}

/** Plans in a database of its own, in memory. Where nothing is missing in it, `check` looks at its tables. */
export async function planInMemory(
  resources: readonly Resource[],
  directory: string,
  check?: (database: Sql) => Promise<void>,
): Promise<Step[]> {
  const database = await openEmbedded({ dataDir: 'memory://' }, console)
  try {
    const steps = await planMigration(database, resources, directory)
    if (steps.length === 0) await check?.(database.sql)
    return steps
  } finally {
    await database.close()
  }
}

/** The steps as the text of a migration file. */
export function migrationText(title: string, steps: readonly Step[]): string {
  const lines = (isOutside: boolean) =>
    steps
      .filter((step) => Boolean(step.isOutside) === isOutside)
      .map(statementText)
      .join('')
  const outside = lines(true)
  return `-- ${title}\n\n${lines(false)}${outside && `\n-- outside transaction\n${outside}`}`
}

function statementText({ sql, risk }: Step): string {
  const warning = risk ? `-- Careful: ${risk}.\n` : ''
  return `${warning}${sql};\n${sql.includes('\n') ? '\n' : ''}`
}
