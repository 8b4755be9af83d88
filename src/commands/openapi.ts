import { EventEmitter } from 'node:events'

import { DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler } from 'kysely'
import { LRUCache } from 'lru-cache'
import pino from 'pino'

import type { User } from '#schema'

import type { Backend } from '../server/kernel/backend.ts'
import { checkBusiness, loadBusiness } from '../server/kernel/business.ts'
import { allPermissions } from '../server/kernel/permissions.ts'
import { readConfig } from '../server/kernel/config.ts'
import type { Database, Tables } from '../server/kernel/database.ts'
import { createSecrets } from '../server/kernel/secrets/secrets.ts'
import { documentAs } from '../server/http/document.ts'
import { buildServer } from '../server/http/server.ts'
import { bindSources } from '../server/records/read/source.ts'
import { createWork } from '../server/work.ts'
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
  const { resources } = business
  const permissions = allPermissions(resources, business.permissions)
  const backend: Backend = {
    config: readConfig({ DEMO: '0', DATA_DIR: 'memory://' }),
    database: noDatabase,
    business: { ...business, permissions },
    secrets: createSecrets(Buffer.alloc(32)),
    log: pino({ level: 'silent' }),
    commits: new EventEmitter(),
    estimates: new LRUCache({ max: 1 }),
    resource(name) {
      const found = resources.find((one) => one.name === name)
      if (!found) throw new Error(`no resource "${name}" is declared`)
      return found
    },
    get jobs() {
      return jobs
    },
  }
  bindSources(business)
  const jobs = createWork(backend)
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
