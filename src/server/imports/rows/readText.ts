import { badFile } from '../../../csv/fileError.ts'
import { msg } from '../../../texts/serverMsg.ts'
import type { Sql } from '../../kernel/database.ts'
import { readFile } from '../../files/store.ts'
import { newline } from '../../../csv/encoding.ts'
import { invalidAt, whole } from '../../../csv/invalidAt.ts'

/** The bytes of a stored UTF-8 text from a character on. Refuses bytes that are no text. */
export async function* readText(
  database: Sql,
  file: string,
  from: number,
): AsyncIterable<Uint8Array> {
  let position = from
  let begun: Uint8Array = new Uint8Array()
  for await (const piece of readFile(database, file, { from })) {
    const bytes = begun.length > 0 ? Buffer.concat([begun, piece]) : piece
    const zero = bytes.indexOf(0)
    const fault = zero >= 0 ? zero : invalidAt(bytes)
    if (fault !== undefined) await refuse(position - begun.length + fault, zero >= 0)
    begun = bytes.subarray(whole(bytes).length)
    position += piece.length
    yield piece
  }
  if (begun.length > 0) await refuse(position - begun.length, false)

  async function refuse(at: number, hasZero: boolean): Promise<never> {
    const line = count.format(await lineAt(database, file, at))
    const place = { byte: count.format(at), line }
    throw badFile(
      hasZero
        ? msg('the_file_is_not_text_it_has', place)
        : msg('file_is_not_utf_8_start_again', place),
    )
  }
}

const count = new Intl.NumberFormat('en')

/** The line, counted from 1 as an editor does, of the first byte from `byte` on that ends no line. */
async function lineAt(database: Sql, file: string, byte: number): Promise<number> {
  let line = 1
  let last = 0
  let position = 0
  for await (const piece of readFile(database, file)) {
    for (const one of piece) {
      if (position >= byte && one !== newline && one !== carriageReturn) return line
      if (one === carriageReturn || (one === newline && last !== carriageReturn)) line += 1
      last = one
      position += 1
    }
  }
  return line
}

const carriageReturn = 13
