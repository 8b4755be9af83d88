import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { msg } from '../../../texts/serverMsg.ts'
import { securityHeadersFor } from './headers.ts'

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
  void reply.status(400).send({ message: messages[400] })
}

/** Answers on the connection itself and closes it. */
export function refuse(socket: Socket, status: number): void {
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
