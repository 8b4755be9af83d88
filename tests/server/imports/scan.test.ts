import { renderMessage } from '#schema'
import { parse } from 'csv-parse/sync'
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  oneof,
  property,
  string,
} from 'fast-check'
import { describe, expect, test } from 'vitest'

import { invalidAt } from '../../../src/csv/invalidAt.ts'
import { rowsOf, type Row } from '../../../src/csv/csvRows.ts'
import { recordsOf } from '../../../src/csv/csvRecords.ts'
import type { Reading } from '../../../src/csv/quoting.ts'
import { beginning, scan, type Progress } from '../../../src/csv/scan.ts'

const comma: Reading = { delimiter: ',', quote: '"', escape: '"', ignore_first_line: true }

async function* pieces(bytes: Buffer, size: number, from = 0) {
  for (let at = from; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Looks through the whole text, in as many looks as it takes. */
async function scanned(text: string, reading: Reading, size = 65_536) {
  const bytes = Buffer.from(text)
  const looks: Progress[] = []
  let progress = beginning(0, reading)
  while (!progress.isWhole) {
    progress = await scan(progress, pieces(bytes, size, progress.at), reading)
    looks.push(progress)
  }
  const rows = progress.ranges.flatMap((range) => {
    const part = rowsOf(bytes.subarray(range.from, range.to).toString(), reading, range)
    expect(part).toHaveLength(range.count)
    return part
  })
  return { progress, looks, rows, bytes }
}

const allRows = (text: string) => rowsOf(text, comma, { row: 1, line: 1 })

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

test('cells are cut as another reader of CSV cuts them', () => {
  const cell = string({
    unit: constantFrom('a', ' ', ',', '"', '\n', '\r', 'é', '😀'),
    maxLength: 6,
  })
  const table = array(array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  assert(
    property(table, constantFrom('\n', '\r\n', '\r'), (cells, end) => {
      const text = cells.map((row) => row.map(quoted).join(',')).join(end)
      const expected: string[][] = parse(text, {
        relax_column_count: true,
        record_delimiter: ['\r\n', '\n', '\r'],
      })
      expect([...recordsOf(text, comma)].map((record) => record.cells)).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})

describe('the ranges of a file', () => {
  test('hold every row of it once, in order, whatever the cells are', async () => {
    const cell = oneof(
      constantFrom('', ' ', 'Empty', 'a', '"', '""', 'x\ny', 'x\r\ny', ',', 'ä€😀', 'say "hi"'),
      string({ maxLength: 12 }),
    )
    const table = array(array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 40 })
    const end = constantFrom('\n', '\r\n', '\r')
    await assert(
      asyncProperty(table, end, integer({ min: 1, max: 64 }), async (cells, end, size) => {
        const text = ['h', ...cells.map((row) => row.map(quoted).join(','))].join(end)
        const { rows, progress } = await scanned(text, comma, size)
        const expected = allRows(text).slice(1)
        expect(rows).toEqual(expected)
        expect(progress.total).toBe(expected.length)
      }),
      { numRuns: 300 },
    )
  })

  test('survive quotes that stand where none should, unless one stays open', async () => {
    const odd = array(constantFrom('"', 'a', ',', '\n', '""', 'b"c', '"d"e'), {
      maxLength: 60,
    })
    await assert(
      asyncProperty(odd, async (parts) => {
        const text = `h\n${parts.join('')}`
        const whole = attempt(() => allRows(text).slice(1))
        const found = await scanned(text, comma, 7).then(
          ({ rows }) => rows,
          () => 'unreadable',
        )
        expect(found).toEqual(whole)
      }),
      { numRuns: 500 },
    )
  })

  test('are a thousand rows, or a megabyte, and go on where an earlier look ended', async () => {
    const line = (n: number) => `${n},"${'x'.repeat(80)}\n${'y'.repeat(80)}"`
    const text = `n,text\n${Array.from({ length: 60_000 }, (_, n) => line(n)).join('\n')}\n`
    const { rows, looks, progress } = await scanned(text, comma)
    expect(looks.length).toBeGreaterThan(2)
    expect(progress.total).toBe(60_000)
    expect(rows.map(({ cells }) => Number(cells[0]))).toEqual(rows.map((_, index) => index))
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 2))
    for (const { count, from, to } of progress.ranges) {
      expect(count).toBeLessThanOrEqual(1_000)
      expect(to - from).toBeLessThanOrEqual(1_100_000)
    }
  })

  test('F5: hold no long stretch of blank rows, and these count against a limit', async () => {
    const blanks = '\n'.repeat(300_000)
    const { rows, progress } = await scanned(
      `name${blanks}A${blanks}B\n${',\n'.repeat(500)}C`,
      comma,
    )
    expect(rows.map(({ number }) => number)).toEqual([300_001, 600_001, 600_502])
    expect(progress.ranges.map(({ from, to }) => to - from)).toEqual([2, 2, 1])
    const none = async () => scanned(`name\n${'\n'.repeat(2_000_001)}A`, comma, 262_144)
    await expect(none()).rejects.toThrow('more than 2,000,000 lines')
  })

  test('B3.9: 200,000 rows are accepted, one more is not', async () => {
    const file = (count: number) => `name\n${'A\n\n'.repeat(count)}`
    const { progress } = await scanned(file(200_000), comma, 262_144)
    expect(progress.total).toBe(200_000)
    await expect(scanned(file(200_001), comma, 262_144)).rejects.toThrow('At most 200,000 rows')
  })

  test('number the rows as a spreadsheet does', async () => {
    const { rows } = await scanned('\n\nname\n\nA\n,\n"B\nC"\nD\n', comma)
    expect(rows).toEqual<Row[]>([
      { number: 5, line: 5, cells: ['A'] },
      { number: 7, line: 7, cells: ['B\nC'] },
      { number: 8, line: 9, cells: ['D'] },
    ])
  })
})

test('the first byte that UTF-8 does not allow is found, a cut character at the end is none', () => {
  const good = Buffer.from('aä€😀z')
  for (let length = 0; length <= good.length; length += 1) {
    expect(invalidAt(good.subarray(0, length))).toBeUndefined()
  }
  for (const [at, bytes] of [
    [0, [0x80]],
    [2, [0x61, 0x62, 0xff, 0x63]],
    [1, [0x61, 0xc4, 0x41]],
    [0, [0xed, 0xa0, 0x80]],
    [3, [0x61, 0xc3, 0xa4, 0xc0, 0xaf]],
  ] as const) {
    expect(invalidAt(Uint8Array.from(bytes))).toBe(at)
  }
})

function attempt<Result>(work: () => Result): Result | 'unreadable' {
  try {
    return work()
  } catch {
    return 'unreadable'
  }
}

describe('F3: a row whose quotes do not match', () => {
  const faults = (text: string) =>
    allRows(text).map(({ number, fault }) => [
      number,
      fault && renderMessage(fault).replace(/^Line /, ''),
    ])

  test('is refused with the line where a quote opens, and the others are read', () => {
    const text = 'a,b\n1,2\n"A,B\nC,D\n,"E",x\nF,G\n'
    expect(faults(text)).toEqual([
      [1, undefined],
      [2, undefined],
      [3, '3: a quote is opened in this row, and text follows where it closes on line 5.'],
      [4, undefined],
    ])
  })

  test('takes the row with it in which its quote closes', () => {
    expect(faults('"He said "hi"\nand more",2\n5" pipe,3\n')).toEqual([
      [1, '1: text follows a quote that closes a cell. Write quotes within a cell twice.'],
      [2, '2: the row above opens a quote that closes in this one.'],
      [3, undefined],
    ])
  })

  test('is told from quotes within cells, and from blanks around quoted ones', () => {
    expect(faults('a "b" c,5"\n"d" ,"e ""f"" g"\n"h\ni",j\n')).toEqual([
      [1, undefined],
      [2, undefined],
      [3, undefined],
    ])
  })
})
