import { msg } from '../texts/filesMsg.ts'
import { badFile } from './fileError.ts'

/** What a person does who brings a workbook, which only a spreadsheet opens. */
export const workbook = msg('this_is_an_excel_workbook_open_it')

const zip = [0x50, 0x4b, 0x03, 0x04]

/** Whether a file begins as a workbook does. */
export const isWorkbook = (start: Uint8Array): boolean =>
  zip.every((byte, index) => start[index] === byte)

const signatures: readonly [readonly number[], string][] = [
  [zip, workbook],
  [[0xd0, 0xcf, 0x11, 0xe0], msg('this_is_an_old_or_protected_excel')],
  [[0x25, 0x50, 0x44, 0x46], msg('this_is_a_pdf_document_upload_a')],
  [[0x1f, 0x8b], msg('this_file_is_compressed_unpack_it_and')],
]

/** Refuses by their first bytes files that are no text, whatever their name says. */
export function checkSignature(bytes: Uint8Array): void {
  const found = signatures.find(([start]) => start.every((byte, index) => bytes[index] === byte))
  if (found) throw badFile(found[1])
}
