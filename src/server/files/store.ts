import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'

/** What is known of a file before its first byte. */
export interface NewFile {
  readonly user_id: number
  /** What the file is for and who may touch it: `import:books`, `export`. */
  readonly purpose: string
  /** A label for people. It is never a path, and the id says nothing of it. */
  readonly name: string
  readonly media_type: string
  /** Milliseconds after which it goes. */
  readonly keptForMs: number
  readonly metadata?: object
}

export interface StoredFile {
  readonly id: string
  readonly user_id: number
  readonly purpose: string
  readonly name: string
  readonly media_type: string
  /** Bytes of the whole file; null while it is not known. */
  readonly size: number | null
  /** Bytes that are here. The file is complete when this is `size`. */
  readonly stored: number
  readonly metadata: Readonly<Record<string, unknown>>
  readonly created_at: string
  readonly expires_at: string
}

/** Most bytes of one row: small enough to hold several in memory, large enough to make rows few. */
export const pieceSize = 256 * 1024

/** Makes an empty file under an id that cannot be guessed. */
export async function createFile(
  database: Sql,
  file: NewFile,
  size: number | null = null,
  id: string = randomUUID(),
): Promise<string> {
  await sql`
    insert into files (id, user_id, purpose, name, media_type, size, metadata, expires_at)
    values (${id}, ${file.user_id}, ${file.purpose}, ${file.name.slice(0, 190)},
      ${file.media_type}, ${size}, ${JSON.stringify(file.metadata ?? {})}::jsonb,
      now() + ${file.keptForMs} * interval '1 ms')`.execute(database)
  return id
}

/**
 * Adds bytes at `offset`, which must be where the file ends. False, with nothing written, when it ends
 * elsewhere or the bytes would pass its size: of two writers at one offset exactly one gets true.
 */
export async function appendFile(
  database: Sql,
  id: string,
  offset: number,
  data: Uint8Array,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with grown as (
      update files set stored = stored + ${data.length}
      where id = ${id} and stored = ${offset} and (size is null or stored + ${data.length} <= size)
      returning id
    )
    insert into file_chunks (file_id, position, data)
    select id, ${offset}::bigint, ${Buffer.from(data)}::bytea from grown`.execute(database)
  return numAffectedRows === 1n
}

/** The bytes from `from` up to, not including, `to`, one stored piece at a time; the next is on its way while one is used. */
export async function* readFile(
  database: Sql,
  id: string,
  { from = 0, to = Number.MAX_SAFE_INTEGER }: { from?: number; to?: number } = {},
): AsyncIterable<Uint8Array> {
  let position = from
  let coming = pieceAt(database, id, { position, to })
  for (;;) {
    const data = await coming
    if (!data || data.length === 0) return
    position += data.length
    coming = pieceAt(database, id, { position, to })
    // A failure is seen by the next await, if there is one.
    coming.catch(() => undefined)
    yield data
  }
}

/** The bytes from `from` up to, not including, `to`, in one piece. */
export async function readBytes(
  database: Sql,
  id: string,
  range: { from?: number; to?: number },
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of readFile(database, id, range)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function pieceAt(
  database: Sql,
  id: string,
  { position, to }: { position: number; to: number },
): Promise<Buffer | undefined> {
  if (position >= to) return undefined
  const { rows } = await sql<{ data: Buffer }>`
    select substring(data from (${position}::bigint - position + 1)::integer
      for ${Math.min(to - position, pieceSize)}::integer) as data
    from file_chunks
    where file_id = ${id} and position <= ${position}
    order by position desc limit 1`.execute(database)
  return rows[0]?.data
}

export async function findFile(database: Sql, id: string): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    select * from files where id = ${id} and expires_at > now()`.execute(database)
  return rows[0]
}

export async function deleteFile(database: Sql, id: string): Promise<void> {
  await sql`delete from files where id = ${id}`.execute(database)
}

/** Forgets the files whose time is over. Returns how many there were. */
export async function deleteExpiredFiles(database: Sql): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from files where expires_at < now()`.execute(database)
  return Number(numAffectedRows ?? 0)
}

/** The same bytes in pieces of one size, the last one shorter. */
export async function* inPieces(
  content: AsyncIterable<Uint8Array>,
  size = pieceSize,
): AsyncIterable<Uint8Array> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const part of content) {
    waiting.push(part)
    length += part.length
    while (length >= size) {
      const whole = Buffer.concat(waiting)
      yield whole.subarray(0, size)
      waiting = [whole.subarray(size)]
      length -= size
    }
  }
  if (length > 0) yield Buffer.concat(waiting)
}
