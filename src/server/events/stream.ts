import type { ServerResponse } from 'node:http'

import type { Session } from '../kernel/guard.ts'

/** One browser that listens. */
export interface Stream {
  readonly userId: number
  /** As of the last look. */
  session: Pick<Session, 'id' | 'user'>
  /** The header by which the session is asked for again. */
  readonly authorization: string | undefined
  send(event: string, data: object): void
  beat(): void
  end(): void
}

/** Bytes that may wait for a reader; one that is slower is cut off, comes again and reads anew. */
const backlog = 128 * 1024

/** Turns an answer into a stream of server-sent events. The answer is no longer Fastify's. */
export function openStream(
  response: ServerResponse,
  headers: Record<string, unknown>,
  who: Pick<Stream, 'session' | 'authorization'>,
): Stream {
  response.writeHead(200, {
    ...(headers as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  })
  const write = (text: string) => {
    if (response.writableEnded || response.destroyed) return
    if (response.writableLength > backlog) response.destroy()
    else response.write(text)
  }
  write('retry: 3000\n\n')
  return {
    ...who,
    userId: who.session.user.id,
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => write(':\n\n'),
    end: () => void response.end(),
  }
}
