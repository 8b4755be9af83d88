import { array, assert, asyncProperty, constantFrom, integer, oneof, string } from 'fast-check'
import { describe, expect, test } from 'vitest'

import { invalidAt } from '../../../src/server/imports/encoding.ts'
import { parseRows, type Reading, type Row } from '../../../src/server/imports/reading.ts'
import { beginning, scan, type Progress } from '../../../src/server/imports/scan.ts'

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
    progress = await scan(progress, pieces(bytes, size, progress.at), reading, async () => 0)
    looks.push(progress)
  }
  const rows = progress.ranges.flatMap(({ from, to, row }) =>
    parseRows(bytes.subarray(from, to), reading, row),
  )
  return { progress, looks, rows, bytes }
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

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
        const { rows, progress, bytes } = await scanned(text, comma, size)
        const expected = parseRows(bytes, comma, 1).slice(1)
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
        const whole = attempt(() => parseRows(Buffer.from(text), comma, 1).slice(1))
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

  test('number the rows as a spreadsheet does', async () => {
    const { rows } = await scanned('\n\nname\n\nA\n,\n"B\nC"\nD\n', comma)
    expect(rows).toEqual<Row[]>([
      { number: 5, cells: ['A'] },
      { number: 7, cells: ['B\nC'] },
      { number: 8, cells: ['D'] },
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
