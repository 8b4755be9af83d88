import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { PassThrough, Readable } from 'node:stream'

import { Metadata, Server } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'

import { uploadContract as contract, type UnfinishedUpload } from '#contract'
import type { User } from '#schema'

import type { Api, Backend } from '../kernel/backend.ts'
import {
  badRequest,
  forbidden,
  invalid,
  notFound,
  tooLarge,
  unsupported,
} from '../kernel/errors.ts'
import { workbook } from './signature.ts'
import { storable } from '../records/write/validateWrite.ts'
import { attempts, currentAttempt, type Attempt, UploadStore } from './uploadStore.ts'
import { findFile, type StoredFile } from './store.ts'
import { msg } from '../../texts/serverMsg.ts'

const megabyte = 1024 * 1024
const sizeLimit = 200 * megabyte
/** The client cuts files into parts of 2 MB (specification 5); a little more is let through. */
const partLimit = 2 * megabyte + 64 * 1024

/** Milliseconds in which a part must arrive: less than 4 KB a second is no connection. */
const bodyTimeoutMs = 600_000

const path = '/files'
const idPath = ':id(^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)'

/** Resumable uploads by the tus protocol, version 1.0.0. */
export function uploadRoutes(app: Api, backend: Backend): void {
  const tus = createTus(backend)
  const access = 'signed-in'
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const attempt: Attempt = { request }
    const response = await attempts.run(attempt, () => tus.handleWeb(webRequest(request)))
    // A client hears why a part was refused when it has sent the rest of it.
    request.raw.unpipe().resume()
    // What a store throws the library may take for a connection that was cut.
    if (attempt.failure && !response.ok) throw attempt.failure
    return send(reply, response)
  }
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) =>
    done(null),
  )
  app.post(path, { schema: contract.begin, config: { access } }, (request, reply) => {
    checkNewUpload(backend, request)
    return answer(request, reply)
  })
  app.get(path, { schema: contract.unfinished, config: { access } }, async ({ user }) => ({
    data: await unfinishedUploads(backend, user),
  }))
  for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
    app.route({
      method,
      url: `${path}/${idPath}`,
      schema: contract.byMethod[method],
      config: { access, work: 'streams', bodyTimeoutMs, swagger: { exposeHeadRoute: true } },
      onRequest: async (request) => {
        checkEncoding(request)
        checkPart(request)
      },
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

/** The own uploads that can go on, the newest first. */
async function unfinishedUploads(backend: Backend, user: User) {
  const { rows } = await sql<UnfinishedUpload>`
    select id, name, purpose, size, stored, metadata ->> 'modified' as modified, created_at, expires_at
    from files
    where user_id = ${user.id} and purpose like 'import:%' and stored < size and expires_at > now()
    order by created_at desc, id`.execute(backend.database.sql)
  return rows.filter(({ purpose }) => mayUpload(backend, user, purpose))
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
const isWorkbook = (name: string) => /\.xlsx$/i.test(name)

/** Refuses before a byte is stored: no permission, another kind of file (specification 5), nonsense. */
function checkNewUpload(backend: Backend, { user, headers }: FastifyRequest): void {
  const { filename, purpose } = metadataOf(headers['upload-metadata'])
  if (!mayUpload(backend, user, purpose ?? '')) throw forbidden()
  if (!isTable(filename ?? '')) {
    const message = msg('file_extension_is_not_allowed_please_upload')
    throw invalid({ file: [message] }, message)
  }
  if (isWorkbook(filename ?? '')) throw invalid({ file: [workbook] }, workbook)
  if (headers['upload-length'] === undefined) throw badRequest('Send Upload-Length.')
}

function metadataOf(header: unknown): Record<string, string | null | undefined> {
  if (typeof header !== 'string' || header.length > 4_000) {
    throw badRequest(msg('send_upload_metadata_with_filename_and_purpose'))
  }
  try {
    return Metadata.parse(header)
  } catch {
    throw badRequest(msg('upload_metadata_is_not_valid'))
  }
}

/** The bytes of a file are counted, so they must come as they are. */
function checkEncoding({ headers }: FastifyRequest): void {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw unsupported(msg('send_the_file_as_it_is_without'))
  }
}

function checkPart({ method, headers }: FastifyRequest): void {
  if (method !== 'PATCH') return
  const length = headers['content-length']
  if (length === undefined) throw badRequest('Send Content-Length.')
  if (Number(length) > partLimit) throw tooLarge(msg('send_the_file_in_parts_of_at'))
}

function createTus({ database, business }: Backend): Server {
  return new Server({
    path: `/api${path}`,
    datastore: new UploadStore(database),
    maxSize: sizeLimit,
    relativeLocation: true,
    namingFunction: () => randomUUID(),
    // The database itself lets only one of two writers at an offset through, on any number of nodes.
    locker: { newLock: () => ({ lock: async () => {}, unlock: async () => {} }) },
    allowedOrigins: () => false,
    async onUploadCreate(_request, { metadata }) {
      const filename = storable(business, metadata?.['filename'] ?? '')
      const owner = String(currentAttempt().request.user.id)
      return { metadata: { ...metadata, filename, owner } }
    },
    onResponseError(_request, error) {
      // What is not a refusal of the protocol is ours to answer: the library would tell its message.
      if (!('status_code' in error)) currentAttempt().failure ??= error
      else if (error.status_code === 501) {
        // An extension of the protocol that we do not offer is the client's mistake.
        return { ...error, status_code: 400 }
      }
      return undefined
    },
  })
}

/** The request as the web knows it, with its body still unread. */
function webRequest({ raw, url, method, headers }: FastifyRequest): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  // Node's own stream of the web and the browser's differ only in their declarations.
  const body =
    method === 'PATCH' ? (Readable.toWeb(copyOf(raw)) as ReadableStream<Uint8Array>) : null
  const sent = new Headers(given)
  // The console drops an upload without knowing the protocol.
  if (method === 'DELETE') sent.set('tus-resumable', '1.0.0')
  const options = { method, headers: sent, body, duplex: 'half' }
  return new Request(`http://localhost${url}`, options)
}

/** A stream of a request's body that may be ended without ending the connection. */
function copyOf(raw: IncomingMessage): Readable {
  const copy = raw.pipe(new PassThrough())
  raw.once('close', () => {
    if (!raw.complete) copy.destroy(new Error('The connection was cut.'))
  })
  return copy
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
