import { expect, test } from 'vitest'

import { inspectSample } from '../../src/csv/inspect.ts'

const isHeader = (line: string) => {
  const sample = Buffer.from(`${line}\nann@example.com,1\n`)
  const choice = { quote: '"', escape: '"', spreadsheet: false, encoding: 'utf-8' } as const
  return inspectSample(sample, sample.length, { ...choice, delimiter: ',' }).reading
    .ignore_first_line
}

test.each([
  ['E-mail,Number', true],
  ['ann@example.com,1', false],
  ['+44 20 7946 0958,1', false],
  [`${'ab'.repeat(32)},1`, false],
])('the first line %s names the columns: %s', (line, expected) => {
  expect(isHeader(line)).toBe(expected)
})

test('H1: a first line of any length is looked at in no more time than it takes to read', () => {
  expect(isHeader(`a@${'.'.repeat(300_000)} x,1`)).toBe(true)
}, 10_000)

test.each([
  ['blank lines', '\r\n \r\n'],
  ['nothing', ''],
])('the delimiter is found below %s at the beginning', (_, beginning) => {
  const sample = Buffer.from(`${beginning}e-mail;name\r\nann@example.com;Ann\r\n`)
  const choice = { quote: '"', escape: '"', spreadsheet: false, encoding: 'utf-8' } as const
  const found = inspectSample(sample, sample.length, choice)
  expect(found.reading.delimiter).toBe(';')
  expect(found.headers).toEqual(['e-mail', 'name'])
})

test.each([
  ['utf-8', (text: string) => Buffer.from(text)],
  ['utf-8 with a mark', (text: string) => Buffer.from(`\u{feff}${text}`)],
  ['utf-16le with a mark', (text: string) => Buffer.from(`\u{feff}${text}`, 'utf16le')],
])('a first line that names the delimiter is no row: %s', (_, bytesOf) => {
  const sample = bytesOf('sep=|\r\nname;,|e-mail\r\nAnn;,|ann@example.com\r\n')
  const choice = { quote: '"', escape: '"', spreadsheet: false } as const
  const found = inspectSample(sample, sample.length, choice)
  expect(found.reading.delimiter).toBe('|')
  expect(found.headers).toEqual(['name;,', 'e-mail'])
  expect(found.rows).toEqual([['Ann;,', 'ann@example.com']])
})
