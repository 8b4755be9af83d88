import { recordsOf } from '../../../../csv/csvRecords.ts'
import { loaded } from './loaded.ts'

/** Makes a workbook of a CSV; every cell is text, so that nothing in it is run and no number loses digits. */
export async function makeWorkbook(file: Blob): Promise<Blob> {
  const { utils, write } = await loaded(import('xlsx'))
  const text = (await file.text()).replace(/^\ufeff/, '')
  const rows: string[][] = []
  const cutting = { delimiter: ',', quote: '"', escape: '"' }
  for (const { cells } of recordsOf(text, cutting)) rows.push(cells)
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { dense: true }), 'Export')
  const bytes: ArrayBuffer = write(book, { type: 'array', bookType: 'xlsx', compression: true })
  return new Blob([bytes], { type: mediaType })
}

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
