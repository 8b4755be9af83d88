import { EventEmitter } from 'node:events'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'

import { checkResources, type Resource } from '#schema'

import { closeDemoAccounts } from './auth/login.ts'
import { firstAdministrator } from './auth/firstAdministrator.ts'
import { syncAccess } from './auth/access.ts'
import type { Backend, Business } from './kernel/backend.ts'
import { readConfig, type Config } from './kernel/config.ts'
import { migrate } from './database/migration/migrate.ts'
import { asOwner, openDatabase } from './database/open.ts'
import { createLog } from './kernel/log.ts'
import { allPermissions, requireSystem } from './kernel/business.ts'
import { checkKey } from './sealing/sealing.ts'
import { openSecrets } from './kernel/secrets.ts'
import { buildServer } from './http/server.ts'
import { recountOnce } from './statistics/sums.ts'
import { createWork } from './work.ts'
import { isDiskFull } from './database/faults.ts'

const migrations = [
  new URL('./database/migration/engine', import.meta.url),
  new URL('../../resources/migrations', import.meta.url),
].map((url) => fileURLToPath(url))

/** Runs the process until it is told to stop: settings, database, migrations, seeds, server, work. */
export async function run(business: Business): Promise<void> {
  const log = createLog(process.env['LOG_LEVEL'] ?? 'info')
  let config: Config | undefined
  try {
    config = readConfig(process.env)
    await start(business, config, log)
  } catch (error) {
    process.stderr.write(`${startProblem(error, config)}\n`)
    if (log.isLevelEnabled('debug')) log.error(error)
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
  if (config.role === 'worker') return
  const app = await buildServer(backend)
  stop.before(() => closeServer(app))
  const address = await app.listen({ host: config.host, port: config.port })
  announce(backend, address.replace('[::1]', 'localhost'))
}

/** The opened database, migrated and seeded, with everything a request or job may use. */
export async function openBackend(
  business: Business,
  config: Config,
  log: Logger,
): Promise<Backend> {
  checkResources(business.resources)
  requireSystem(business.resources)
  const database = await openDatabase(config, log, endProcess)
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
  const jobs = createWork(backend)
  await asOwner(backend, (owner) => migrate(owner, migrations))
  await checkKey(backend)
  await recountOnce(backend)
  await syncAccess(backend)
  await business.seed(backend)
  if (config.demo) await business.demo(backend)
  await firstAdministrator(backend)
  await closeDemoAccounts(backend)
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

function announce({ config, business }: Backend, address: string): void {
  const width = Math.max(...business.demoAccounts.map(({ email }) => email.length))
  const accounts = business.demoAccounts.map(
    ({ name, email, password }) => `  ${email.padEnd(width)}  ${password}  ${name}`,
  )
  const demo = config.demo ? ['Demo sign-ins:', ...accounts] : []
  process.stdout.write(`\n${[`Leadgate is ready at ${address}`, ...demo].join('\n')}\n`)
}

/** Milliseconds that requests and chunks of jobs under way are given to end. */
const graceMs = 10_000
/** Milliseconds after which the process leaves whatever is left. */
const deadlineMs = 15_000

type Step = () => Promise<unknown>

/** Takes no new request and lets those under way end; what is left after `timeoutMs` is cut off. */
export async function closeServer(app: FastifyInstance, timeoutMs = graceMs): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs)
  await app.close().finally(() => clearTimeout(timer))
}

/** SIGTERM and SIGINT end the work, then close the database, and leave with code 0; a second signal does not wait. */
function stopOnSignal(log: Logger, closeDatabase: Step): { before(step: Step): void } {
  const steps: Step[] = []
  const attempt = (step: Step) =>
    step().catch((error: unknown) => log.error({ err: error }, 'stopping failed'))
  let isStopping = false
  async function end(): Promise<void> {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => {
      log.warn('Stopping takes too long: what is left is given up.')
      process.exit(0)
    }, deadlineMs)
    await Promise.all(steps.map(attempt))
    await attempt(closeDatabase)
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end())
  return { before: (step) => void steps.push(step) }
}

type Place = Pick<Config, 'dataDir' | 'host' | 'port'>

/** Returns what an operator reads when the start fails: what is wrong, with which folder or setting, and the way out. */
export function startProblem(error: unknown, place: Place | undefined): string {
  const { message, code = '', syscall } = described(error)
  if (!place) return message
  const { dataDir, host, port } = place
  if (syscall === 'listen') return listenProblems(host, port)[code] ?? message
  if (isDiskFull(error) || message.includes('ENOSPC')) {
    return `The disk that holds ${dataDir}/ is full. Make room on it and start again.`
  }
  if (/PGlite failed to initialize/.test(message)) {
    return `The database in ${join(dataDir, 'database')}/ is damaged and does not open. Move ${dataDir}/ away and restore a copy of it (docs/operating.md, "Backups").`
  }
  const found = /\b(EACCES|EPERM|EROFS|EEXIST|ENOTDIR)\b/.exec(`${code} ${message}`)?.[1]
  if (found === undefined) return message
  return found === 'EEXIST' || found === 'ENOTDIR'
    ? `${dataDir} is not a folder. Move the file away, or set DATA_DIR to a folder.`
    : `The folder ${dataDir}/ cannot be written. Give it to the user that runs Leadgate, or set DATA_DIR.`
}

const listenProblems = (host: string, port: number): Record<string, string> => ({
  EADDRINUSE: `Port ${port} of ${host} is in use. Stop the program that uses it, or set PORT.`,
  EACCES: `Port ${port} is not open to this user. Set PORT to 1024 or more.`,
  EADDRNOTAVAIL: `${host} is no address of this machine. Set HOST.`,
})

function described(error: unknown): { message: string; code?: string; syscall?: string } {
  return error instanceof Error ? error : { message: String(error) }
}
