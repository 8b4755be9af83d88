import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'

import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

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

const early = '<script type="module" async src="/assets/early.js"></script>'

/** A built console of these files, served without the rest of the server. */
const served = async (apiOrigin?: string) => (await servedFrom(apiOrigin)).app

async function servedFrom(apiOrigin?: string) {
  const root = mkdtempSync(join(tmpdir(), 'leadgate-page-'))
  const html = `<head>${early}<script type="module" src="/assets/react.js"></script></head>The console`
  writeFileSync(join(root, 'index.html'), html)
  mkdirSync(join(root, '.vite'))
  writeFileSync(join(root, '.vite/manifest.json'), JSON.stringify(manifest))
  mkdirSync(join(root, 'assets'))
  const lengths = { early: 10, react: 500, main: 300, console: 900, later: 20 }
  for (const [name, length] of Object.entries(lengths)) {
    const text = `'${'x'.repeat(length)}'`
    writeFileSync(join(root, `assets/${name}.js`), text)
    writeFileSync(join(root, `assets/${name}.js.br`), brotliCompressSync(text))
    writeFileSync(join(root, `assets/${name}.js.gz`), gzipSync(text))
  }
  writeFileSync(join(root, 'assets/main.css'), 'a {}')
  const app = fastify()
  await app.register(consoleFiles, { apiOrigin, root })
  onTestFinished(async () => {
    await app.close()
    rmSync(root, { recursive: true })
  })
  return { app, root }
}

test('a page of the console names the files of its first screen, and the sign-in does not', async () => {
  const app = await served('https://api.example.com')
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
    ['modulepreload', '/assets/console.js'],
    ['modulepreload', '/assets/main.js'],
    ['preload', '/assets/main.css'],
    api,
  ])
})

test('the page asks for its first script, then for the largest, then for the others', async () => {
  const app = await served()
  const { body } = await app.inject('/lead')
  const order = ['early.js', 'console.js', 'main.js', 'react.js'].map((name) => body.indexOf(name))
  expect(order).toEqual(order.toSorted((one, other) => one - other))
})

test('a build beneath a running server takes no file from the page that it sends', async () => {
  const { app, root } = await servedFrom()
  rmSync(join(root, 'assets'), { recursive: true })
  const { body: page } = await app.inject('/lead')
  expect(page).toContain('/assets/main.js')
  const get = (accepted: string) =>
    app.inject({ url: '/assets/later.js', headers: { 'accept-encoding': accepted } })
  for (const [accepted, encoding] of [
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
  ] as const) {
    const { statusCode, headers } = await get(accepted)
    expect([statusCode, headers['content-encoding']]).toEqual([200, encoding])
  }
})

test('the first files are sent as they were compressed, and whole to others', async () => {
  const app = await served()
  const get = (accepted: string) =>
    app.inject({ url: '/assets/main.js', headers: { 'accept-encoding': accepted } })
  const compressed = await get('gzip, br')
  const { headers, rawPayload } = compressed
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect(brotliDecompressSync(rawPayload).toString()).toBe(`'${'x'.repeat(300)}'`)
  const plain = await get('identity')
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.body).toBe(`'${'x'.repeat(300)}'`)
})

test('a page that was open before a new build finds the files that it has not loaded yet', async () => {
  const { root } = await servedFrom()
  const former = `${root}.former`
  mkdirSync(join(former, 'assets'), { recursive: true })
  writeFileSync(join(former, 'index.html'), 'The console before')
  writeFileSync(join(former, 'assets/form-of-before.js'), '1')
  const app = fastify()
  await app.register(consoleFiles, { apiOrigin: undefined, root })
  onTestFinished(async () => {
    await app.close()
    rmSync(former, { recursive: true })
  })
  const { statusCode, body, headers } = await app.inject('/assets/form-of-before.js')
  expect([statusCode, body]).toEqual([200, '1'])
  expect(headers['cache-control']).toContain('immutable')
  expect((await app.inject('/index.html')).body).toContain('The console')
  expect((await app.inject('/index.html')).body).not.toContain('before')
  expect((await app.inject('/assets/none.js')).statusCode).toBe(404)
})
