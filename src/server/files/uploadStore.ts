import type { Readable } from 'node:stream'

import { DataStore, ERRORS, Upload } from '@tus/server'
import { sql } from 'kysely'

import { cleanLine } from '#schema'

import type { Database, Sql } from '../database/database.ts'
import { inTransaction } from '../database/transaction.ts'
import { currentAttempt } from './attempt.ts'
import { appendFile, createFile, deleteFile, findFile, inPieces } from './store.ts'

export const day = 24 * 60 * 60 * 1000

/** Most unfinished uploads, and most bytes of all uploads, that one user may keep. */
const unfinishedLimit = 20
const bytesLimit = 1024 ** 3

/**
 * The uploads of the tus protocol, kept as files. Who may touch which upload is settled before a request
 * comes here; `metadata.owner` is set by the server, never by the client.
 */
export class UploadStore extends DataStore {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
    this.extensions = ['creation', 'expiration', 'termination']
  }

  override async create(upload: Upload): Promise<Upload> {
    const { owner, purpose, filename, filetype } = upload.metadata ?? {}
    const file = {
      user_id: Number(owner),
      purpose: purpose ?? '',
      name: cleanLine(filename ?? ''),
      media_type: cleanLine(filetype ?? 'application/octet-stream'),
      expires_at: new Date(Date.now() + day),
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
      end += piece.length
    }
    return end
  }

  override async getUpload(id: string): Promise<Upload> {
    const file = await findFile(this.#database.sql, id)
    if (!file) throw ERRORS.FILE_NOT_FOUND
    const { size, stored: offset, created_at: creation_date } = file
    return new Upload({ id, size: size ?? 0, offset, creation_date })
  }

  override async remove(id: string): Promise<void> {
    await deleteFile(this.#database.sql, id)
  }

  override getExpiration(): number {
    return day
  }
}

async function checkQuota(transaction: Sql, userId: number, size: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${userId}`}, 0))`.execute(
    transaction,
  )
  const { rows } = await sql<{ unfinished: number; bytes: number }>`
    select count(*) filter (where stored < size) as unfinished, coalesce(sum(size), 0) as bytes
    from files where user_id = ${userId} and purpose like 'import:%' and expires_at > now()
  `.execute(transaction)
  const { unfinished = 0, bytes = 0 } = rows[0] ?? {}
  if (unfinished >= unfinishedLimit) {
    const body = `You have ${unfinished} unfinished uploads. Finish or cancel one, or wait a day.`
    throw { status_code: 429, body }
  }
  if (bytes + size > bytesLimit) {
    throw { status_code: 413, body: 'Your uploads of the last day fill 1 GB. Delete one first.' }
  }
}
