import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { utimesSync } from 'node:fs'
import { join, relative } from 'node:path'

import type { Plugin, ViteDevServer } from 'vite'

import { businessFolder, root } from './kernel/businessFolder.ts'
import { noticedWithinMs, followServer } from './followServer.ts'

/** Where `npm run dev` serves the page, and where the server behind it listens. */
export const devPorts = ({ PORT, API_PORT }: NodeJS.ProcessEnv) => {
  const port = Number(PORT || 4000)
  return { port, apiPort: Number(API_PORT || port + 1) }
}

const entry = 'src/server/main.ts'

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
