import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { read } from 'xlsx'

import { makeWorkbook } from '../../src/browser/views/imports/file/makeWorkbook.ts'
import { csvOf } from '../../src/browser/views/imports/file/workbook.ts'
import { unguarded, withoutFormulas } from '../../src/server/files/formulas.ts'

test('a workbook holds the cells of an exported CSV as text', async () => {
  const csv = '\ufeff"Name","Phone","Note"\n"Ada, ""B""","+447400123456","\'=1+1"\n"","0012",""\n'
  const made = await makeWorkbook(new Blob([csv]))
  const { parts } = await csvOf(new Uint8Array(await made.arrayBuffer()))
  expect(parts.join('')).toBe(
    'Name,Phone,Note\n"Ada, ""B""",+447400123456,\'=1+1\nEmpty,0012,Empty\n',
  )
})

test('F1: no cell of a workbook is a formula, and an import has each back as it was', async () => {
  const cells = [
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    "=cmd|'/C calc'!A0",
    '=HYPERLINK("https://e.example")',
    '\t=1+1',
    '\r=1+1',
    ' =1',
    '\u00a0=1',
    '\u3000=1',
    "'=1",
    "''=1",
    '"=1',
    '＝1',
    '＋1+1',
    '－cmd',
    '＠x',
    'x;=1',
    'x\t=1',
    'x\n-1+1',
    '=',
    '+',
    '-',
    '@',
    '-5',
    '+447400123456',
    '1e5',
    '0012',
    'plain',
  ]
  const lines = cells.map((cell) => `"a","${cell.replaceAll('"', '""')}"\n`)
  const exported = await text(
    Readable.from(withoutFormulas(Readable.from(lines.map((line) => Buffer.from(line))), ',')),
  )
  const bytes = new Uint8Array(await (await makeWorkbook(new Blob([exported]))).arrayBuffer())
  const sheet = read(bytes, { type: 'array', cellFormula: true }).Sheets['Export'] ?? {}
  const made = Object.entries(sheet).filter(([at]) => !at.startsWith('!'))
  expect(made).toHaveLength(2 * cells.length)
  for (const [, cell] of made) expect(cell).toMatchObject({ t: 's' })
  expect(made.filter(([, cell]) => cell.f !== undefined)).toEqual([])
  const { parts } = await csvOf(bytes)
  const back: string[][] = parse(parts.join(''), { recordDelimiter: '\n' })
  expect(back.map(([, cell]) => unguarded(cell ?? ''))).toEqual(cells)
})
