import { parse } from 'csv-parse/sync'

import { csvOptions, type Reading } from './reading.ts'

/** In the order in which they are preferred (product.md 10.1). */
const delimiters = [',', ';', '\t', '|', ':']

/** Bytes and rows by which a delimiter is judged. */
const lookBytes = 64_000
const lookRows = 20

/** The delimiter that cuts the first rows into the same number of columns, and into most of them. */
export function guessDelimiter(
  text: Uint8Array,
  quoting: Pick<Reading, 'quote' | 'escape'>,
): string {
  const scores = delimiters.map((delimiter) => score(text, { ...quoting, delimiter }))
  const best = Math.max(...scores)
  return delimiters[scores.indexOf(best)] ?? ','
}

/** 0 for a single column; otherwise the share of rows like the first, then the number of columns. */
function score(text: Uint8Array, quoting: Omit<Reading, 'ignore_first_line'>): number {
  const widths: number[] = []
  const onRecord = (cells: string[]) => {
    widths.push(cells.length)
    return null
  }
  const options = csvOptions({ ...quoting, ignore_first_line: true })
  try {
    parse(text.subarray(0, lookBytes), { ...options, to: lookRows, on_record: onRecord })
  } catch {
    // A quote that stays open is no reason to guess nothing: what was read before it counts.
  }
  const [first = 1] = widths
  if (first < 2) return 0
  const alike = widths.filter((width) => width === first).length
  return alike / widths.length + Math.min(first, 1_000) / 1_000_000
}
