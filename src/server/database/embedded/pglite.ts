import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Pool } from 'pg'

import { createChannels, listenTo, unlistenTo } from '../listener.ts'
import { copyOut } from '../transfer/copyStreams.ts'
import type { Database, Faults, Log } from '../../kernel/database.ts'
import { lockDirectory, type Lock } from './lock.ts'
import { preparing, types, createSql } from '../connection.ts'
import { createThreads, createWire } from './pgliteThread.ts'

export interface EmbeddedOptions {
  /** The directory of all data, or `memory://`. */
  readonly dataDir: string
  /** A file of the bytes that `dump` gave, with which a new database begins. */
  readonly template?: string
  /** Milliseconds until a statement is stopped, unless it sets `statement_timeout` itself. */
  readonly timeLimit?: number
  /** Called when the directory is gone or another process uses it: from then on every statement fails. */
  readonly onLost?: (() => void) | undefined
  /** Milliseconds between two looks whether the directory is still there and ours. */
  readonly heartbeatMs?: number
}

export interface EmbeddedDatabase extends Database {
  /** All files of the database, as a tar. */
  dump(): Promise<Uint8Array>
}

type Threads = ReturnType<typeof createThreads>
type Channels = ReturnType<typeof createChannels>

/** PostgreSQL in a thread of this process, with its files in `dataDir`/database. One process at a time. */
export async function openEmbedded(options: EmbeddedOptions, log: Log): Promise<EmbeddedDatabase> {
  const { dataDir, template, timeLimit = 30_000, onLost, heartbeatMs } = options
  const isInMemory = dataDir === 'memory://'
  const directory = isInMemory ? dataDir : join(dataDir, 'database')
  const threads = createThreads({ directory, template }, log)
  const lost = () => {
    const reason = existsSync(join(dataDir, 'lock'))
      ? `Another process took ${dataDir}/ over.`
      : `The folder ${dataDir}/ is gone.`
    log.error(`${reason} Leadgate cannot go on without its database.`)
    void threads.stop(reason)
    onLost?.()
  }
  const lock = isInMemory ? undefined : await lockDirectory(dataDir, lost, heartbeatMs)
  try {
    const channels = createChannels()
    const pool = openPool(threads, timeLimit, channels)
    const start = async () => {
      await threads.open()
      await pool.query('select 1')
    }
    await (isInMemory ? start() : startOnDisk(directory, start))
    return databaseOf(pool, channels, threads, lock)
  } catch (error) {
    await threads.stop('The embedded database did not start.')
    await lock?.release()
    throw error
  }
}

/** A database whose first start was cut off, and which never held anything, is made anew. */
async function startOnDisk(directory: string, start: () => Promise<unknown>): Promise<void> {
  const unfinished = `${directory}.unfinished`
  if (existsSync(unfinished)) await rm(directory, { recursive: true, force: true })
  if (!existsSync(directory)) await writeFile(unfinished, '')
  await start()
  await rm(unfinished, { force: true })
}

/** One client: transactions wait for each other, as the one PostgreSQL session demands. */
function openPool(threads: Threads, timeLimit: number, channels: Channels): Pool {
  const pool = new Pool({
    max: 1,
    stream: () => createWire(threads.ask, timeLimit),
    ssl: false,
    types,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 60_000,
    async onConnect(client) {
      // Callers that wait for an answer are told; a client without any has none to tell.
      client.on('error', () => undefined)
      client.on('notification', channels.notify)
      preparing(client)
      if (channels.statement()) await client.query(channels.statement())
    },
  })
  pool.on('error', () => undefined)
  return pool
}

function databaseOf(
  pool: Pool,
  channels: Channels,
  threads: Threads,
  lock: Lock | undefined,
): EmbeddedDatabase {
  const faults: Faults = new EventEmitter()
  const sql = createSql(pool, faults)
  return {
    kind: 'embedded',
    sql,
    faults,
    copyOut: (statement) => copyOut(pool, statement),
    listen: listenWith(pool, channels),
    async dump() {
      const pieces: Uint8Array[] = []
      await threads.ask({ kind: 'dump' }, { heard: (bytes) => pieces.push(bytes) })
      return Buffer.concat(pieces)
    },
    async close() {
      await sql.destroy()
      await threads.ask({ kind: 'close' }).finally(() => threads.stop('The database is closed.'))
      await lock?.release()
    },
  }
}

/** Notifications come with the answers to this process's own statements; there is no other process. */
function listenWith(pool: Pool, channels: Channels): Database['listen'] {
  return async (channel, heard) => {
    if (channels.add(channel, heard)) await pool.query(listenTo(channel))
    return async () => {
      if (channels.remove(channel, heard)) await pool.query(unlistenTo(channel))
    }
  }
}
