import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import { consoleContract as contract } from '#contract'

import type { Api, Backend } from '../kernel/backend.ts'
import { buildFolder } from '../kernel/businessFolder.ts'

interface Options {
  /** Where the page's calls go, if not to where it stands. */
  apiOrigin: string | undefined
  /** The folder of the built console. */
  root?: string
}

/** The built console: hashed assets for a year, the page itself always fresh, at every address that is not the API's. */
export async function consoleFiles(
  app: FastifyInstance,
  { apiOrigin, root = buildFolder }: Options,
): Promise<void> {
  if (!existsSync(root)) return
  const page = apiOrigin && pageFor(root, apiOrigin)
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
  const config = { access: 'public', pressureHandler: serveAllTheSame } as const
  app.get('/*', { config }, (request, reply) => {
    const [path = '/'] = request.url.split('?')
    if (path.startsWith('/api/')) return reply.callNotFound()
    if (/\.\w+$/.test(path)) return reply.sendFile(path)
    if (!page) return reply.sendFile('index.html')
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
}

/** The page and its files are served by a busy server, too: it is the page that tells its user of what is refused. */
const serveAllTheSame = () => undefined

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For @fastify/under-pressure: is asked before a busy server refuses; without an answer the request goes on. */
    pressureHandler?: () => undefined
  }
}

/** The page that is told where the API stands. The policy allows no script in it, so a mark says it. */
function pageFor(root: string, apiOrigin: string): string {
  const page = readFileSync(join(root, 'index.html'), 'utf8')
  return page.replace(
    '</head>',
    `<meta name="api-origin" content="${apiOrigin}" />
    <link rel="preconnect" href="${apiOrigin}" crossorigin />
  </head>`,
  )
}

/** The addresses of the help menu that the operator has set; those that are missing are the console's own. */
export function helpRoutes(app: Api, { config }: Backend): void {
  const { documentation, support, contact } = config.help
  const data = {
    ...(documentation && { documentation }),
    ...(support && { support }),
    ...(contact && { contact: contact.includes('://') ? contact : `mailto:${contact}` }),
  }
  app.get('/help', { schema: contract.help, config: { access: 'signed-in' } }, async () => ({
    data,
  }))
}
