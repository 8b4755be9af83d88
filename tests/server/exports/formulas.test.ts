import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { withoutFormulas } from '../../../src/server/exports/formulas.ts'

async function disarm(text: string, { delimiter = ',', cut = 1_000 } = {}) {
  const bytes = Buffer.from(text)
  async function* content() {
    for (let at = 0; at < bytes.length; at += cut) yield bytes.subarray(at, at + cut)
  }
  const parts: Uint8Array[] = []
  let lines = 0
  for await (const part of withoutFormulas(content(), delimiter, (count) => (lines += count))) {
    parts.push(part)
  }
  return { text: Buffer.concat(parts).toString(), lines }
}

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
  ])('%j becomes %j', async (cell, safe) => {
    expect(await disarm(`a,${cell},b\n${cell}\n`)).toEqual({
      text: `a,${safe},b\n${safe}\n`,
      lines: 2,
    })
  })

  it.each([
    ['"=1,2"', '"\'=1,2"'],
    ['"=HYPERLINK(""http://x"")"', '"\'=HYPERLINK(""http://x"")"'],
    ['"""=1"', '"\'""=1"'],
    ['"@a\nb"', '"\'@a\nb"'],
    ['"\n=1"', '"\'\n=1"'],
  ])('in quotes: %j becomes %j', async (cell, safe) => {
    expect(await disarm(`a,${cell},b\n`)).toEqual({ text: `a,${safe},b\n`, lines: 1 })
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
    '"a ""=1"" b"',
    'Łódź',
    '–',
    '""',
    '#64748b',
    '/path',
    '(x)',
  ])('%j', async (cell) => {
    expect((await disarm(`${cell},${cell}\n`)).text).toBe(`${cell},${cell}\n`)
  })
})

it('knows the delimiter', async () => {
  expect((await disarm('a;=1;b,=1\n', { delimiter: ';' })).text).toBe("a;'=1;b,=1\n")
  expect((await disarm('a\t=1\n', { delimiter: '\t' })).text).toBe("a\t'=1\n")
})

it('does the same however the bytes arrive', async () => {
  const cell = fc.oneof(
    fc.constantFrom('=1', '-5', '@a', ' =x', '＝1', '+44', 'é', '', '\t', "'", '\ud83d\ude00'),
    fc.string(),
  )
  const quoted = (text: string) =>
    /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 7 }),
      async (rows, cut) => {
        const text = rows.map((row) => `${row.map(quoted).join(',')}\n`).join('')
        const whole = await disarm(text)
        expect(await disarm(text, { cut })).toEqual(whole)
        expect(whole.lines).toBe(rows.length)
      },
    ),
    { numRuns: 200 },
  )
})
