import { isBlankRow } from './csvRows.ts'
import { recordsOf } from './csvRecords.ts'
import type { Cutting } from './quoting.ts'

/** In the order in which they are preferred. */
const delimiters = [',', ';', '\t', '|', ':']

/** Characters and rows by which a delimiter is judged. */
const sampleLength = 64_000

const sampleRows = 20

/** The delimiter that cuts the first rows into the same number of columns, and into most of them. */
export function guessDelimiter(text: string, quoting: Pick<Cutting, 'quote' | 'escape'>): string {
  const sample = text.slice(0, sampleLength)
  const scores = delimiters.map((delimiter) => score(sample, { ...quoting, delimiter }))
  const best = Math.max(...scores)
  return delimiters[scores.indexOf(best)] ?? ','
}

/** 0 for a single column; otherwise the share of rows like the first, then the number of columns. */
function score(text: string, cutting: Cutting): number {
  const widths: number[] = []
  try {
    for (const { cells } of recordsOf(text, cutting)) {
      if (!isBlankRow(cells, cutting)) widths.push(cells.length)
      if (widths.length === sampleRows) break
    }
  } catch {
    // A quote that stays open is no reason to guess nothing: what was read before it counts.
  }
  const [first = 1] = widths
  if (first < 2) return 0
  const alike = widths.filter((width) => width === first).length
  return alike / widths.length + Math.min(first, 1_000) / 1_000_000
}
