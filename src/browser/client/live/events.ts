import { pause } from './quiet.ts'
import { HttpFailure } from '../http/httpFailure.ts'
import { type Http } from '../http/http.ts'

/** `event: change`: something about a record is new. Never its values: those are read again, through permissions. */
export interface Change {
  readonly resource: string
  /** Null when many records changed at once. */
  readonly id: number | null
  readonly version: number | null
}

/** `event: job`: how far a piece of work is. */
export interface JobProgress {
  readonly id: number
  readonly [name: string]: unknown
}

export type LiveEvent =
  | { readonly event: 'change'; readonly data: Change }
  | { readonly event: 'job'; readonly data: JobProgress }

interface Stream {
  signal: AbortSignal
  onEvent(event: LiveEvent): void
  /** The stream stands again after a break: something may have been missed. */
  onReturn(): void
}

const shortestWait = 1000
const longestWait = 30_000

/**
 * Reads the server's events until the signal ends it, and connects again after every break, ever more slowly.
 * A server without events is asked once; what is new is then found by asking again from time to time.
 */
export async function listen(http: Http, { signal, onEvent, onReturn }: Stream): Promise<void> {
  let wait = shortestWait
  for (let round = 0; !signal.aborted; round += 1) {
    try {
      const { body } = await http.stream('/events', signal)
      if (round > 0) onReturn()
      wait = shortestWait
      if (body) for await (const event of eventsOf(body)) onEvent(event)
    } catch (error) {
      if (signal.aborted || isFinal(error)) return
    }
    await pause(wait * (0.75 + Math.random() / 2), signal)
    wait = Math.min(wait * 2, longestWait)
  }
}

/** The session has ended, or the server knows no events. */
const isFinal = (error: unknown) =>
  error instanceof HttpFailure && [401, 403, 404, 405].includes(error.status)

/** The events of a stream of server-sent events that carry JSON. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<LiveEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
  let rest = ''
  for await (const piece of chunksOf(reader)) {
    const blocks = (rest + piece).split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = eventOf(block)
      if (event) yield event
    }
  }
}

/** Safari cannot iterate a stream by itself. */
async function* chunksOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

function eventOf(block: string): LiveEvent | undefined {
  const lines = block.split(/\r?\n/)
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1))
  const event = valuesOf('event')[0]?.trim()
  const data = valuesOf('data').join('\n')
  return event === 'change' || event === 'job' ? { event, data: JSON.parse(data) } : undefined
}
