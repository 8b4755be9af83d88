import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { buildFolder, businessPath, formerOf, root, serverFolder } from './kernel/businessFolder.ts'

/** What Vite builds: by which settings, from which sources, where, and a file of it that it writes last. */
interface Build {
  readonly name: string
  readonly config: string
  readonly sources: readonly string[]
  readonly folder: string
  readonly last: string
  /** Pages that are open go on with the files of the build before. */
  readonly keepsFormer?: boolean
}

const shared = ['package-lock.json', 'package.json', businessPath]
const server: Build = {
  name: 'server',
  config: 'vite.server.config.ts',
  sources: ['src', ...shared],
  folder: serverFolder,
  last: 'package.json',
}
const console: Build = {
  name: 'console',
  config: 'vite.config.ts',
  sources: [
    ...['browser', 'contract', 'features', 'kinds', 'schema', 'system', 'texts'].map(
      (folder) => `src/${folder}`,
    ),
    ...shared,
    'index.html',
  ],
  folder: buildFolder,
  last: 'index.html',
  keepsFormer: true,
}

/**
 * Builds server and console where a source is newer than the build, after a look at what they are built of. Ends the process
 * when one cannot be built.
 * @returns the file with which the built server begins.
 */
export async function buildWhenStale(look?: () => Promise<void>): Promise<string> {
  const stale = [server, console].filter(isStale)
  if (stale.length > 0) await look?.()
  for (const build of stale) run(build)
  return join(serverFolder, 'src/server/main.js')
}

function isStale({ folder, last, config, sources }: Build): boolean {
  const built = join(folder, last)
  return !existsSync(built) || newest([config, ...sources]) > statSync(built).mtimeMs
}

/**
 * Builds beside the folder and changes places: a process that starts at the same time misses nothing, and one that runs
 * holds the files of its console in memory (`http/consoleFiles.ts`).
 */
function run({ name, config, folder, keepsFormer }: Build): void {
  process.stderr.write(`Building the ${name} …\n`)
  const [next, former] = [`${folder}.${process.pid}`, `${folder}.${process.pid}.former`]
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--config', config, '--outDir', next],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  try {
    if (status !== 0) process.exit(status ?? 1)
    if (existsSync(folder)) renameSync(folder, former)
    renameSync(next, folder)
    if (keepsFormer && existsSync(former)) {
      rmSync(formerOf(folder), { recursive: true, force: true })
      renameSync(former, formerOf(folder))
    }
  } catch (error) {
    // Another process has built the same meanwhile.
    if (!existsSync(folder)) throw error
  } finally {
    for (const left of [next, former]) rmSync(left, { recursive: true, force: true })
  }
}

function newest(paths: readonly string[]): number {
  const files = paths.flatMap((path) => {
    if (!statSync(join(root, path)).isDirectory()) return [path]
    return readdirSync(join(root, path), { recursive: true }).map((name) =>
      join(path, String(name)),
    )
  })
  return Math.max(...files.map((path) => statSync(join(root, path)).mtimeMs))
}
