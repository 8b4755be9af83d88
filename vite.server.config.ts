import { copyFileSync, cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { defineConfig, type Plugin } from 'vite'

import { businessPath, root, serverFolder } from './src/server/kernel/businessFolder.ts'

/** Modules that are loaded by their address. */
const inputs = [
  'src/server/main.ts',
  ...readdirSync(businessPath)
    .filter((name) => name.endsWith('.server.ts'))
    .map((name) => `${businessPath}/${name}`),
].map((path) => [path.slice(0, -'.ts'.length), path])

/** The server as Node runs it: modules and the files that they read, in the order of the sources. */
export default defineConfig({
  plugins: [readFiles()],
  publicDir: false,
  build: {
    ssr: true,
    outDir: serverFolder,
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      input: {
        ...Object.fromEntries(inputs),
        // Threads: built, they need nothing to be loaded before them.
        'src/server/imports/rows/rowsEntry': 'src/server/imports/rows/rowsWorker.ts',
        'src/server/database/embedded/pgliteWorker': 'src/server/database/embedded/pgliteWorker.js',
      },
      output: { preserveModules: true, preserveModulesRoot: root, entryFileNames: '[name].js' },
    },
  },
})

/** Copies what is no code: migrations, texts, seeds. */
function readFiles(): Plugin {
  const isRead = (path: string) => !/\.[jt]sx?$/.test(path)
  return {
    name: 'leadgate-read-files',
    writeBundle({ dir = '.' }) {
      for (const folder of ['src', businessPath]) {
        cpSync(folder, join(dir, folder), { recursive: true, filter: isRead })
      }
      copyFileSync('package.json', join(dir, 'package.json'))
    },
  }
}
