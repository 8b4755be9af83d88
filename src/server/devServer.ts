import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { utimesSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Readable } from 'node:stream'

import type { Plugin, ViteDevServer } from 'vite'

import { businessFolder, root } from './kernel/businessFolder.ts'

/** Where `npm run dev` serves the page, and where the server behind it listens. */
export const devPorts = ({ PORT, API_PORT }: NodeJS.ProcessEnv) => {
  const port = Number(PORT || 4000)
  return { port, apiPort: Number(API_PORT || port + 1) }
}

const entry = 'src/server/main.ts'

/** Milliseconds that a call waits for a server that starts anew. */
const startTimeoutMs = 60_000

/** Within so many milliseconds after a file is saved the watcher says that it starts anew; the page asks sooner. */
const noticedWithinMs = 1_000

interface Outputs {
  readonly stdout: Readable
  readonly stderr: Readable
}

/**
 * Follows a server under `node --watch` by what it prints. `settled` resolves with what kept it from starting, or with
 * undefined when it answers.
 */
export function followServer({ stdout, stderr }: Outputs, onChange: (problem?: string) => void) {
  // Every call of a page waits for it at once.
  const changes = new EventEmitter().setMaxListeners(0)
  let state: 'starting' | 'settled' = 'starting'
  let printed = ''
  let problem: string | undefined
  let startedAt = 0
  const within = (change: 'starting' | 'settled', ms: number) =>
    once(changes, change, { signal: AbortSignal.timeout(ms) }).catch(() => undefined)
  const settle = (found?: string) => {
    state = 'settled'
    problem = found
    onChange(found)
    changes.emit('settled')
  }
  stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  stdout.setEncoding('utf8').on('data', (text: string) => {
    if (/^Restarting /m.test(text)) {
      ;[state, printed, startedAt] = ['starting', '', Date.now()]
      changes.emit('starting')
    }
    if (/^Leadgate is ready at /m.test(text)) settle()
    // What it printed last may arrive after the word of its end.
    if (/^Failed running /m.test(text)) setTimeout(() => settle(printed.trim()), 50)
  })
  return {
    hasStartedSince: (moment: number) => startedAt >= moment,
    async settled(): Promise<string | undefined> {
      // What is told of may just have been mended.
      if (state === 'settled' && problem !== undefined) await within('starting', noticedWithinMs)
      if (state === 'starting') await within('settled', startTimeoutMs)
      return problem
    },
  }
}

/**
 * With `npm run dev`, the server in a process of its own that starts anew when its files change. Calls wait for it; what
 * keeps it from starting stands in the page until it is mended.
 */
export function devServer(): Plugin {
  const { port, apiPort } = devPorts(process.env)
  return {
    name: 'leadgate-server',
    apply: (_config, { command, isPreview }) =>
      command === 'serve' && !isPreview && !process.env['VITEST'],
    configureServer(vite) {
      const server = spawn(process.execPath, ['--watch', '--import', 'tsx', entry], {
        env: { ...process.env, NODE_ENV: 'development', PORT: String(apiPort) },
        stdio: ['inherit', 'pipe', 'pipe'],
        // A group of its own: a signal to it reaches the watcher and the server that it runs.
        detached: true,
      })
      server.stdout.on('data', (text: Buffer) => {
        // One address: that of the page, through which the API answers too.
        process.stdout.write(String(text).replaceAll(`127.0.0.1:${apiPort}`, `127.0.0.1:${port}`))
      })
      server.stderr.pipe(process.stderr)
      const { settled, hasStartedSince } = followServer(server, showIn(vite))
      followFiles(vite.watcher, { hasStartedSince, startAnew })
      vite.middlewares.use('/api', async (_request, response, next) => {
        const problem = await settled()
        if (problem === undefined) return next()
        showProblem(vite, problem)
        response.writeHead(503, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ message: problem }))
      })
      endTogether(vite, server.pid, once(server, 'exit'))
    },
  }
}

/**
 * Starts the server anew when a file changes that its own watcher, which follows what was imported, misses: a migration, a
 * file that was replaced and not written (as git and some editors save), and the mend of what could not be read.
 */
export function followFiles(
  watcher: Pick<ViteDevServer['watcher'], 'add' | 'on'>,
  server: { hasStartedSince(moment: number): boolean; startAnew(): void },
): void {
  watcher.add([join(businessFolder, 'migrations'), join(root, 'src'), businessFolder])
  watcher.on('all', (_event, path) => {
    const isMigration = path.endsWith('.sql')
    if (isMigration) server.startAnew()
    if (!isMigration && !isOfServer(path)) return
    // A server that is just starting anew may not be told of another change; of a migration it has no watcher of its own.
    const noticed = isMigration ? Date.now() : Date.now() - noticedWithinMs
    setTimeout(() => {
      if (!server.hasStartedSince(noticed)) server.startAnew()
    }, noticedWithinMs)
  })
}

/** Whether the server may import a file: code of the engine or of the business that is not of the browser alone. */
function isOfServer(path: string): boolean {
  const isCode = path.endsWith('.ts') && !/\.(?:browser|test|d)\.ts$/.test(path)
  const place = relative(root, path)
  const isEngine = /^src\/(?!browser\/|commands\/)/.test(place)
  return isCode && (isEngine || !relative(businessFolder, path).startsWith('..'))
}

/** Says to the watcher of the server that its first file has changed. */
function startAnew(): void {
  const now = new Date()
  utimesSync(join(root, entry), now, now)
}

function showIn(vite: ViteDevServer) {
  let isBroken = false
  return (problem?: string) => {
    if (problem !== undefined) showProblem(vite, problem)
    else if (isBroken) vite.ws.send({ type: 'full-reload' })
    isBroken = problem !== undefined
  }
}

const showProblem = (vite: ViteDevServer, message: string) =>
  vite.ws.send({ type: 'error', err: { message, stack: '' } })

function endTogether(
  { httpServer }: ViteDevServer,
  pid: number | undefined,
  exit: Promise<unknown>,
): void {
  let isRunning = true
  void exit.then(() => {
    isRunning = false
  })
  const stop = () => {
    if (pid && isRunning) process.kill(-pid, 'SIGTERM')
    isRunning = false
  }
  httpServer?.once('close', stop)
  process.once('exit', stop)
  process.once('SIGINT', () => process.exit(130))
}
