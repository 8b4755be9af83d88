import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import react from '@vitejs/plugin-react'
import { build } from 'vite'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Builds the plain react-admin application into a folder, each file beside its brotli. */
export async function buildPeer(folder: string): Promise<void> {
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2000 },
  })
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!types[extname(name)]) continue
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(readFileSync(join(folder, name))))
  }
}

/** Serves the built application as the console is served, and hands calls of the API on to the console. */
export async function servePeer(folder: string, console: string) {
  const server = createServer((call, answer) => {
    const { pathname } = new URL(call.url ?? '/', console)
    if (pathname.startsWith('/api/')) {
      const { method, headers } = call
      const target = new URL(call.url ?? '', console)
      const passed = request(target, { method, headers }, (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
      })
      passed.on('error', () => answer.destroy())
      return call.pipe(passed)
    }
    const isAsset = pathname.startsWith('/assets/')
    const file = join(folder, isAsset ? pathname : 'index.html')
    if (!existsSync(`${file}.br`)) return answer.writeHead(404).end()
    answer.writeHead(200, {
      'content-type': types[extname(file)],
      'content-encoding': 'br',
      'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    return createReadStream(`${file}.br`).pipe(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => server.close(),
  }
}
