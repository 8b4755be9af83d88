import type { Readable } from 'node:stream'

import { DataStore, ERRORS, Upload } from '@tus/server'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'

import { cleanLine } from '#schema'

import type { Sql } from '../database/database.ts'
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
  readonly #database: Sql
  readonly #inTurn: FastifyRequest['inTurn']

  constructor(database: Sql, inTurn: FastifyRequest['inTurn']) {
    super()
    this.#database = database
    this.#inTurn = inTurn
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
    await this.#database.transaction().execute(async (transaction) => {
      await checkQuota(transaction, file.user_id, upload.size ?? 0)
      await createFile(transaction, file, upload.size ?? 0, upload.id)
    })
    return upload
  }

  /** Each piece stands by itself: a connection that breaks loses at most one. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    let end = offset
    for await (const piece of inPieces(stream)) {
      const append = () => appendFile(this.#database, id, end, piece)
      if (!(await storing(() => this.#inTurn(append)))) {
        throw ERRORS.INVALID_OFFSET
      }
      end += piece.length
    }
    return end
  }

  override async getUpload(id: string): Promise<Upload> {
    const file = await findFile(this.#database, id)
    if (!file) throw ERRORS.FILE_NOT_FOUND
    const { size, stored: offset, created_at: creation_date } = file
    return new Upload({ id, size: size ?? 0, offset, creation_date })
  }

  override async remove(id: string): Promise<void> {
    await deleteFile(this.#database, id)
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

const diskFull = '53100'

async function storing<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === diskFull
    throw isFull ? { status_code: 507, body: 'The disk of the server is full.' } : error
  }
}
