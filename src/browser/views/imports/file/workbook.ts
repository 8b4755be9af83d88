import type { CellObject, WorkBook } from 'xlsx'

import { emptyWord } from '../../../../csv/csvRows.ts'
import { badFile } from '../../../../csv/fileError.ts'
import { msg } from '../../../../texts/filesMsg.ts'
import { checkUnpacked } from './unpacked.ts'
import { loaded } from './loaded.ts'

/** A sheet as CSV, in parts of some rows each. */
export interface SheetText {
  readonly parts: string[]
  readonly sheet: string
  /** Those that a person sees in it. */
  readonly sheets: readonly string[]
}

/** What a sheet of Excel has at most: a cell beyond, in a file of a few bytes, stands for billions of blank ones. */
const largest = { rows: 1_048_576, columns: 16_384 }
const columnsLimit = 1_000
const partRows = 1_000

/**
 * Makes a CSV of a sheet, the first that is not hidden unless one is named: blank cells become the word `Empty`, dates are
 * written `YYYY-MM-DD HH:mm:ss`. Of formulas it takes what they said last.
 */
export async function csvOf(bytes: Uint8Array, wanted?: string): Promise<SheetText> {
  checkUnpacked(bytes)
  const { read, SSF } = await loaded(import('xlsx'))
  const open = (sheets: string | number): WorkBook => {
    try {
      const options = { dense: true, cellFormula: false, cellHTML: false, cellText: false } as const
      return read(bytes, { ...options, type: 'array', cellNF: true, sheets })
    } catch {
      throw badFile(msg('this_workbook_cannot_be_read'))
    }
  }
  const first = open(wanted ?? 0)
  const sheets = visibleSheets(first)
  const [sheet = ''] = wanted !== undefined && sheets.includes(wanted) ? [wanted] : sheets
  const isOpen = sheet === (wanted ?? first.SheetNames[0])
  const book = isOpen ? first : open(sheet)
  const rows: (CellObject | undefined)[][] = book.Sheets[sheet]?.['!data'] ?? []
  if (rows.length > largest.rows || rows.some((row) => row.length > largest.columns)) {
    throw badFile(msg('this_workbook_cannot_be_read'))
  }
  const date1904 = book.Workbook?.WBProps?.date1904 ?? false
  const isDate = remembered((format) => SSF.is_date(format))
  const textOf = (cell: CellObject | undefined) => {
    if (cell?.t === 'n' && typeof cell.v === 'number' && isDate(String(cell.z ?? ''))) {
      return dateText(SSF.parse_date_code(cell.v, { date1904 }), cell.v < 1)
    }
    return cellText(cell)
  }
  return { parts: partsOf(rows, textOf), sheet, sheets }
}

/** A person who hides a sheet does not mean to bring it. */
function visibleSheets({ SheetNames, Workbook }: WorkBook): string[] {
  const hidden = (Workbook?.Sheets ?? []).filter((one) => one.Hidden).map((one) => one.name)
  const visible = SheetNames.filter((name) => !hidden.includes(name))
  return visible.length > 0 ? visible : SheetNames
}

function partsOf(
  rows: readonly (CellObject | undefined)[][],
  textOf: (cell: CellObject | undefined) => string,
): string[] {
  // Rows without a cell are holes.
  const lines = Array.from(rows, (row) => row ?? [])
  const isFilled = (cell: CellObject | undefined) => cellText(cell) !== ''
  const [from, to] = span(lines, isFilled)
  if (to - from > columnsLimit) {
    const count = (to - from).toLocaleString('en')
    throw badFile(msg('the_file_has_columns_at_most_1', { count }))
  }
  const parts: string[] = []
  let part: string[] = []
  let blanks = 0
  for (const row of lines) {
    if (!row.some(isFilled)) {
      blanks += 1
      continue
    }
    // Rows keep their numbers; those behind the last one are none.
    part.push('\n'.repeat(blanks), line(row, from, to, textOf))
    blanks = 0
    if (part.length >= 2 * partRows) parts.push(part.splice(0).join(''))
  }
  return [...parts, part.join('')]
}

/** The first column with something in it, and the one behind the last. */
function span(
  rows: readonly (CellObject | undefined)[][],
  isFilled: (cell: CellObject | undefined) => boolean,
): [from: number, to: number] {
  let [from, to] = [Infinity, 0]
  for (const row of rows) {
    for (let at = 0; at < row.length; at += 1) {
      if ((at >= from && at < to) || !isFilled(row[at])) continue
      from = Math.min(from, at)
      to = Math.max(to, at + 1)
    }
  }
  return [Math.min(from, to), to]
}

function line(
  row: readonly (CellObject | undefined)[],
  from: number,
  to: number,
  textOf: (cell: CellObject | undefined) => string,
): string {
  let text = ''
  for (let at = from; at < to; at += 1) {
    const given = textOf(row[at])
    const cell = given.trim() === '' ? emptyWord : given
    text +=
      (at > from ? ',' : '') + (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  }
  return `${text}\n`
}

/** Numbers as they are stored, not as their column is wide: telephone numbers keep their digits. */
function cellText(cell: CellObject | undefined): string {
  if (cell?.v === undefined || cell.t === 'z' || cell.t === 'e') return ''
  if (typeof cell.v === 'number') return String(Number(cell.v.toPrecision(15)))
  return String(cell.v)
}

type DateParts = Readonly<Record<'y' | 'm' | 'd' | 'H' | 'M' | 'S', number>>

/** A number below 1 is a time of no day. */
function dateText({ y, m, d, H, M, S }: DateParts, isTime: boolean): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const time = [H, M, S].map(two).join(':')
  return isTime ? time : `${String(y).padStart(4, '0')}-${two(m)}-${two(d)} ${time}`
}

function remembered(test: (text: string) => boolean): (text: string) => boolean {
  const known = new Map<string, boolean>()
  return (text) => {
    const answer = known.get(text) ?? test(text)
    known.set(text, answer)
    return answer
  }
}
