import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const root = fileURLToPath(new URL('../../dist/browser', import.meta.url))

/** The built console: hashed assets for a year, the page itself always fresh, at every address that is not the API's. */
export async function consoleFiles(app: FastifyInstance): Promise<void> {
  if (!existsSync(root)) return
  await app.register(files, {
    root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, path) {
      const isAsset = path.includes('/assets/')
      response.setHeader(
        'cache-control',
        isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  app.get('/*', { config: { access: 'public' } }, (request, reply) => {
    const [path = '/'] = request.url.split('?')
    if (path.startsWith('/api/')) return reply.callNotFound()
    return reply.sendFile(/\.\w+$/.test(path) ? path : 'index.html')
  })
}
