import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, test } from 'vitest'

import { consoleFiles } from '../../../src/server/http/consoleFiles.ts'

const manifest = {
  'src/browser/early.ts': { file: 'assets/early.js', dynamicImports: ['src/browser/main.tsx'] },
  'src/browser/main.tsx': {
    file: 'assets/main.js',
    imports: ['_console.js', '_react.js'],
    css: ['assets/main.css'],
  },
  '_console.js': { file: 'assets/console.js', imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_later.js': { file: 'assets/later.js' },
}

test('a page of the console names the files of its first screen, and the sign-in does not', async () => {
  const root = mkdtempSync(join(tmpdir(), 'leadgate-page-'))
  const html = '<head><script type="module" src="/assets/react.js"></script></head>The console'
  writeFileSync(join(root, 'index.html'), html)
  mkdirSync(join(root, '.vite'))
  writeFileSync(join(root, '.vite/manifest.json'), JSON.stringify(manifest))
  const app = fastify()
  await app.register(consoleFiles, { apiOrigin: 'https://api.example.com', root })
  const linksAt = async (url: string) => {
    const { body } = await app.inject(url)
    return [...body.matchAll(/<link rel="(\w+)"[^>]*? href="([^"]+)"/g)].map(([, rel, href]) => [
      rel,
      href,
    ])
  }
  const api = ['preconnect', 'https://api.example.com']
  expect(await linksAt('/login?next=1')).toEqual([api])
  expect(await linksAt('/lead/search?page=2')).toEqual([
    api,
    ['modulepreload', '/assets/main.js'],
    ['modulepreload', '/assets/console.js'],
    ['preload', '/assets/main.css'],
  ])
  await app.close()
  rmSync(root, { recursive: true })
})
