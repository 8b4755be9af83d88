import { Duplex } from 'node:stream'

import { types as standard, type CustomTypesConfig } from 'pg'

import { queryFrame } from './frame.ts'
import type { Asking, Request } from './pgliteThread.ts'
import { createTimeLimit } from '../timeLimit.ts'

type Ask = (request: Request, asking: Asking) => Promise<void>

/** AuthenticationOk and ReadyForQuery: the embedded database asks for no password. */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
/** Query and Sync are the messages after which PostgreSQL answers. */
const turns = new Set([0x51, 0x53])
const query = 0x51
const idle = 0x49

/**
 * Takes the place of the socket between `pg` and the embedded PostgreSQL, so that both databases have
 * the same client, values and errors. Batches of messages go over as one.
 */
export function createWire(ask: Ask, standardLimit: number): Duplex {
  const limit = createTimeLimit(standardLimit)
  let isGreeted = false
  let waiting: Buffer[] = []

  const wire = new Duplex({
    read() {},
    write: (chunk: Buffer, _encoding, done) => void settle(take([chunk]), done),
    writev: (chunks, done) => void settle(take(chunks.map(({ chunk }) => chunk)), done),
    final(done) {
      wire.push(null)
      done()
    },
  })

  async function take(chunks: Buffer[]): Promise<void> {
    if (!isGreeted) {
      isGreeted = true
      wire.push(welcome)
      return
    }
    waiting.push(...chunks)
    if (!turns.has(waiting.at(-1)?.[0] ?? 0)) return
    const messages = waiting
    waiting = []
    for (const message of messages) readLimit(message)
    await exchange(Buffer.concat(messages), (bytes) => wire.push(bytes))
  }

  async function exchange(bytes: Buffer, heard: (bytes: Uint8Array) => void): Promise<void> {
    let status: number | undefined
    await ask(
      { kind: 'wire', bytes },
      {
        limit: limit.current(),
        heard(answer) {
          status = answer.at(-1)
          if (!wire.destroyed) heard(answer)
        },
      },
    )
    if (status === idle) limit.endTransaction()
  }

  function readLimit(message: Buffer): void {
    if (message[0] === query) limit.read(message.toString('latin1', 5, 200))
  }

  /** A client that was cut off may have left a transaction and prepared statements behind. */
  function connect(): void {
    exchange(queryFrame('rollback; deallocate all'), () => undefined).then(
      () => wire.emit('connect'),
      (error: Error) => wire.destroy(error),
    )
  }

  const ignore = () => wire
  return Object.assign(wire, {
    connect,
    setNoDelay: ignore,
    setKeepAlive: ignore,
    ref: ignore,
    unref: ignore,
  })
}

async function settle(work: Promise<void>, done: (error?: Error) => void): Promise<void> {
  const error = await work.then(
    () => undefined,
    (reason: Error) => reason,
  )
  done(error)
}

type Parse = (text: string) => unknown

const { getTypeParser } = standard
// `text[]` is missing in the list of types that `pg` declares.
const texts: (text: string) => (string | null)[] = getTypeParser(1009 as never)
const asIs: Parse = (text) => text
const listOf = (parse: Parse) => (text: string) =>
  texts(text).map((one) => (one === null ? null : parse(one)))

/** PostgreSQL prints `2026-01-31 14:30:00.123+00` in a session in UTC. */
function moment(text: string): string {
  const space = text.indexOf(' ')
  return space > 0 && text.endsWith('+00')
    ? `${text.slice(0, space)}T${text.slice(space + 1, -3)}Z`
    : text
}

/** By the number that PostgreSQL gives the type; the types left out are right in `pg` itself. */
const parsers: Readonly<Record<number, Parse>> = {
  20: Number, // bigint
  1700: Number, // numeric
  1082: asIs, // date
  1114: asIs, // timestamp
  1184: moment, // timestamptz
  1016: listOf(Number), // bigint[]
  1231: listOf(Number), // numeric[]
  1182: listOf(asIs), // date[]
  1115: listOf(asIs), // timestamp[]
  1185: listOf(moment), // timestamptz[]
}

/** Turns what PostgreSQL prints into the values that JSON would carry, the same on both databases. */
export const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parse {
    return parsers[oid] ?? getTypeParser(oid, format)
  },
} as CustomTypesConfig
