import type { Sql } from '../kernel/database.ts'
import { readFile } from '../files/store.ts'
import { toUtf8, wholeUnits, type Encoding } from './encoding.ts'
import type { Inspection } from './inspect.ts'
import { beginning, noRows, scan } from './scan.ts'
import { readText } from './text.ts'

/** The rows of a whole stored file that are not blank. Throws, in words, what would end its import. */
export async function countRows(
  file: string,
  { encoding, reading, mark }: Pick<Inspection, 'encoding' | 'reading' | 'mark'>,
  database: Sql,
): Promise<number> {
  const bytes =
    encoding === 'utf-8'
      ? readText(database, file, mark)
      : inUtf8(readFile(database, file, { from: mark }), encoding)
  const { total } = await scan(beginning(mark, reading), bytes, reading, Infinity)
  if (total === 0) throw noRows(reading)
  return total
}

/** The same text in UTF-8, piece by piece. */
async function* inUtf8(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncIterable<Uint8Array> {
  let begun: Uint8Array = new Uint8Array()
  for await (const piece of bytes) {
    const all = Buffer.concat([begun, piece])
    const whole = wholeUnits(all, encoding)
    begun = all.subarray(whole.length)
    yield toUtf8(whole, encoding)
  }
  if (begun.length > 0) yield toUtf8(begun, encoding)
}
