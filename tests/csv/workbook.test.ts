import { describe, expect, test } from 'vitest'
import { CFB, utils, write, type WorkBook } from 'xlsx'

import { checkUnpacked } from '../../src/browser/views/imports/file/unpacked.ts'
import { csvOf } from '../../src/browser/views/imports/file/workbook.ts'

type Cells = readonly (readonly unknown[])[]

function bookOf(sheets: Record<string, Cells>, change?: (book: WorkBook) => void): Uint8Array {
  const book = utils.book_new()
  for (const [name, cells] of Object.entries(sheets)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(cells as unknown[][], { UTC: true }), name)
  }
  change?.(book)
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }))
}

const textOf = async (...given: Parameters<typeof csvOf>) => (await csvOf(...given)).parts.join('')

describe('a sheet as CSV', () => {
  test('blank cells become Empty, dates are written out, numbers keep their digits', async () => {
    const day = { t: 'n', v: 46053.604166666664, z: 'dd/mm/yy hh:mm' }
    const time = { t: 'n', v: 0.75, z: 'hh:mm' }
    const text = await textOf(
      bookOf({
        Leads: [
          ['name', 'phone', 'at', 'time', 'is'],
          ['Ada "A", B', 447400123456, day, time, true],
          [null, 0.1 + 0.2, null, ' ', false],
          [],
          ['last\nline', '=1+1', '', null, '00123'],
        ],
      }),
    )
    expect(text).toBe(
      [
        'name,phone,at,time,is',
        '"Ada ""A"", B",447400123456,2026-01-31 14:30:00,18:00:00,true',
        'Empty,0.3,Empty,Empty,false',
        '',
        '"last\nline",=1+1,Empty,Empty,00123',
        '',
      ].join('\n'),
    )
  })

  test('texts come with the blanks and line breaks around them, as those of a CSV file do', async () => {
    const text = await textOf(
      bookOf({
        A: [
          ['a', 'b'],
          ['\n one', ' two\n'],
        ],
      }),
    )
    expect(text).toBe('a,b\n"\n one"," two\n"\n')
  })

  test('rows keep their numbers, and those behind the last are none', async () => {
    const text = await textOf(bookOf({ A: [[], [], ['', 'x'], ['', '', ''], ['', 'y'], ['']] }))
    expect(text).toBe('\n\nx\n\ny\n')
  })

  test('of the sheets that are not hidden one is chosen', async () => {
    const bytes = bookOf({ Hidden: [['a']], First: [['b']], Second: [['c']] }, (book) => {
      book.Workbook = { Sheets: [{ Hidden: 1 }, {}, {}] }
    })
    expect(await csvOf(bytes)).toEqual({
      parts: ['b\n'],
      sheet: 'First',
      sheets: ['First', 'Second'],
    })
    expect(await textOf(bytes, 'Second')).toBe('c\n')
    expect(await textOf(bytes, 'Hidden')).toBe('b\n')
  })

  test('days are counted from 1904 where the workbook says so', async () => {
    const bytes = bookOf({ A: [[{ t: 'n', v: 1, z: 'yyyy-mm-dd' }]] }, (book) => {
      book.Workbook = { WBProps: { date1904: true } }
    })
    expect(await textOf(bytes)).toBe('1904-01-02 00:00:00\n')
  })

  test('too many columns are refused', async () => {
    const wide = [Array.from({ length: 1_001 }, () => 'x')]
    await expect(csvOf(bookOf({ A: wide }))).rejects.toThrow('at most 1,000')
  })
})

describe('F6: a workbook', () => {
  test('that says it is larger than any is refused before it is unpacked', () => {
    const bytes = bookOf({ A: [['a']] })
    const view = new DataView(bytes.buffer)
    for (let at = 0; at < bytes.length - 4; at += 1) {
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 900_000_000, true)
    }
    expect(() => checkUnpacked(bytes)).toThrow('too large')
  })

  test.each([
    ['in row 4,000,000,000', 'A4000000000'],
    ['in column ZZZZZZ', 'ZZZZZZ1'],
  ])('with a cell %s, where no sheet has one, is refused at once', async (_what, place) => {
    const book = CFB.read(bookOf({ A: [['here']] }), { type: 'array' })
    const sheet = CFB.find(book, '/xl/worksheets/sheet1.xml')
    sheet.content = Buffer.from(
      Buffer.from(sheet.content).toString().replace('r="A1"', `r="${place}"`),
    )
    sheet.size = sheet.content.length
    const filled = new Uint8Array(
      CFB.write(book, { fileType: 'zip', type: 'array' }) as ArrayBuffer,
    )
    await expect(csvOf(filled)).rejects.toThrow(/cannot be read/)
  })

  test.each([
    ['without its end', (bytes: Uint8Array) => bytes.slice(0, -30)],
    ['with a directory elsewhere', (bytes: Uint8Array) => bytes.fill(1, 0, bytes.length - 22)],
  ])('%s is refused in words', async (_what, broken) => {
    await expect(csvOf(broken(bookOf({ A: [['a', 'b']] })))).rejects.toThrow(/cannot be read/)
  })
})
