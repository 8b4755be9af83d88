import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Call {
  method: string
  /** With its query string, as it came. */
  path: string
  headers: IncomingMessage['headers']
  body: any
}

interface Reply {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  /** Never answers. */
  hangs?: true
  /** Stays open; the test is given what writes into it. */
  streams?: (write: (text: string) => void) => void
  /** Ends the connection without an answer. */
  breaks?: true
}

type Answer = Reply | ((call: Call) => Reply | Promise<Reply>)

/** A real HTTP server on loopback that answers what a test tells it to, and 404 to the rest. */
export async function startApi(answers: Record<string, Answer> = {}) {
  const calls: Call[] = []
  const known = new Map(Object.entries(answers))
  const server = createServer(async (request, response) => {
    const call = await read(request)
    calls.push(call)
    const answer = known.get(`${call.method} ${call.path.split('?')[0]}`)
    const reply = typeof answer === 'function' ? await answer(call) : answer
    if (reply?.hangs) return
    if (reply?.streams) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      return reply.streams((text) => response.write(text))
    }
    if (reply?.breaks) return void request.socket.destroy()
    response.writeHead(reply?.status ?? (reply ? 200 : 404), {
      'content-type': 'application/json',
      ...reply?.headers,
    })
    response.end(reply?.body === undefined ? '' : JSON.stringify(reply.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** The calls to one path, like `GET /api/profile`. */
    callsTo: (route: string) =>
      calls.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === route),
    answer: (route: string, answer: Answer) => known.set(route, answer),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Api = Awaited<ReturnType<typeof startApi>>

async function read(request: IncomingMessage): Promise<Call> {
  let text = ''
  for await (const piece of request) text += piece
  const { method = '', url = '', headers } = request
  return { method, path: url, headers, body: text ? JSON.parse(text) : undefined }
}

/** Tells the page where its calls go, as the server does. Returns how to take that back. */
export function tellApiOrigin(origin: string): () => void {
  const meta = Object.assign(document.createElement('meta'), { name: 'api-origin' })
  meta.content = origin
  document.head.append(meta)
  return () => meta.remove()
}
