import { randomBytes } from 'node:crypto'

import { Client } from 'pg'

import { runVariable, templatesOf } from './fixtures/database.ts'

/** Names the run for its test files, and drops in the end what they have made for each other on a PostgreSQL server. */
export default function setup() {
  const run = (process.env[runVariable] ??= randomBytes(4).toString('hex'))
  return () => dropTemplates(run)
}

async function dropTemplates(run: string): Promise<void> {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) return
  const client = new Client({ connectionString: server })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [templatesOf(run)],
  )
  for (const { datname } of rows) {
    await client.query(`drop database if exists ${datname} with (force)`)
  }
  await client.end()
}
