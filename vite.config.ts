/// <reference types="vitest/config" />
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import reactPlugin from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

import { devPorts, devServer } from './src/server/devServer.ts'
import { buildFolder, businessFolder, businessPath } from './src/server/kernel/businessFolder.ts'
import { productClaim, productName } from './src/server/kernel/productName.ts'
import { SlowFirst } from './tests/order.ts'

const { port, apiPort } = devPorts(process.env)

const react = /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/
const early =
  /src[\\/]browser[\\/](?:early|loadConsole|client[\\/](?:product|storage[\\/]storageKeys|http[\\/]earlyRequest)|ui[\\/](?:states[\\/]lateAfter|keyboard[\\/]earlyKeys))|vite[\\/]preload-helper/
const earlyEntry = 'src/browser/early.ts'
const firstPage =
  /src[\\/]browser[\\/](?:start|frame[\\/]login|client[\\/](?:session[\\/](?:session|signIn)|http[\\/]http|storage[\\/](?:store|persisted)|i18n[\\/]locale)|ui[\\/]useSubmit)/
const alert = /@mui[\\/]material[\\/](?:esm[\\/])?(?:Alert|internal[\\/]svg-icons)[\\/]/
const libraries =
  /node_modules|src[\\/](?:schema|kinds|features|browser[\\/](?:views|ui(?![\\/]theme)))[\\/]/
// Not the registries of kinds, which are filled when they are loaded.
const shared =
  /src[\\/](?:schema|kinds(?![\\/]kinds\.)|contract|features|system|browser[\\/](?:views|ui|client))[\\/]/
const own = /src[\\/]|resources[\\/]|examples[\\/]/

/** Tests that measure the memory of their process, or replace something in it before a module is loaded. */
const alone: string[] = [
  'tests/browser/search/missingFiles.test.tsx',
  'tests/browser/shell/client/codeFromText.test.ts',
  'tests/browser/shell/lateFiles.test.tsx',
  'tests/browser/views/missingDialogs.test.tsx',
  'tests/resources/staff/passwords.test.ts',
  'tests/server/exports/memory.test.ts',
]

/**
 * Pages and answers leave much behind that is young: an eighth of the time went into looking through it. What a test
 * calls it calls a few times: a twentieth went into waiting until V8 thinks it worth to learn from.
 */
const execArgv = ['--max-semi-space-size=64', '--no-lazy-feedback-allocation']

/** With another business its own tests run, and none of the engine's. */
const isOther = businessPath !== 'resources'

export default defineConfig({
  resolve: { alias: { '#business': join(businessFolder, 'index.browser.ts') } },
  plugins: [reactPlugin(), ownPage(), earlyScript(), devServer(), builtRouter(), compressed()],
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    proxy: { '/api': `http://127.0.0.1:${apiPort}` },
  },
  // A worker loads its larger parts when it needs them.
  worker: { format: 'es' },
  build: {
    outDir: buildFolder,
    target: 'es2022',
    // Says to the server which files the console needs first.
    manifest: true,
    // The content security policy has no place for data: addresses but images.
    assetsInlineLimit: 0,
    modulePreload: {
      // Browsers that do not know it load the same files a little later.
      polyfill: false,
      // What the page itself has loaded, and the console, which nothing but itself asks for more.
      resolveDependencies: (file, needed) =>
        needed
          .filter((one) => !/\/(?:rolldown-runtime|react|early|first|SetupForm)-/.test(one))
          .filter((one) => /\/main-/.test(file) || !/\/(?:main|console)-/.test(one)),
    },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // What is shared and only a later part uses comes with that part, not with its barrel.
      treeshake: { moduleSideEffects: (id) => !shared.test(id) },
      // The console is no entry of the page; named here, its parts are told from those that come later.
      input: ['index.html', earlyEntry, 'src/browser/main.tsx'],
      output: {
        // Files that come later are named in the first one: the names of all that share a part would weigh there.
        chunkFileNames: ({ name }) =>
          `assets/${name.split('~').length > 2 ? 'part' : '[name]'}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'early', test: early, priority: 5 },
            { name: 'react', test: react, priority: 4 },
            { name: 'first', test: firstPage, priority: 3 },
            // One chunk for what every screen needs, and one for each set of parts that share more: by
            // package, the first list would load the forms.
            { name: 'console', test: libraries, tags: ['$initial'], priority: 2 },
            // What the first list needs of our own, and not a file for each of its parts that a later one shares.
            { name: 'main', test: own, tags: ['$initial'], priority: 1.5 },
            // Toasts and forms share it, with icons that pickers have too.
            { name: 'alert', test: alert, priority: 1.2 },
            // The first file names every part: one of a few bytes costs more there than it spares.
            {
              name: 'part',
              test: libraries,
              priority: 1,
              entriesAware: true,
              entriesAwareMergeThreshold: 1_000,
            },
          ],
        },
      },
    },
  },
  test: {
    // On a busy machine what takes four seconds takes twenty, and what is waited for comes late.
    testTimeout: 60_000,
    expect: { poll: { timeout: 45_000 } },
    // Many tests wait, for a timer, a child or an answer; meanwhile another has the processor.
    maxWorkers: availableParallelism() * 2,
    hookTimeout: 60_000,
    globalSetup: 'tests/run.ts',
    sequence: { sequencer: SlowFirst },
    // In CI once more, as stories are; what needed it is told at the end.
    retry: process.env['CI'] ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: isOther
            ? [`${businessPath}/**/*.test.ts`]
            : ['tests/**/*.test.ts', 'examples/**/*.test.ts'],
          exclude: ['tests/**/browser/**', 'tests/journeys/**', ...alone],
          setupFiles: ['tests/messages.ts'],
          // Files share the modules that they load, a third of the time of a run.
          isolate: false,
          execArgv,
        },
      },
      {
        extends: true,
        // `npm run test:slow`: what starts and kills processes, waits, or calls every route as everybody.
        test: {
          name: 'slow',
          environment: 'node',
          include: isOther ? [] : ['tests/**/*.slow.ts'],
          setupFiles: ['tests/messages.ts'],
          isolate: false,
          execArgv,
        },
      },
      {
        extends: true,
        // As in a browser: Node by itself takes the build for Node.
        resolve: { alias: { 'tus-js-client': 'tus-js-client/lib.es5/browser/index.js' } },
        test: {
          name: 'jsdom',
          environment: 'jsdom',
          include: isOther
            ? [`${businessPath}/**/*.test.tsx`]
            : ['tests/**/browser/**/*.test.{ts,tsx}'],
          exclude: alone,
          setupFiles: ['tests/messages.ts', 'tests/browser/setup.ts'],
          isolate: false,
          execArgv,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: isOther ? [] : alone,
          setupFiles: ['tests/messages.ts'],
        },
      },
    ],
  },
})

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Puts the name and the sentence of the business, and its mark where it has one, into the page. */
function ownPage(): Plugin {
  const hasMark = existsSync(join(businessFolder, 'mark.svg'))
  return {
    name: 'leadgate-page',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replaceAll('%NAME%', () => escaped(productName))
          .replace('%CLAIM%', () => escaped(productClaim))
          .replace('/src/browser/favicon.svg', (own) =>
            hasMark ? `/${businessPath}/mark.svg` : own,
          ),
    },
  }
}

/** Has the page load its first file before all others, and run it as soon as it is there. */
function earlyScript(): Plugin {
  return {
    name: 'leadgate-early',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunk = Object.values(bundle ?? {}).find(
          (one) => one.type === 'chunk' && one.facadeModuleId?.endsWith(earlyEntry),
        )
        const src = `/${chunk?.fileName ?? earlyEntry}`
        const attrs = { type: 'module', async: true, crossorigin: true, src }
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

/** Takes the router's files for production, which warn of nothing: its package names those for development, whatever is built. */
function builtRouter(): Plugin {
  return {
    name: 'leadgate-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react-router(?:\/dom)?$/ },
      async handler(source, importer) {
        const found = await this.resolve(source, importer, { skipSelf: true })
        return found?.id.replace(/(?<=react-router[\\/]dist[\\/])development/, 'production')
      },
    },
  }
}

/** Writes a `.br` and a `.gz` beside every text file of the build, for the server to send. */
function compressed(): Plugin {
  return {
    name: 'leadgate-compressed',
    apply: 'build',
    writeBundle({ dir = '.' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(?:js|css|html|svg)$/.test(name)) continue
        const text = readFileSync(join(dir, name))
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(text))
        writeFileSync(join(dir, `${name}.gz`), gzipSync(text, { level: 9 }))
      }
    },
  }
}
