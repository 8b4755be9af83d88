import type { Readable } from 'node:stream'
import { AsyncLocalStorage } from 'node:async_hooks'

import { DataStore, ERRORS, Upload } from '@tus/server'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'

import { cleanLine } from '#schema'

import type { Database, Sql } from '../kernel/database.ts'
import { inTransaction } from '../database/connection.ts'
import { appendFile, createFile, deleteFile, inPieces } from './store.ts'
import { msg } from '../../texts/serverMsg.ts'
import { createHashes } from './hashes.ts'

const hour = 60 * 60 * 1000
/** Milliseconds without a part after which an unfinished upload goes, and after which a complete one does. */
const idleMs = 2 * hour
const completeMs = 24 * hour

/** Most unfinished uploads, and most bytes of all uploads, that one user may keep. */
const unfinishedLimit = 20
const bytesLimit = 1024 ** 3

/**
 * The uploads of the tus protocol, kept as files. Who may touch which upload is settled before a request
 * comes here; `metadata.owner` is set by the server, never by the client.
 */
export class UploadStore extends DataStore {
  readonly #database: Database
  readonly #hashes = createHashes()

  constructor(database: Database) {
    super()
    this.#database = database
    this.extensions = ['creation', 'expiration', 'termination']
  }

  override async create(upload: Upload): Promise<Upload> {
    const { owner, purpose, filename, filetype, modified } = upload.metadata ?? {}
    const file = {
      user_id: Number(owner),
      purpose: purpose ?? '',
      name: cleanLine(filename ?? ''),
      media_type: cleanLine(filetype ?? 'application/octet-stream'),
      keptForMs: idleMs,
      metadata: /^\d{1,15}$/.test(modified ?? '') ? { modified } : {},
    }
    await inTransaction(this.#database, async (transaction) => {
      await checkQuota(transaction, file.user_id, upload.size ?? 0)
      await createFile(transaction, file, upload.size ?? 0, upload.id)
    })
    return upload
  }

  /** Each piece stands by itself: a connection that breaks loses at most one. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const attempt = currentAttempt()
    const { sql: database } = this.#database
    let end = offset
    for await (const piece of inPieces(stream)) {
      const append = () => appendFile(database, id, end, piece)
      const isStored = await attempt.request.inTurn(append).catch((error: unknown) => {
        attempt.failure = error
        throw error
      })
      if (!isStored) throw ERRORS.INVALID_OFFSET
      this.#hashes.update(id, end, piece)
      end += piece.length
    }
    await attempt.request.inTurn(() => this.#arrived(id, end))
    return end
  }

  /** Puts the end of an upload off, and keeps the hash of one that is complete. */
  async #arrived(id: string, end: number): Promise<void> {
    const sha256 = this.#hashes.digest(id, end)
    const metadata = sha256 === undefined ? {} : { sha256 }
    const { rows } = await sql<{ is_complete: boolean }>`
      update files set
        expires_at = now() + case when stored < size then ${idleMs}::integer else ${completeMs}::integer end * interval '1 ms',
        metadata = case when stored < size then metadata else metadata || ${JSON.stringify(metadata)}::jsonb end
      where id = ${id} returning stored >= size as is_complete`.execute(this.#database.sql)
    if (rows[0]?.is_complete !== false) this.#hashes.forget(id)
  }

  override async getUpload(id: string): Promise<Upload> {
    const { rows } = await sql<{ size: number | null; offset: number; left_ms: number }>`
      select size, stored as offset, extract(epoch from expires_at - now())::float8 * 1000 as left_ms
      from files where id = ${id} and expires_at > now()`.execute(this.#database.sql)
    const [file] = rows
    if (!file) throw ERRORS.FILE_NOT_FOUND
    const { size, offset, left_ms } = file
    // The library adds the time to the creation, by the clock of this process; ours begins anew with each part, and whether
    // it is over the database has said.
    const creation_date = new Date(Date.now() + left_ms - idleMs).toISOString()
    return new Upload({ id, size: size ?? 0, offset, creation_date })
  }

  override async remove(id: string): Promise<void> {
    await deleteFile(this.#database.sql, id)
  }

  override getExpiration(): number {
    return idleMs
  }
}

async function checkQuota(transaction: Sql, userId: number, size: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${userId}`}, 0))`.execute(
    transaction,
  )
  const { rows } = await sql<{ unfinished: number; bytes: number }>`
    select count(*) filter (where stored < size) as unfinished, coalesce(sum(size), 0) as bytes
    from files where user_id = ${userId} and (purpose like 'import:%' or (purpose like 'record:%' and not metadata ? 'record'))
      and expires_at > now()
  `.execute(transaction)
  const { unfinished = 0, bytes = 0 } = rows[0] ?? {}
  if (unfinished >= unfinishedLimit) {
    const body = msg('you_have_unfinished_uploads_finish_or_discard', { unfinished })
    throw { status_code: 429, body }
  }
  if (bytes + size > bytesLimit) {
    throw { status_code: 413, body: msg('your_uploads_of_the_last_day_fill') }
  }
}

/** One request of the tus protocol, which the library hands on to the store without. */
export interface Attempt {
  readonly request: FastifyRequest
  /** What went wrong in the store. */
  failure?: unknown
}

export const attempts = new AsyncLocalStorage<Attempt>()

/** The request that the library is at work on. */
export function currentAttempt(): Attempt {
  const attempt = attempts.getStore()
  if (!attempt) throw new Error('an upload without a request')
  return attempt
}
