import { EventEmitter } from 'node:events'

import { DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler } from 'kysely'
import pino from 'pino'

import type { User } from '#schema'

import { checkBusiness, loadBusiness } from '../server/kernel/business.ts'
import { readConfig } from '../server/kernel/config.ts'
import type { Database, Tables } from '../server/kernel/database.ts'
import { documentAs } from '../server/http/document.ts'
import { buildServer } from '../server/http/server.ts'
import { createBackend } from '../server/process.ts'
import { runCommand } from './command.ts'

/** Answers nothing: routes are declared without asking it. */
const noDatabase: Database = {
  kind: 'postgres',
  sql: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: () => nothing(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  faults: new EventEmitter(),
  copyOut: () => nothing(),
  listen: async () => async () => undefined,
  close: async () => undefined,
}

function nothing(): never {
  throw new Error('there is no database')
}

// Prints the description of the whole API of the business, as one who holds every permission gets it. Needs no database.
await runCommand(async () => {
  const business = await loadBusiness()
  checkBusiness(business)
  const backend = createBackend(business, {
    config: readConfig({ DEMO: '0', DATA_DIR: 'memory://' }),
    database: noDatabase,
    log: pino({ level: 'silent' }),
  })
  const { resources, permissions } = backend.business
  const app = await buildServer(backend, { maxEventLoopDelayMs: 0 })
  await app.ready()
  const everything: User = {
    id: 0,
    name: '',
    email: '',
    permissions: new Set(permissions.map(({ name }) => name)),
  }
  const text = documentAs(app, everything, resources)
  process.stdout.write(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
  await app.close()
})
