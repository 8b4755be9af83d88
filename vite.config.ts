/// <reference types="vitest/config" />
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const apiPort = 4001

export default defineConfig({
  plugins: [react(), serverProcess(), compressed()],
  server: { host: '127.0.0.1', port: 4000, proxy: { '/api': `http://127.0.0.1:${apiPort}` } },
  build: {
    outDir: 'dist/browser',
    target: 'es2022',
    // The content security policy has no place for data: addresses but images.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 30,
            },
            // Split by who needs it: one vendor chunk would load the forms with the first list.
            { name: 'vendor', test: /node_modules/, priority: 10, entriesAware: true },
          ],
        },
      },
    },
  },
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/browser/**', 'tests/journeys/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'jsdom',
          environment: 'jsdom',
          include: ['tests/browser/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/browser/setup.ts'],
        },
      },
    ],
  },
})

/** With `npm run dev`, the server in a process of its own that starts anew when its files change. */
function serverProcess(): Plugin {
  return {
    name: 'leadgate-server',
    apply: (_config, { command, isPreview }) =>
      command === 'serve' && !isPreview && !process.env['VITEST'],
    configureServer({ httpServer }) {
      const server = spawn(process.execPath, ['--watch', '--import', 'tsx', 'src/server/main.ts'], {
        env: { ...process.env, PORT: String(apiPort) },
        stdio: 'inherit',
      })
      const stop = () => server.kill('SIGTERM')
      httpServer?.once('close', stop)
      process.once('exit', stop)
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
