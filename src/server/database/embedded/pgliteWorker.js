// @ts-check
// Plain JavaScript: to load TypeScript in a thread takes as long as PostgreSQL's own start.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'

import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** @import { Answer, Request, ThreadOptions } from './pgliteThread.ts' */

/** @type {ThreadOptions & { settings: Record<string, string>, code: WebAssembly.Module }} */
const { directory, template, settings, code } = workerData

const isNew = !existsSync(join(directory, 'PG_VERSION'))
const database = await PGlite.create({
  dataDir: directory,
  extensions: { pg_trgm },
  pgliteWasmModule: code,
  ...(template && isNew && { loadDataDir: new Blob([await readFile(template)]) }),
})
const all = Object.entries({ timezone: 'UTC', datestyle: 'ISO', ...settings })
await database.exec(all.map(([name, value]) => `set ${name} = '${value}'`).join('; '))

/** @type {(answer: Answer, bytes?: Uint8Array<ArrayBuffer>) => void} */
const say = (answer, bytes) => parentPort?.postMessage(answer, bytes ? [bytes.buffer] : [])

parentPort?.on('message', (request) => {
  handle(request).then(
    () => say({ kind: 'done' }),
    (error) => say({ kind: 'failed', message: error?.message ?? String(error) }),
  )
})
say({ kind: 'ready' })

/** @param {Request} request */
async function handle(request) {
  if (request.kind === 'wire') return exchange(request.bytes)
  await database.exec('checkpoint')
  if (request.kind === 'close') return database.close()
  const dump = await database.dumpDataDir('none')
  send(new Uint8Array(await dump.arrayBuffer()))
}

const pieceLength = 1 << 18

/** The mark and the length of ReadyForQuery, with which PostgreSQL ends each answer, and its state. */
const ready = [0x5a, 0, 0, 0, 5]
const readyLength = ready.length + 1

/**
 * PGlite hands out its answer in pieces of 8 KB from memory of its own. After a PANIC, as of a full disk in the midst of a
 * commit, it answers no more: throws what PostgreSQL said last.
 *
 * @param {Uint8Array} message
 */
async function exchange(message) {
  /** @type {Uint8Array[]} */
  let pieces = []
  let length = 0
  let last = new Uint8Array()
  const flush = () => {
    if (length === 0) return
    const bytes = new Uint8Array(length)
    let offset = 0
    for (const piece of pieces) {
      bytes.set(piece, offset)
      offset += piece.length
    }
    pieces = []
    length = 0
    send(bytes)
  }
  await database.execProtocolRawStream(message, {
    onRawData(data) {
      const piece = data.slice()
      pieces.push(piece)
      length += piece.length
      last = piece.length < readyLength ? Uint8Array.of(...last, ...piece) : piece
      if (length >= pieceLength) flush()
    },
  })
  flush()
  const end = last.subarray(-readyLength)
  if (!ready.every((byte, at) => end[at] === byte)) throw new Error(lastWords(last))
}

/** @param {Uint8Array} answer */
function lastWords(answer) {
  const [, words] = /\0M([^\0]*)/.exec(new TextDecoder().decode(answer)) ?? []
  return words ?? 'it did not say why'
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
function send(bytes) {
  say({ kind: 'data', bytes }, bytes)
}
