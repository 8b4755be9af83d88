import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { PassThrough, Readable } from 'node:stream'

import { Server } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Backend } from '../kernel/backend.ts'
import { storable } from '../records/write/validation/forbiddenText.ts'
import { currentAttempt, UploadStore } from './uploadStore.ts'

const megabyte = 1024 * 1024
const sizeLimit = 200 * megabyte
/** The client cuts files into parts of 2 MB; a little more is let through. */
export const partLimit = 2 * megabyte + 64 * 1024

export const uploadPath = '/files'
export const uploadIdPath = ':id(^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)'

export function createTus({ database, business }: Backend): Server {
  return new Server({
    path: `/api${uploadPath}`,
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
export function webRequest({ raw, url, method, headers }: FastifyRequest): Request {
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

export async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  for (const [name, value] of response.headers) {
    if (!name.startsWith('access-control-') && name !== 'content-length') reply.header(name, value)
  }
  reply.status(response.status)
  const text = await response.text()
  return response.ok
    ? reply.send(text)
    : reply.type('application/json').send({ message: text.trim() })
}
