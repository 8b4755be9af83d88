import { STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'

import { securityHeadersFor } from './headers.ts'
import { msg } from '../../../texts/serverMsg.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds in which the body of a request must arrive. */
    bodyTimeoutMs?: number
  }
}

/** Milliseconds for a request of any kind; Node looks after it for requests that never get as far as a route. */
export const requestTimeoutMs = 600_000

export interface Timeouts {
  /** Milliseconds in which the body of a request must arrive that says no other time. */
  readonly bodyMs: number
  /** Milliseconds in which the reader of a stream must take some of it. */
  readonly stallMs: number
}

export const timeouts: Timeouts = { bodyMs: 60_000, stallMs: 60_000 }

/** Connections that one process keeps open, streams of events among them. */
const maxConnections = 5_000

const messages: Record<number, string> = {
  400: msg('the_request_is_not_valid'),
  408: msg('the_request_took_too_long_to_arrive'),
  431: msg('the_headers_of_the_request_are_too'),
}

/** Ends connections whose request does not arrive in time, and those whose answer is not read. */
export function limitTimes(app: FastifyInstance, { bodyMs, stallMs }: Timeouts): void {
  app.server.maxConnections = maxConnections
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
    if (length === undefined && encoding === undefined) return
    const limit = routeOptions.config.bodyTimeoutMs ?? bodyMs
    const timer = setTimeout(() => {
      if (raw.complete) return
      // A request that a test injects has no connection to answer on.
      const isOpen = !reply.raw.headersSent && raw.socket instanceof Socket
      if (isOpen) refuse(raw.socket, 408)
      else raw.destroy()
    }, limit).unref()
    for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer))
  })
  app.addHook('onSend', async (_request, { raw }, payload) => {
    if (payload instanceof Readable) raw.setTimeout(stallMs, () => raw.destroy())
  })
}

/** Answers what Node refuses before any hook sees it: headers too large or too late, and what is not HTTP. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') return
  if (error.code === 'HPE_HEADER_OVERFLOW') refuse(socket, 431)
  else refuse(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400)
}

function refuse(socket: Socket, status: number): void {
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify({ message: messages[status] })
  const headers = {
    ...securityHeadersFor(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(
    [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'),
    // Whoever goes on sending is not listened to.
    () => socket.destroy(),
  )
}
