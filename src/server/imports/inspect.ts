import { CsvError, parse } from 'csv-parse/sync'

import type { Sql } from '../database/database.ts'
import { readFile, type StoredFile } from '../files/store.ts'
import { badFile } from './badFile.ts'
import { checkHeaders } from './columns.ts'
import { guessDelimiter } from './delimiter.ts'
import {
  guessEncoding,
  invalidAt,
  markLength,
  toUtf8,
  whole,
  wholeUnits,
  type Encoding,
} from './encoding.ts'
import type { ReadingOptions } from './options.ts'
import { csvOptions, isBlankRow, unreadable, type Reading } from './reading.ts'
import { checkSignature } from './signature.ts'

/** What the beginning of a file tells. */
export interface Inspection {
  readonly encoding: Encoding
  readonly reading: Reading
  /** One name for each column; made up where the first line is data. */
  readonly headers: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Bytes of the beginning that are looked at: more than a row may have. */
const sampleBytes = 1_048_576

/** Rows of the preview (specification 5). */
const previewRows = 11

/** Looks at the first megabyte of a file. Refuses what is no table of text, in words. */
export async function inspect(
  file: StoredFile,
  options: Omit<ReadingOptions, 'upload_id'>,
  database: Sql,
): Promise<Inspection> {
  if (file.stored !== file.size) throw badFile('The upload is not complete yet.')
  if (file.size === 0) throw badFile('The file is empty.')
  const sample = await beginningOf(file.id, database)
  const isWhole = file.size <= sample.length
  checkSignature(sample)
  const encoding = options.encoding ?? guessEncoding(sample)
  const text = textOf(sample, encoding, isWhole)
  const { quote, escape, ignore_first_line } = options
  const delimiter = options.delimiter ?? guessDelimiter(text, { quote, escape })
  const reading = { delimiter, quote, escape, ignore_first_line }
  const found = firstRows(text, reading, isWhole)
  if (found.length === 0) throw badFile('The file is empty.')
  return { encoding, reading, ...split(found, ignore_first_line) }
}

async function beginningOf(file: string, database: Sql): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of readFile(database, file, { to: sampleBytes })) pieces.push(piece)
  return Buffer.concat(pieces)
}

function textOf(sample: Buffer, encoding: Encoding, isWhole: boolean): Uint8Array {
  const marked = sample.subarray(markLength(sample, encoding))
  const units = isWhole ? marked : wholeUnits(marked, encoding)
  const text = toUtf8(units, encoding)
  const zero = text.indexOf(0)
  if (zero >= 0) throw badFile(`The file is not text in ${encoding}: it has NUL bytes.`)
  const wrong = encoding === 'utf-8' ? invalidAt(text) : undefined
  if (wrong === undefined) return isWhole ? text : whole(text)
  const line = Buffer.from(text)
    .toString('latin1', 0, wrong)
    .split(/\r\n?|\n/).length
  throw badFile(
    `The file is not valid UTF-8 at byte ${wrong.toLocaleString('en')}, on line ${line}. ` +
      'Choose its encoding, for example windows-1252.',
  )
}

/** The first rows that are not blank, the first line of the file among them. */
function firstRows(text: Uint8Array, reading: Reading, isWhole: boolean): string[][] {
  const rows: string[][] = []
  let lines = 1
  const take = (cells: string[], place: { lines: number }) => {
    lines = place.lines + 1
    if (!isBlankRow(cells)) rows.push(cells)
    return null
  }
  const wanted = previewRows + 1
  try {
    parse(text, { ...csvOptions(reading), to: 2 * wanted, on_record: take })
  } catch (error) {
    const isCut = error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED' && !isWhole
    if (!isCut || rows.length === 0) throw unreadable(error, lines)
  }
  return rows.slice(0, wanted)
}

function split(rows: readonly string[][], hasHeader: boolean) {
  const [first = [], ...others] = rows
  if (!hasHeader) {
    const headers = first.map((_, index) => `Column ${index + 1}`)
    checkHeaders(headers)
    return { headers, rows: rows.slice(0, previewRows) }
  }
  checkHeaders(first)
  return { headers: first.map((header) => header.trim()), rows: others }
}
