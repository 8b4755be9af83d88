import { join } from 'node:path'

import { build } from 'vite'

import { root } from '../../../src/server/kernel/businessFolder.ts'

const outDir = join(root, 'node_modules/.cache/leadgate/sending')
const names = ['workerProcessEntry', 'fakeProcessEntry'].map(
  (name) => `tests/benchmarks/sending/${name}`,
)

/** Builds what the benchmark runs as processes of their own as the server is built: a loader makes each function dearer. */
export async function buildEntries(): Promise<void> {
  const input = Object.fromEntries(names.map((name) => [name, `${name}.ts`]))
  await build({
    configFile: join(root, 'vite.server.config.ts'),
    logLevel: 'error',
    build: { outDir, rolldownOptions: { input } },
  })
}

/** Where a built module stands. */
export const builtEntry = (name: string): string =>
  join(outDir, 'tests/benchmarks/sending', `${name}.js`)
