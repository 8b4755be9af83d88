import { firstMsg } from '../../../texts/firstMsg.ts'
import {
  candidatesFor,
  certainEncoding,
  delimiters,
  type Candidate,
  type Reading,
} from './reading.ts'

export interface Preview {
  /** How the rows were read: nothing is left to find out but what `candidates` asks. */
  readonly reading: Required<Reading>
  /** The encodings among which a person must choose, where the bytes do not show which it is. */
  readonly candidates: readonly Candidate[]
  /** One for each column; made up where the first line is data. */
  readonly headers: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Rows of the whole file. */
  readonly total: number
}

/** Specification 5. */
const wrongExtension = firstMsg(
  'file_extension_is_not_allowed_please_upload',
  'File extension is not allowed please upload only csv/xlsx',
)

const workbook = firstMsg(
  'this_is_an_excel_workbook_open_it_in',
  'This is an Excel workbook. Open it in Excel, choose “Save as”, pick “CSV UTF-8 (comma delimited)” and choose that file here.',
)
const sizeLimit = 200 * 1024 * 1024
const sampleSize = 1024 * 1024

/** Rows of a preview (specification 5). */
const shownRows = 11

/** What is wrong with a file by its name and size; undefined when it may be read. */
export function refusalOf({ name, size }: File): string | undefined {
  if (!/\.(?:csv|xlsx)$/i.test(name)) return wrongExtension
  if (/\.xlsx$/i.test(name)) return workbook
  if (size === 0) return firstMsg('the_file_is_empty', 'The file is empty.')
  return size > sizeLimit
    ? firstMsg('the_file_is_larger_than_200_mb', 'The file is larger than 200 MB.')
    : undefined
}

/** Reads the beginning of a file as the server will read all of it. Throws what a person can mend. */
export async function readPreview(file: File, reading: Reading): Promise<Preview> {
  const sample = new Uint8Array(await file.slice(0, sampleSize).arrayBuffer())
  if (sample[0] === 0x50 && sample[1] === 0x4b && sample[2] === 3) throw new Error(workbook)
  const isCut = sample.length < file.size
  const certain = reading.encoding ?? certainEncoding(sample, isCut)
  const candidates = certain ? [] : candidatesFor(sample, isCut)
  const encoding = certain ?? candidates[0]?.encoding ?? 'windows-1252'
  const { default: papaparse } = await import('papaparse')
  const { data, meta } = papaparse.parse<string[]>(new TextDecoder(encoding).decode(sample), {
    delimiter: reading.delimiter ?? '',
    delimitersToGuess: Object.keys(delimiters),
    escapeChar: reading.escape,
    preview: shownRows + 1,
    skipEmptyLines: 'greedy',
  })
  const [first, ...others] = data
  if (!first) throw new Error(firstMsg('the_file_is_empty', 'The file is empty.'))
  const known = { ...reading, encoding, delimiter: reading.delimiter ?? meta.delimiter }
  const total = await checkedCount(file, known)
  const shared = { reading: known, candidates, total }
  if (!reading.ignore_first_line) {
    const headers = first.map((_, index) => `Column ${index + 1}`)
    return { ...shared, headers, rows: data.slice(0, shownRows) }
  }
  return { ...shared, headers: first.map((header) => header.trim()), rows: others }
}

/** Says before the upload what the server would say after it. */
async function checkedCount(file: File, reading: Required<Reading>): Promise<number> {
  const { sure, most } = await countRows(file, reading)
  if (sure > rowsLimit)
    throw new Error(
      firstMsg(
        'at_most_200_000_rows_this_file',
        'At most 200,000 rows; this file has more. Split it.',
      ),
    )
  if (most > 0) return most
  throw new Error(
    reading.ignore_first_line
      ? firstMsg('the_file_has_no_rows_below_its', 'The file has no rows below its first line.')
      : firstMsg('the_file_has_no_rows', 'The file has no rows.'),
  )
}

/** Specification 5. */
const rowsLimit = 200_000

interface RowCount {
  /** Rows that certainly hold something. */
  readonly sure: number
  /** Those and the rows that hold nothing but the word for blank cells. */
  readonly most: number
}

/** Counts the rows of a whole file, below its first line where that is a header; stops when there are too many. */
async function countRows(
  file: File,
  { encoding, delimiter, escape, ignore_first_line }: Required<Reading>,
): Promise<RowCount> {
  const { default: papaparse } = await import('papaparse')
  const header = ignore_first_line ? 1 : 0
  let [sure, most] = [0, 0]
  await new Promise((resolve, reject) =>
    papaparse.parse<string[]>(file, {
      encoding,
      delimiter: delimiter ?? ',',
      escapeChar: escape,
      chunk({ data }, parser) {
        const filled = data.map((row) => row.filter((cell) => cell.trim() !== ''))
        most += filled.filter((row) => row.length > 0).length
        sure += filled.filter((row) => row.some((cell) => cell !== 'Empty')).length
        if (sure > rowsLimit + 1) parser.abort()
      },
      complete: resolve,
      error: reject,
    }),
  )
  return { sure: Math.max(0, sure - header), most: Math.max(0, most - header) }
}
