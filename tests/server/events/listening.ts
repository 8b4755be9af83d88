import type { TestServer } from '../../fixtures/server.ts'

interface Heard {
  event: string
  data: any
}

export interface Listening {
  status: number
  headers: Headers
  /** Everything that came, as text. */
  text(): string
  heard(): Heard[]
  /** Waits for an event that fits. */
  next(fits: (one: Heard) => boolean): Promise<Heard>
  /** When the server ended the stream, by the clock of `ran`. */
  ended(): Promise<number>
  close(): void
}

let free = 0
setInterval(() => (free += 25), 25).unref()

/** Milliseconds in which this process, with the server in it, was free to act: other work on the machine makes nobody late. */
export const ran = (): number => free

/** Where the server listens on loopback. */
export async function listen({ app }: TestServer): Promise<string> {
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** Opens `GET /api/events` as a browser does: by fetch, with the bearer header. */
export async function openEvents(address: string, token: string): Promise<Listening> {
  const abort = new AbortController()
  const response = await fetch(`${address}/api/events`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: abort.signal,
  })
  let text = ''
  const reading = read(response, (part) => (text += part)).then(ran)
  reading.catch(() => undefined)
  const heard = () => text.split('\n\n').flatMap(parse)
  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    heard,
    async next(fits) {
      for (let tries = 0; tries < 600; tries += 1) {
        const found = heard().find(fits)
        if (found) return found
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      throw new Error(`not heard; what came: ${text}`)
    },
    ended: () => reading,
    close: () => abort.abort(),
  }
}

async function read(response: Response, take: (part: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  for await (const part of response.body ?? []) take(decoder.decode(part, { stream: true }))
}

function parse(block: string): Heard[] {
  const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
  return event && data ? [{ event, data: JSON.parse(data) }] : []
}
