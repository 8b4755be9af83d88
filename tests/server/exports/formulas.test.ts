import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { unguarded, withoutFormulas } from '../../../src/server/files/formulas.ts'

async function disarm(text: string, { delimiter = ',', cut = 1_000 } = {}) {
  const bytes = Buffer.from(text)
  async function* content() {
    for (let at = 0; at < bytes.length; at += cut) yield bytes.subarray(at, at + cut)
  }
  const parts: Uint8Array[] = []
  for await (const part of withoutFormulas(content(), delimiter)) parts.push(part)
  return Buffer.concat(parts).toString()
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

describe('a cell that a spreadsheet would run', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1+1', "'+1+1"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    [' =1', "' =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\u3000=1', "'\u3000=1"],
    ["'=1", "''=1"],
    ['＝1', "'＝1"],
    ['＋1+1', "'＋1+1"],
    ['－1+1', "'－1+1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ["=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0"],
    ['-', "'-"],
    ['=HYPERLINK("http://x")', '\'=HYPERLINK("http://x")'],
    ['"=1', '\'"=1'],
    ['+5"', '\'+5"'],
    ['@a\nb', "'@a\nb"],
  ])('%j becomes %j', async (cell, safe) => {
    expect(await disarm(`"a",${quoted(cell)},"b"\n${quoted(cell)}\n`)).toBe(
      `"a",${quoted(safe)},"b"\n${quoted(safe)}\n`,
    )
  })

  it.each([
    ["x;=1+cmd|'/C calc'!A0", "x;'=1+cmd|'/C calc'!A0"],
    ['x,=1', "x,'=1"],
    ['x\t=1', "x\t'=1"],
    ['x|@a', "x|'@a"],
    ['x\n-1+1', "x\n'-1+1"],
    ['x\r\n+a', "x\r\n'+a"],
    ['x; "=1', 'x;\' "=1'],
    ['=1;=2', "'=1;'=2"],
    ['x,""=1', 'x,\'""=1'],
    ['x;＝1', "x;'＝1"],
  ])('M10: behind a separator of another country: %j becomes %j', async (cell, safe) => {
    for (const delimiter of [',', ';', '\t', '|']) {
      const row = (one: string) => ['"a"', quoted(one), '"b"'].join(delimiter)
      expect(await disarm(`${row(cell)}\n`, { delimiter })).toBe(`${row(safe)}\n`)
    }
  })
})

describe('a cell that stays as it is', () => {
  it.each([
    'plain',
    '',
    '12',
    '-5',
    '+5',
    '-5.25',
    '-1,5',
    '1e5',
    '-1E-5',
    '+442071234567',
    '+44•••••••123',
    'j•••••@g•••.com',
    '2026-01-31 14:30:00',
    'a=b',
    'x+y',
    'mail@example.com',
    'a "=1" b',
    'Łódź',
    '–',
    '#64748b',
    '/path',
    '(x)',
    'x; -5',
    'x;-5',
    'one,+442071234567;two',
    'ends with,',
    'ends with;\n',
  ])('%j', async (cell) => {
    const rows = `${quoted(cell)},${quoted(cell)}\n${quoted(cell)},\n`
    expect(await disarm(rows)).toBe(rows)
  })
})

const cell = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        '=',
        '-5',
        '+44',
        '@',
        '＝',
        ' ',
        '\t',
        '\r',
        '\n',
        ',',
        ';',
        '|',
        "'",
        '"',
        'x',
        'é',
        '•',
        '\u00a0',
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join('')),
  fc.string(),
)

it('does the same however the bytes arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 7 }),
      async (rows, cut) => {
        const text = rows.map((row) => `${row.map(quoted).join(',')}\n`).join('')
        expect(await disarm(text, { cut })).toBe(await disarm(text))
      },
    ),
    { numRuns: 200 },
  )
})

it('M10: leaves nothing that runs in any country, and an import reads every value as it was', async () => {
  const runs = /^[^\S\t\r\n]*["']*[=+\-@＝＋－＠]/
  const isNumber = /^\s*[+-]?[\d•]+(?:[.,]\d+)*$/
  await fc.assert(
    fc.asyncProperty(
      fc.array(cell, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(',', ';', '\t', '|'),
      async (cells, delimiter) => {
        const file = await disarm(`${cells.map(quoted).join(delimiter)}\n`, { delimiter })
        const [row = []] = parse(file, {
          delimiter,
          relax_column_count: true,
          recordDelimiter: '\n',
        })
        for (const one of row.flatMap((text: string) => text.split(/[;,\t|\r\n]/))) {
          if (!one.startsWith("'") && !isNumber.test(one)) expect(one).not.toMatch(runs)
        }
        expect(row.map(unguarded)).toEqual(cells)
      },
    ),
    { numRuns: 500 },
  )
})
