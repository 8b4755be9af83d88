import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import files from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { formerOf } from '../kernel/businessFolder.ts'

interface Options {
  /** Where the page's calls go, if not to where it stands. */
  apiOrigin: string | undefined
  /** The folder of the built console. */
  root: string
}

/**
 * The built console: hashed assets for a year, those of the build before too, the page itself always fresh, at every address
 * that is not the API's.
 */
export async function consoleFiles(
  app: FastifyInstance,
  { apiOrigin, root }: Options,
): Promise<void> {
  if (!existsSync(root)) return
  const page = pageFor(root, apiOrigin)
  const consolePage = withFirstFiles(page, root)
  const inMemory = filesInMemory(root)
  await app.register(files, {
    root: [root, formerOf(root)].filter(existsSync),
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, path) {
      const isAsset = path.includes('/assets/')
      response.setHeader('cache-control', isAsset ? forAYear : 'no-cache')
    },
  })
  const config = { access: 'public', pressureHandler: serveAllTheSame } as const
  app.get('/*', { config }, (request, reply) => {
    const [path = '/'] = request.url.split('?')
    if (path.startsWith('/api/')) return reply.callNotFound()
    const file = inMemory.get(path)
    const known = encodingsFor(request).flatMap((one) => file?.[one] ?? [])[0]
    if (known) return reply.headers(known.headers).send(known.content)
    if (/\.\w+$/.test(path)) return reply.sendFile(path)
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    return reply.send(loginPaths.has(path) ? page : consolePage)
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

/** The page, told where the API stands. The policy allows no script in it, so a mark says it. */
function pageFor(root: string, apiOrigin: string | undefined): string {
  const page = readFileSync(join(root, 'index.html'), 'utf8')
  if (!apiOrigin) return page
  return inHead(page, [
    `<meta name="api-origin" content="${apiOrigin}" />`,
    `<link rel="preconnect" href="${apiOrigin}" crossorigin />`,
  ])
}

const inHead = (page: string, tags: readonly string[]) =>
  page.replace('</head>', () => `${tags.map((tag) => `  ${tag}\n  `).join('')}</head>`)

/** Addresses that somebody who is not signed in sees without the files of the console. */
const loginPaths = new Set(['/', '/login'])

/** Of the build's manifest, which Vite documents. */
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}

/** The page that has the browser load the files of the console together with its own, not when these ask for them. */
function withFirstFiles(page: string, root: string): string {
  const path = join(root, '.vite/manifest.json')
  if (!existsSync(path)) return page
  const chunks: Readonly<Record<string, Chunk>> = JSON.parse(readFileSync(path, 'utf8'))
  const keys = new Set(chunks['src/browser/early.ts']?.dynamicImports)
  for (const key of keys) for (const one of chunks[key]?.imports ?? []) keys.add(one)
  const files = [...keys].flatMap((key) => chunks[key] ?? [])
  const isNew = (file: string) => !page.includes(`"/${file}"`)
  const sizeOf = (file: string) => statSync(join(root, file)).size
  const scripts = files.map(({ file }) => file).filter(isNew)
  const styles = files.flatMap(({ css = [] }) => css).filter(isNew)
  // After the very first, the largest before all others: a browser loads six at a time, and these take longest to be read.
  return page.replace('</script>', (first) =>
    [
      first,
      ...scripts
        .toSorted((one, other) => sizeOf(other) - sizeOf(one))
        .map((file) => `<link rel="modulepreload" href="/${file}" crossorigin />`),
      ...styles.map((file) => `<link rel="preload" as="style" href="/${file}" crossorigin />`),
    ].join('\n    '),
  )
}

/** A script or style sheet as it is sent, by its encoding. */
interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly content: Buffer
}

/**
 * The compressed scripts and style sheets, 2.5 MB in all: a build beneath a running server, which replaces them, takes none
 * from the page that it sends.
 */
function filesInMemory(
  root: string,
): ReadonlyMap<string, Readonly<Partial<Record<Encoding, Sent>>>> {
  const folder = join(root, 'assets')
  const names = existsSync(folder) ? readdirSync(folder) : []
  return new Map(
    names
      .filter((name) => /\.(?:js|css)$/.test(name))
      .map((name) => [`/assets/${name}`, sentOf(join(folder, name))]),
  )
}

type Encoding = keyof typeof endings
const endings = { br: 'br', gzip: 'gz' }

function sentOf(path: string): Partial<Record<Encoding, Sent>> {
  const type = path.endsWith('.js') ? 'text/javascript' : 'text/css'
  const entries = Object.entries(endings).flatMap(([encoding, ending]) => {
    const file = `${path}.${ending}`
    if (!existsSync(file)) return []
    const headers = {
      'content-type': `${type}; charset=utf-8`,
      'content-encoding': encoding,
      vary: 'accept-encoding',
      'cache-control': forAYear,
    }
    return [[encoding, { headers, content: readFileSync(file) }]]
  })
  return Object.fromEntries(entries)
}

/** What a browser reads, the smallest first; nothing where it asks for a part of a file. */
function encodingsFor({ headers }: FastifyRequest): readonly Encoding[] {
  const accepted = String(headers['accept-encoding'])
  if (headers.range) return []
  return (['br', 'gzip'] as const).filter((one) => accepted.includes(one))
}

const forAYear = 'public, max-age=31536000, immutable'
