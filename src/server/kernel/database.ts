import type { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'

/** Tables are declared at run time, so rows have no static type here. */
export type Tables = Record<string, Record<string, unknown>>

export type Sql = Kysely<Tables> | Transaction<Tables>

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/** Emits `full` with the error of every statement, by any caller, that found the disk full. */
export type Faults = EventEmitter<{ full: [error: unknown] }>

/** One PostgreSQL, embedded or served. Values arrive as JSON would carry them. */
export interface Database {
  readonly kind: 'embedded' | 'postgres'
  /** Queries and transactions: `` await sql`select …`.execute(database.sql) ``. */
  readonly sql: Kysely<Tables>
  readonly faults: Faults
  /** Streams the bytes of a `COPY … TO STDOUT` statement. */
  copyOut(statement: string): AsyncIterable<Uint8Array>
  /**
   * Calls back after every NOTIFY on the channel, from this or any other process. Returns a function that stops it.
   * What is notified while the connection is lost stays unheard; once it is back, everybody hears ''.
   */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  /** Writes everything to disk and lets go of the data. */
  close(): Promise<void>
}
