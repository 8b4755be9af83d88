import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { Client } from 'pg'

import { businessFolder } from '../server/kernel/businessFolder.ts'
import { readConfig } from '../server/kernel/config.ts'
import { migrate } from '../server/database/migration/migrate.ts'
import { engineDirectory } from '../server/database/migration/migrationFiles.ts'
import { openEmbedded } from '../server/database/embedded/pglite.ts'
import { openPostgres } from '../server/database/postgres.ts'
import { transfer, type Transferred } from '../server/database/transfer/transfer.ts'
import { runCommand } from './command.ts'

// npm run migrate:to-postgres -- URL
const migrations = [engineDirectory, join(businessFolder, 'migrations')]
const { dataDir } = readConfig({
  DATA_DIR: process.env['DATA_DIR'],
  BUSINESS: process.env['BUSINESS'],
})

await runCommand(() => copyTo(process.argv[2] ?? ''))

async function copyTo(url: string): Promise<void> {
  if (!/^postgres(?:ql)?:\/\//.test(url)) {
    throw new Error('Usage: npm run migrate:to-postgres -- postgres://user:password@host/database')
  }
  if (!existsSync(join(dataDir, 'database'))) {
    throw new Error(`There is no embedded database in ${dataDir}/.`)
  }
  const source = await openEmbedded({ dataDir }, console)
  try {
    await migrate(source, migrations)
    await migrateTarget(url)
    const client = new Client({
      connectionString: url,
      options: '-c TimeZone=UTC -c DateStyle=ISO',
    })
    await client.connect()
    await transfer(source, client, (line) => console.log(lineOf(line))).finally(() => client.end())
  } finally {
    await source.close()
  }
  console.log(`
Every row arrived: counts and checksums of all tables are the same.
Start with DATABASE_URL set to the address, and APP_KEY to the content of ${join(dataDir, 'app.key')}.`)
}

async function migrateTarget(url: string): Promise<void> {
  const target = await openPostgres(url, console)
  await migrate(target, migrations).finally(() => target.close())
}

function lineOf({ table, rows }: Transferred): string {
  return `${rows.toLocaleString('en').padStart(12)}  ${table}`
}
