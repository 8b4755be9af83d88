import type { Sql } from '../kernel/database.ts'
import { RequestError } from '../kernel/errors.ts'
import { appendFile, findFile, inPieces } from './store.ts'
import { msg } from '../../texts/serverMsg.ts'

const pieceLength = 1 << 20

/** Adds bytes to the end of a stored file, in large pieces; one is stored while the next is made, and `stored` is told. */
export async function extendFile(
  database: Sql,
  id: string,
  content: AsyncIterable<Uint8Array>,
  stored = async () => {},
): Promise<void> {
  const file = await findFile(database, id)
  if (!file) throw new RequestError(409, msg('the_file_is_not_kept_any_more'))
  let offset = file.stored
  let underWay: Promise<unknown> = Promise.resolve()
  for await (const piece of inPieces(content, pieceLength)) {
    await underWay
    await stored()
    underWay = append(database, id, offset, piece)
    // A failure is seen by the next await.
    underWay.catch(() => undefined)
    offset += piece.length
  }
  await underWay
}

async function append(database: Sql, id: string, offset: number, piece: Uint8Array): Promise<void> {
  if (await appendFile(database, id, offset, piece)) return
  throw new Error(`file ${id} does not end at ${offset}`)
}
