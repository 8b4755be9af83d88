import { joined } from './bytes.ts'
import { toUtf8, wholeUnits } from './encoding.ts'
import { type Encoding } from './byteOrderMark.ts'
import type { Inspection } from './inspect.ts'
import { beginning, noRows, scan } from './scan.ts'

/** Counts the rows of a whole file that are not blank. Throws, in words, what would end its import. */
export async function countRows(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, reading, mark }: Pick<Inspection, 'encoding' | 'reading' | 'mark'>,
): Promise<number> {
  const text = encoding === 'utf-8' ? bytes : inUtf8(bytes, encoding)
  const { total } = await scan(beginning(mark, reading), text, reading, { partBytes: Infinity })
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
    const all = joined(begun, piece)
    const whole = wholeUnits(all, encoding)
    begun = all.subarray(whole.length)
    yield toUtf8(whole, encoding)
  }
  if (begun.length > 0) yield toUtf8(begun, encoding)
}
