import { countRows } from '../../../../csv/countRows.ts'
import { badFile } from '../../../../csv/fileError.ts'
import { checkSignature, isWorkbook } from '../../../../csv/signature.ts'
import { msg } from '../../../../texts/filesMsg.ts'
import { inspectSample, sampleBytes, type Inspection } from '../../../../csv/inspect.ts'
import type { Reading } from './reading.ts'
import { loaded } from './loaded.ts'

// What is done with a file before it is uploaded, by the worker: the page never waits for it.

/** A file as it is uploaded: itself, or what was made of a sheet. */
export interface Table {
  readonly file: File
  /** The sheets of the spreadsheet that it was; none of a CSV. */
  readonly sheets: readonly string[]
  readonly sheet?: string
}

export interface Preview {
  /** How the rows were read: nothing is left to find out but what `candidates` asks. */
  readonly reading: Required<Reading>
  /** The encodings among which a person must choose, where the bytes do not show which it is. */
  readonly candidates: Inspection['candidates']
  /** One for each column; made up where the first line is data. */
  readonly headers: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Rows of the whole file; 0 while it is not certain how it is read. */
  readonly total: number
}

/** Makes a CSV of a spreadsheet, whatever it is called; a CSV is one already. */
export async function openTable(file: File, sheet?: string): Promise<Table> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  if (!isWorkbook(start)) {
    checkSignature(start)
    if (/\.xlsx$/i.test(file.name)) throw badFile(msg('this_workbook_cannot_be_read'))
    return { file, sheets: [] }
  }
  const { csvOf } = await loaded(import('./workbook.ts'))
  const { parts, ...made } = await csvOf(new Uint8Array(await file.arrayBuffer()), sheet)
  const book = file.name.replace(/\.\w+$/, '')
  const name = made.sheets.length > 1 ? `${book} (${made.sheet}).csv` : `${book}.csv`
  const { lastModified } = file
  return { ...made, file: new File(parts, name, { type: 'text/csv', lastModified }) }
}

/** Reads the beginning of a file, and counts its rows, as the server will read all of it. Throws what a person can mend. */
export async function readPreview(file: File, reading: Reading): Promise<Preview> {
  const sample = new Uint8Array(await file.slice(0, sampleBytes).arrayBuffer())
  const found = inspectSample(sample, file.size, reading)
  const { encoding, candidates, headers, rows } = found
  const total = candidates.length > 0 ? 0 : await countRows(piecesOf(file, found.mark), found)
  return { reading: { ...reading, ...found.reading, encoding }, candidates, headers, rows, total }
}

const pieceBytes = 4_000_000

async function* piecesOf(file: File, from: number): AsyncIterable<Uint8Array> {
  for (let at = from; at < file.size; at += pieceBytes) {
    yield new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer())
  }
}
