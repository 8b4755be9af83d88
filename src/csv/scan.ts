import { joined } from './bytes.ts'
import { badFile } from './fileError.ts'
import { rowLimit } from './csvRows.ts'
import { tooLong } from './csvRecords.ts'
import type { Reading } from './quoting.ts'
import { msg } from '../texts/filesMsg.ts'
import { type Cut, createCutter } from './cutter.ts'

/** A part of a file that is imported in one transaction: some whole rows. */
export interface Range {
  readonly from: number
  readonly to: number
  /** Number of the first row, and the line on which it begins. */
  readonly row: number
  readonly line: number
  /** Rows in it that are not blank. */
  readonly count: number
}

/** How far a file has been looked through; a later look goes on from here. */
export interface Progress {
  /** Where the next row begins. */
  readonly at: number
  /** The number of that row, and its line. */
  readonly row: number
  readonly line: number
  readonly total: number
  readonly ranges: readonly Range[]
  /** Whether the names of the columns have been passed. */
  readonly isInData: boolean
  readonly isWhole: boolean
}

/** Most rows of a file, and most with the blank ones. */
const rowsLimit = 200_000
const recordsLimit = 2_000_000

/** A range ends after so many rows, unless said, or bytes: some hundredths of a second of work, little memory. */
const defaultRangeRows = 1_000
const rangeBytes = 1_000_000
/** Blank rows that a range may hold before it ends: a million of them are no work for anybody. */
const rangeBlanks = 100

/** Bytes of one look: a fraction of a second, for which an embedded database serves no other request. */
const defaultPartBytes = 4_000_000

export function beginning(at: number, { ignore_first_line }: Reading): Progress {
  return { at, row: 1, line: 1, total: 0, ranges: [], isInData: !ignore_first_line, isWhole: false }
}

/**
 * Finds the rows in the bytes from `progress.at` on and where they can be parted, some megabytes at a time. It cuts no
 * cells: the rows that are read later are counted against what is found here.
 * @param limits bytes after which it stops, and rows after which a range ends
 */
export async function scan(
  progress: Progress,
  bytes: AsyncIterable<Uint8Array>,
  reading: Reading,
  { partBytes = defaultPartBytes, rangeRows = defaultRangeRows } = {},
): Promise<Progress> {
  const cut = createCutter(reading)
  const counter = createCounter(progress, rangeRows)
  let waiting: Uint8Array = new Uint8Array()
  let seen = 0
  for await (const piece of bytes) {
    const all = joined(waiting, piece)
    waiting = all.subarray(cut(all, false, counter.take))
    if (waiting.length > rowLimit) throw tooLong(counter.line())
    seen += piece.length
    if (seen >= partBytes && counter.position() > progress.at) return counter.progress(false)
  }
  const end = cut(waiting, true, counter.take)
  if (end < waiting.length) {
    throw badFile(msg('quote_is_never_closed', { line: counter.line() }))
  }
  return counter.progress(true)
}

export const noRows = ({ ignore_first_line }: Reading) =>
  badFile(ignore_first_line ? msg('the_file_has_no_rows_below_its') : msg('the_file_has_no_rows'))

/** Counts the rows that are found and closes a range whenever it is large enough. */
function createCounter(start: Progress, rangeRows: number) {
  const ranges = [...start.ranges]
  let { at, row, line, total, isInData } = start
  let open: Range | undefined
  let blanks = 0

  function close(): void {
    if (open) ranges.push(open)
    open = undefined
    blanks = 0
  }

  function take({ bytes, lines, isBlank }: Cut): void {
    if (bytes > rowLimit) throw tooLong(line)
    const place = { from: at, row, line }
    at += bytes
    row += 1
    line += lines
    if (row - 1 > recordsLimit) {
      throw badFile(msg('the_file_has_more_than_2_000'))
    }
    if (isBlank) blanks += 1
    else if (isInData) count(place)
    else isInData = true
    const isLarge = open && (open.count >= rangeRows || at - open.from >= rangeBytes)
    if (isLarge || blanks >= rangeBlanks) close()
  }

  function count(place: Pick<Range, 'from' | 'row' | 'line'>): void {
    total += 1
    blanks = 0
    open = { ...(open ?? place), to: at, count: (open?.count ?? 0) + 1 }
    if (total > rowsLimit) throw badFile(msg('at_most_200_000_rows_this_file'))
  }

  return {
    take,
    position: () => at,
    line: () => line,
    progress(isWhole: boolean): Progress {
      close()
      return { at, row, line, total, ranges, isInData, isWhole }
    },
  }
}
