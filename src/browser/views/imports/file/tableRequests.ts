import { FileError } from '../../../../csv/fileError.ts'
import { msg } from '../../../../texts/filesMsg.ts'
import type { Reading } from './reading.ts'
import { openTable, readPreview, type Preview, type Table } from './table.ts'
import { loaded } from './loaded.ts'

/** What the page asks the worker. */
export type TableRequest =
  | { readonly kind: 'open'; readonly file: File; readonly sheet?: string | undefined }
  | { readonly kind: 'workbook'; readonly file: Blob }
  | { readonly kind: 'preview'; readonly file: File; readonly reading: Reading }

export type TableAnswer =
  | { readonly table?: Table; readonly preview?: Preview; readonly workbook?: Blob }
  | { readonly problem: string }

export async function answerTo(request: TableRequest): Promise<TableAnswer> {
  try {
    if (request.kind === 'workbook') {
      const { makeWorkbook } = await loaded(import('./makeWorkbook.ts'))
      return { workbook: await makeWorkbook(request.file) }
    }
    return request.kind === 'open'
      ? { table: await openTable(request.file, request.sheet) }
      : { preview: await readPreview(request.file, request.reading) }
  } catch (error) {
    return { problem: error instanceof FileError ? error.text : msg('this_file_cannot_be_read') }
  }
}
