import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'

import { Metadata, Server } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { User } from '#schema'

import type { Backend } from '../backend.ts'
import { badRequest, forbidden, invalid, notFound, tooLarge } from '../errors.ts'
import { aboutUploads } from './about.ts'
import { findFile, type StoredFile } from './store.ts'
import { UploadStore } from './uploadStore.ts'

const megabyte = 1024 * 1024
const sizeLimit = 200 * megabyte
/** The client cuts files into parts of 2 MB (specification 5); a little more is let through. */
const partLimit = 2 * megabyte + 64 * 1024

const path = '/files'
const idPath = ':id(^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)'

interface ById {
  Params: { id: string }
}

/** Resumable uploads by the tus protocol, version 1.0.0. */
export function uploadRoutes(app: FastifyInstance, backend: Backend): void {
  const callers = new AsyncLocalStorage<FastifyRequest>()
  const tus = createTus(backend, callers)
  const access = 'signed-in'
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    return send(reply, await callers.run(request, () => tus.handleWeb(webRequest(request))))
  }
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) =>
    done(null),
  )
  app.post(path, { config: { access, about: aboutUploads.POST } }, (request, reply) => {
    checkNewUpload(backend, request)
    return answer(request, reply)
  })
  for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
    app.route<ById>({
      method,
      url: `${path}/${idPath}`,
      config: { access, about: aboutUploads[method], work: 'streams' },
      onRequest: async (request) => checkPart(request),
      handler: async (request, reply) => {
        const { user, params } = request
        await request.inTurn(() => ownUpload(backend, user, params.id))
        return answer(request, reply)
      },
    })
  }
}

/** A file that the user uploaded for a purpose that is still open to him. 404 for any other. */
export async function ownUpload(backend: Backend, user: User, id: string): Promise<StoredFile> {
  const file = await findFile(backend.database.sql, id)
  if (file?.user_id !== user.id || !mayUpload(backend, user, file.purpose)) throw notFound()
  return file
}

/** Whether the user may upload for a purpose: `import:books` asks the rule of importing books. */
function mayUpload({ business }: Backend, user: User, purpose: string): boolean {
  const resource = business.resources.find(({ name }) => purpose === `import:${name}`)
  return (
    resource !== undefined &&
    resource.operations.includes('import') &&
    resource.access.import(user) !== false
  )
}

const isTable = (name: string) => /\.(?:csv|xlsx)$/i.test(name)

/** Refuses before a byte is stored: no permission, another kind of file (specification 5), nonsense. */
function checkNewUpload(backend: Backend, { user, headers }: FastifyRequest): void {
  const { filename, purpose } = metadataOf(headers['upload-metadata'])
  if (!mayUpload(backend, user, purpose ?? '')) throw forbidden()
  if (!isTable(filename ?? '')) {
    const message = 'File extension is not allowed please upload only csv/xlsx'
    throw invalid({ file: [message] }, message)
  }
  if (headers['upload-length'] === undefined) throw badRequest('Send Upload-Length.')
}

function metadataOf(header: unknown): Record<string, string | null | undefined> {
  if (typeof header !== 'string' || header.length > 4_000) {
    throw badRequest('Send Upload-Metadata with filename and purpose.')
  }
  try {
    return Metadata.parse(header)
  } catch {
    throw badRequest('Upload-Metadata is not valid.')
  }
}

function checkPart({ method, headers }: FastifyRequest): void {
  if (method !== 'PATCH') return
  const length = headers['content-length']
  if (length === undefined) throw badRequest('Send Content-Length.')
  if (Number(length) > partLimit) throw tooLarge('Send the file in parts of at most 2 MB.')
}

function createTus({ database, log }: Backend, callers: Callers): Server {
  return new Server({
    path: `/api${path}`,
    datastore: new UploadStore(database.sql, (work) => callerOf(callers).inTurn(work)),
    maxSize: sizeLimit,
    relativeLocation: true,
    namingFunction: () => randomUUID(),
    // The database itself lets only one of two writers at an offset through, on any number of nodes.
    locker: { newLock: () => ({ lock: async () => {}, unlock: async () => {} }) },
    allowedOrigins: () => false,
    async onUploadCreate(_request, { metadata }) {
      return { metadata: { ...metadata, owner: String(callerOf(callers).user.id) } }
    },
    // What is not a refusal is a bug: the library would tell its message.
    onResponseError(_request, error) {
      // An extension of the protocol that we do not offer is the client's mistake.
      if ('status_code' in error)
        return error.status_code === 501 ? { ...error, status_code: 400 } : undefined
      log.error({ err: error }, 'an upload failed')
      return { status_code: 500, body: 'The server is unavailable' }
    },
  })
}

/** Whose upload the library is at work on. */
type Callers = AsyncLocalStorage<FastifyRequest>

function callerOf(callers: Callers): FastifyRequest {
  const caller = callers.getStore()
  if (!caller) throw new Error('an upload without a request')
  return caller
}

/** The request as the web knows it, with its body still unread. */
function webRequest({ raw, url, method, headers }: FastifyRequest): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  // Node's own stream of the web and the browser's differ only in their declarations.
  const body = method === 'PATCH' ? (Readable.toWeb(raw) as ReadableStream<Uint8Array>) : null
  const options = { method, headers: given, body, duplex: 'half' }
  return new Request(`http://localhost${url}`, options)
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  for (const [name, value] of response.headers) {
    if (!name.startsWith('access-control-') && name !== 'content-length') reply.header(name, value)
  }
  reply.status(response.status)
  const text = await response.text()
  return response.ok
    ? reply.send(text)
    : reply.type('application/json').send({ message: text.trim() })
}
