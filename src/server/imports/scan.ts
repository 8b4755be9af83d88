import { Parser } from 'csv-parse'

import { badFile } from './badFile.ts'
import { csvOptions, isBlankRow, unreadable, type Reading } from './reading.ts'

/** A part of a file that is imported in one transaction: some whole rows. */
export interface Range {
  readonly from: number
  readonly to: number
  /** Number of the first row. */
  readonly row: number
  /** Rows in it that are not blank. */
  readonly count: number
}

/** How far a file has been looked through; a later look goes on from here. */
export interface Progress {
  /** Where the next row begins. */
  readonly at: number
  /** The number of that row. */
  readonly row: number
  readonly total: number
  readonly ranges: readonly Range[]
  /** Whether the names of the columns have been passed. */
  readonly isInData: boolean
  readonly isWhole: boolean
}

/** Most rows of a file (specification 5). */
export const rowsLimit = 200_000

/** A range ends after so many rows or bytes: some hundredths of a second of work, little memory. */
const rangeRows = 1_000
const rangeBytes = 1_000_000

/** Bytes of one look: a fraction of a second, for which an embedded database serves nobody else. */
const lookBytes = 4_000_000

export function beginning(at: number, { ignore_first_line }: Reading): Progress {
  return { at, row: 1, total: 0, ranges: [], isInData: !ignore_first_line, isWhole: false }
}

/**
 * Finds the rows in the bytes from `progress.at` on and where they can be parted, some megabytes at a time.
 * `lineAt` answers the line of a byte, for the words of an error.
 */
export async function scan(
  progress: Progress,
  bytes: AsyncIterable<Uint8Array>,
  reading: Reading,
  lineAt: (byte: number) => Promise<number>,
): Promise<Progress> {
  const counter = createCounter(progress)
  const parser = new Parser({ ...csvOptions(reading), on_record: counter.take })
  // Errors are told to whoever writes; without a listener they would end the process.
  parser.on('error', () => undefined).resume()
  try {
    let seen = 0
    for await (const piece of bytes) {
      await settled((done) => parser.write(piece, done))
      seen += piece.length
      if (seen >= lookBytes && counter.position() > progress.at) return counter.progress(false)
    }
    await settled((done) => parser.end(done))
    return counter.progress(true)
  } catch (error) {
    throw unreadable(error, await lineAt(counter.position()))
  }
}

function settled(work: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    work((error) => (error ? reject(error) : resolve()))
  })
}

interface Place {
  readonly bytes: number
  readonly records: number
}

/** Counts the rows the parser finds and closes a range whenever it is large enough. */
function createCounter(start: Progress) {
  const ranges = [...start.ranges]
  let { at, row, total, isInData } = start
  let open = { from: at, row, count: 0 }

  function close(): void {
    if (open.count > 0) ranges.push({ from: open.from, to: at, row: open.row, count: open.count })
    open = { from: at, row, count: 0 }
  }

  function take(cells: string[], { bytes, records }: Place): null {
    at = start.at + bytes
    row = start.row + records
    if (isBlankRow(cells)) return null
    if (isInData) count()
    else open = { from: at, row, count: 0 }
    isInData = true
    if (open.count >= rangeRows || at - open.from >= rangeBytes) close()
    return null
  }

  function count(): void {
    total += 1
    open.count += 1
    if (total > rowsLimit) throw badFile('At most 200,000 rows; this file has more. Split it.')
  }

  return {
    take,
    position: () => at,
    progress(isWhole: boolean): Progress {
      close()
      return { at, row, total, ranges, isInData, isWhole }
    },
  }
}
