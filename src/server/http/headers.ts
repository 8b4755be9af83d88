import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { renderMessage } from '#schema'

import plugin from 'fastify-plugin'
import fastifyCors from '@fastify/cors'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import { msg } from '../../texts/serverMsg.ts'

/**
 * The style library puts its rules into style elements without text, by script. The hash of the empty text
 * lets exactly these through, so neither 'unsafe-inline' nor a nonce in the static page is needed.
 */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

const contentSecurityPolicy = (apiOrigin: string | undefined) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' ${emptyStyle}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", apiOrigin].filter(Boolean).join(' '),
    "worker-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')

const headers: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // Only the console's files may be kept, and they say so themselves.
  'cache-control': 'no-store',
}

/** The headers of every answer, of a console that may call an API at another origin. */
export function securityHeadersFor(apiOrigin?: string): Record<string, string> {
  return { ...headers, 'content-security-policy': contentSecurityPolicy(apiOrigin) }
}

const hour = 3600

/** Lets the configured origins, and no other, call the API from a browser. Nothing is sent along unasked: no cookies. */
export const cors = plugin(
  async (app: FastifyInstance, { origins }: { origins: readonly string[] }) => {
    if (origins.length === 0) return
    await app.register(fastifyCors, {
      origin: origins.map((origin) => new URL(origin).origin).filter((origin) => origin !== 'null'),
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: [
        'authorization',
        'content-type',
        'idempotency-key',
        'locale',
        'last-event-id',
        'tus-resumable',
        'upload-length',
        'upload-metadata',
        'upload-offset',
      ],
      exposedHeaders: [
        'content-disposition',
        'location',
        'retry-after',
        'tus-resumable',
        'upload-expires',
        'upload-length',
        'upload-offset',
      ],
      maxAge: hour,
      strictPreflight: false,
    })
  },
)

const messages: Record<number, string> = {
  400: msg('the_request_is_not_valid'),
  408: msg('the_request_took_too_long_to_arrive'),
  431: msg('the_headers_of_the_request_are_too'),
}

/** Answers what Node refuses before any hook sees it: headers too large or too late, and what is not HTTP. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') return
  if (error.code === 'HPE_HEADER_OVERFLOW') refuse(socket, 431)
  else refuse(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400)
}

/** Answers addresses that cannot be read at all (`/%E0%A4%A`), which no hook and no error handler sees. */
export function answerBadAddress(_error: Error, _request: FastifyRequest, reply: FastifyReply) {
  for (const [name, value] of Object.entries(securityHeadersFor())) reply.raw.setHeader(name, value)
  void reply.status(400).send({ message: renderMessage(messages[400] ?? '') })
}

/** Answers on the connection itself and closes it. */
export function refuse(socket: Socket, status: number): void {
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify({ message: renderMessage(messages[status] ?? '') })
  const headers = {
    ...securityHeadersFor(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(
    [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'),
    // A client that goes on sending is not listened to.
    () => socket.destroy(),
  )
}
