import type { Sql } from '../kernel/database.ts'
import { readFile } from '../files/store.ts'
import { badFile } from '../files/signature.ts'
import { invalidAt, whole } from './encoding.ts'
import { msg } from '../../texts/serverMsg.ts'

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
    const fault = faultIn(bytes)
    if (fault) {
      const byte = position - begun.length + fault.at
      throw badFile(fault.words(byte, await lineAt(database, file, byte)))
    }
    begun = bytes.subarray(whole(bytes).length)
    position += piece.length
    yield piece
  }
  if (begun.length === 0) return
  const byte = position - begun.length
  throw badFile(notUtf8(byte, await lineAt(database, file, byte)))
}

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

const newline = 10
const carriageReturn = 13

interface Fault {
  readonly at: number
  words(byte: number, line: number): string
}

function faultIn(bytes: Uint8Array): Fault | undefined {
  const zero = bytes.indexOf(0)
  if (zero >= 0) return { at: zero, words: notText }
  const at = invalidAt(bytes)
  return at === undefined ? undefined : { at, words: notUtf8 }
}

const count = new Intl.NumberFormat('en')

const notText = (byte: number, line: number) =>
  msg('the_file_is_not_text_it_has', { byte: count.format(byte), line: count.format(line) })

const notUtf8 = (byte: number, line: number) =>
  msg('file_is_not_utf_8_start_again', { byte: count.format(byte), line: count.format(line) })
