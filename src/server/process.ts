import { EventEmitter } from 'node:events'
import { fileURLToPath } from 'node:url'

import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'

import type { Resource } from '#schema'

import { announcement } from './announcement.ts'
import { closeDemoAccounts } from './auth/demoAccounts.ts'
import { checkAdministrator, firstAdministrator } from './auth/firstAdministrator.ts'
import { syncAccess } from './auth/access.ts'
import type { Backend, Business } from './kernel/backend.ts'
import { readConfig, type Config } from './kernel/config.ts'
import { requireTables } from './database/migration/compareTables.ts'
import { migrate } from './database/migration/migrate.ts'
import { engineDirectory } from './database/migration/migrationFiles.ts'
import { openDatabase } from './database/open.ts'
import { asOwner } from './database/asOwner.ts'
import { createLog } from './kernel/log.ts'
import { checkBusiness } from './kernel/business.ts'
import { allPermissions } from './kernel/permissions.ts'
import { checkKey } from './sealing/sealing.ts'
import { openSecrets } from './kernel/secrets/secrets.ts'
import { buildServer } from './http/server.ts'
import { recountOnce } from './statistics/recount.ts'
import { prepareSearches } from './records/read/firstSearches.ts'
import { bindSources, requireSources } from './records/read/source.ts'
import { createWork } from './work.ts'
import { closeServer, stopOnSignal } from './stopping.ts'
import { startProblem } from './startProblem.ts'

/** Runs the process until it is told to stop: settings, database, migrations, seeds, server, work. */
export async function run(load: () => Promise<Business>): Promise<void> {
  let config: Config | undefined
  let log: Logger | undefined
  try {
    config = readConfig(process.env)
    log = createLog(config.logLevel)
    await start(await load(), config, log)
  } catch (error) {
    process.stderr.write(`${startProblem(error, config)}\n`)
    if (log?.isLevelEnabled('debug')) log.error(error)
    process.exit(1)
  }
}

async function start(business: Business, config: Config, log: Logger): Promise<void> {
  const backend = await openBackend(business, config, log)
  const stop = stopOnSignal(log, () => backend.database.close())
  if (config.role !== 'web') {
    await backend.jobs.work()
    stop.before(() => backend.jobs.stop())
  }
  if (config.role === 'worker') return log.info('Works on jobs, and listens nowhere.')
  const app = await buildServer(backend)
  stop.before(() => closeServer(app))
  const address = await app.listen({ host: config.host, port: config.port })
  process.stdout.write(announcement(backend, address.replace('[::1]', 'localhost')))
  void prepareSearches(backend)
}

/** The opened database, migrated and seeded, with everything a request or job may use. */
export async function openBackend(
  business: Business,
  config: Config,
  log: Logger,
): Promise<Backend> {
  checkBusiness(business)
  const database = await openDatabase(config, log, endProcess)
  const backend = createBackend(business, { config, database, log })
  const migrations = fileURLToPath(new URL('./migrations', business.module))
  await asOwner(backend, (owner) => migrate(owner, [engineDirectory, migrations]))
  await requireTables(database.sql, business.resources)
  await requireSources(database.sql, business.resources)
  await checkAdministrator(backend)
  await checkKey(backend)
  await recountOnce(backend)
  await syncAccess(backend)
  await business.seed(backend)
  if (config.demo) await business.demo(backend)
  await firstAdministrator(backend)
  await closeDemoAccounts(backend)
  return backend
}

/** Everything a request or job may use, over a database as it is. */
export function createBackend(
  business: Business,
  { config, database, log }: Pick<Backend, 'config' | 'database' | 'log'>,
): Backend {
  const byName = new Map(business.resources.map((resource) => [resource.name, resource]))
  const permissions = allPermissions(business.resources, business.permissions)
  const backend: Backend = {
    config,
    database,
    business: { ...business, permissions },
    secrets: openSecrets(config),
    log,
    resource: (name) => known(byName, name),
    commits: new EventEmitter(),
    estimates: new LRUCache({ max: 2_000, ttl: 60_000 }),
    get jobs() {
      return jobs
    },
  }
  bindSources(business)
  const jobs = createWork(backend)
  return backend
}

function known(byName: ReadonlyMap<string, Resource>, name: string): Resource {
  const resource = byName.get(name)
  if (!resource) throw new Error(`no resource "${name}" is declared`)
  return resource
}

/** Without its database a process can only answer that it has none, and it would never get it back. */
function endProcess(): void {
  process.exit(1)
}
