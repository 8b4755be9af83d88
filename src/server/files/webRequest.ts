import type { IncomingMessage } from 'node:http'
import { PassThrough, Readable } from 'node:stream'

import type { FastifyReply, FastifyRequest } from 'fastify'

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
