import type { MediaType } from '#schema'

import { tooLarge } from '../errors.ts'
import { msg } from '../../../texts/serverMsg.ts'

/** Larger files are made by jobs, which store them. */
const maxMegabytes = 32

type Piece = string | Uint8Array

/** A file that an action answers, in place of data. */
export interface FileAnswer<Type extends string = string> {
  readonly name: string
  readonly type: Type
  readonly content: Piece | Iterable<Uint8Array> | AsyncIterable<Piece>
}

/** Returns a file for an action to answer: `file('invoice-7.pdf', 'application/pdf', bytes)`. At most 32 MB. */
export const file = <const Type extends MediaType>(
  name: string,
  type: Type,
  content: FileAnswer['content'],
): FileAnswer<Type> => ({ name, type, content })

/** Returns the whole of a file, read before its transaction ends. Throws 413 where it is too large. */
export async function bytesOf({ content }: FileAnswer): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  const isWhole = typeof content === 'string' || content instanceof Uint8Array
  for await (const piece of isWhole ? [content] : content) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    length += bytes.length
    if (length > maxMegabytes * 1024 * 1024) {
      throw tooLarge(msg('the_file_would_be_too_large', { megabytes: maxMegabytes }))
    }
    pieces.push(bytes)
  }
  return Buffer.concat(pieces, length)
}
