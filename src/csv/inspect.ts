import { renderMessage } from '../schema/texts/texts.ts'
import { badFile } from './fileError.ts'
import { checkSignature } from './signature.ts'
import { utf8Text } from './bytes.ts'
import { candidatesFor, certainEncoding, toUtf8, wholeUnits, type Candidate } from './encoding.ts'
import { invalidAt, whole } from './invalidAt.ts'
import { markLength, namedDelimiter, type Encoding } from './byteOrderMark.ts'
import { isBlank, isBlankRow, rowLimit } from './csvRows.ts'
import { recordsOf, tooLong } from './csvRecords.ts'
import type { Reading, Cutting } from './quoting.ts'
import { msg } from '../texts/filesMsg.ts'
import { guessDelimiter } from './guessDelimiter.ts'

/** What the beginning of a file tells. */
export interface Inspection {
  readonly encoding: Encoding
  /** What else it may be, where the encoding was neither chosen nor certain. */
  readonly candidates: readonly Candidate[]
  readonly reading: Reading
  /** Bytes of the mark before the text. */
  readonly mark: number
  /** One name for each column; made up where the first line is data. */
  readonly headers: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Bytes of the beginning that are looked at: more than a row may have. */
export const sampleBytes = 1_048_576

/** Rows of the preview. */
const previewRows = 11

/** How a file is read; what is undefined is found out. */
export type ReadingChoice = Omit<Reading, 'delimiter' | 'ignore_first_line'> & {
  readonly delimiter?: string | undefined
  readonly ignore_first_line?: boolean | undefined
  readonly encoding?: Encoding | undefined
}

/** Looks at the beginning of a file of so many bytes. Refuses what is no table of text, in words. */
export function inspectSample(
  sample: Uint8Array,
  size: number,
  options: ReadingChoice,
): Inspection {
  if (size === 0) throw badFile(msg('the_file_is_empty'))
  const isWhole = size <= sample.length
  checkSignature(sample)
  const certain = options.encoding ?? certainEncoding(sample, isWhole)
  const candidates = certain ? [] : candidatesFor(sample)
  const encoding = certain ?? likeliest(sample, candidates, isWhole)
  const text = utf8Text(textOf(sample, encoding, isWhole))
  const { quote, escape, spreadsheet } = options
  const delimiter =
    options.delimiter ?? namedDelimiter(sample, encoding) ?? guessDelimiter(text, { quote, escape })
  const cutting = { delimiter, quote, escape, spreadsheet }
  const found = firstRows(text, cutting, isWhole)
  const [first] = found
  if (!first) throw badFile(msg('the_file_is_empty'))
  const ignore_first_line = options.ignore_first_line ?? !first.some(isData)
  const reading = { ...cutting, ignore_first_line }
  const mark = markLength(sample, encoding)
  return { encoding, candidates, reading, mark, ...split(found, reading) }
}

/** The first of the candidates in which the whole sample is a text. */
function likeliest(
  sample: Uint8Array,
  candidates: readonly Candidate[],
  isWhole: boolean,
): Encoding {
  const found = candidates.find(({ encoding }) => {
    try {
      return textOf(sample, encoding, isWhole).length > 0
    } catch {
      return false
    }
  })
  return found?.encoding ?? 'windows-1252'
}

function textOf(sample: Uint8Array, encoding: Encoding, isWhole: boolean): Uint8Array {
  const marked = sample.subarray(markLength(sample, encoding))
  const units = isWhole ? marked : wholeUnits(marked, encoding)
  const text = toUtf8(units, encoding)
  const zero = text.indexOf(0)
  if (zero >= 0) throw badFile(msg('the_file_is_not_text_in_it', { encoding }))
  const wrong = encoding === 'utf-8' ? invalidAt(text) : undefined
  if (wrong === undefined) return isWhole ? text : whole(text)
  const line = new TextDecoder('latin1').decode(text.subarray(0, wrong)).split(/\r\n?|\n/).length
  throw badFile(msg('file_is_not_utf_8', { byte: wrong.toLocaleString('en'), line }))
}

/** The first rows that are not blank, the first line of the file among them. The last may be cut off with the sample. */
function firstRows(text: string, cutting: Cutting, isWhole: boolean): string[][] {
  const rows: string[][] = []
  let [line, at] = [1, 0]
  try {
    for (const record of recordsOf(text, cutting)) {
      line = record.line + record.lines
      at = record.next
      if (!isBlankRow(record.cells, cutting)) rows.push(record.cells)
      if (rows.length > previewRows) break
    }
  } catch (error) {
    if (isWhole) throw error
    if (text.length - at > rowLimit) throw tooLong(line)
  }
  return rows
}

function split(rows: readonly string[][], reading: Reading) {
  const [first = [], ...others] = rows
  if (!reading.ignore_first_line) {
    const headers = first.map((_, index) =>
      renderMessage(msg('column_number', { number: index + 1 })),
    )
    checkHeaders(headers)
    return { headers, rows: rows.slice(0, previewRows) }
  }
  checkHeaders(first)
  const headers = first.map((header) => (isBlank(header, reading) ? '' : header.trim()))
  return { headers, rows: others }
}

/** Whether a cell cannot be the name of a column: an address, a number as of a phone, the hash of one. None is longer than 320 characters. */
const isData = (cell: string): boolean =>
  cell.length <= 320 &&
  /^(?:[^\s@]+@[^\s@]+\.[^\s@]+|\+?[\d().\- ]{7,30}|[\da-f]{64})$/i.test(cell.trim())

const columnsLimit = 1_000

/** Names that mean something to programs; no column of a person's data is called so. */
const hostile = new Set(['__proto__', 'constructor', 'prototype'])

/** Refuses a first line that cannot be the names of columns, in words. */
function checkHeaders(headers: readonly string[]): void {
  if (headers.length > columnsLimit) {
    const count = headers.length.toLocaleString('en')
    throw badFile(msg('the_file_has_columns_at_most_1', { count }))
  }
  const bad = headers.find((header) => hostile.has(header.trim().toLowerCase()))
  if (bad) throw badFile(`A column is called "${bad.trim()}". Give it another name.`)
}
