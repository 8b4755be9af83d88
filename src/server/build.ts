import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { buildFolder, businessPath } from './kernel/businessFolder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const built = `${buildFolder}/index.html`
const sources = [
  ...['browser', 'contract', 'features', 'kinds', 'schema', 'system', 'texts'].map(
    (folder) => `src/${folder}`,
  ),
  businessPath,
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]

/** Builds the console when a source is newer than the build. Ends the process when it cannot be built. */
export function buildWhenStale(): void {
  if (existsSync(built) && newest(sources) <= statSync(built).mtimeMs) return
  process.stdout.write('Building the console …\n')
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[] }
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build'],
    options,
  )
  if (status !== 0) process.exit(status ?? 1)
}

function newest(paths: readonly string[]): number {
  const files = paths.flatMap((path) => {
    if (!statSync(`${root}/${path}`).isDirectory()) return [path]
    return readdirSync(`${root}/${path}`, { recursive: true }).map(
      (name) => `${path}/${String(name)}`,
    )
  })
  return Math.max(...files.map((path) => statSync(`${root}/${path}`).mtimeMs))
}
