import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { emailPattern, field, type Field } from '#schema'

import { importText } from '../../src/kinds/kinds.server.ts'
import { importContext } from '../fixtures/kinds.ts'
import { timesAsLong } from './pace.ts'

const plain = z.object({ cell: z.string().trim().min(1).max(200) })

/** The least that reads a cell: a bare schema of a text. */
const bare = (cells: readonly string[]) => () => {
  for (const cell of cells) plain.safeParse({ cell })
}

describe('the e-mail pattern answers at once for', () => {
  test.each([
    ['a'.repeat(190)],
    ['.'.repeat(190)],
    ['@'.repeat(190)],
    ['a.'.repeat(95)],
    [`${'a'.repeat(64)}@${'a'.repeat(125)}`],
    [`${'a.'.repeat(32)}@${'b.'.repeat(60)}`],
    [`a@${'a.'.repeat(94)}`],
    [`a@${'a-'.repeat(94)}`],
    [`a@${'1.'.repeat(94)}`],
    [`a@${`${'a'.repeat(62)}.`.repeat(3)}`],
    [`a@${'-'.repeat(188)}`],
    [`${'é'.repeat(64)}@${'xn--'.repeat(31)}`],
    [`a@${'a'.repeat(61)}.${'b'.repeat(126)}`],
    ['a@'.repeat(95)],
  ])('%s', async (text) => {
    const texts = Array.from({ length: 100 }, () => text)
    const match = () => texts.forEach((one) => emailPattern.test(one))
    expect(await timesAsLong(match, bare(texts), 50)).toBeLessThan(50)
  })
})

describe('a column is read in less than ten times what a bare schema takes, of kind', () => {
  const choices = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`status_${n}`, `Status ${n}`]),
  )
  test.each<[string, Field, (row: number) => string]>([
    ['text', field.text(), (row) => `Ada  Lovelace ${row}`],
    ['email', field.email(), (row) => `Ada.Lovelace${row}@Example${row % 500}.com `],
    ['integer', field.integer(), (row) => `${row}`],
    ['date', field.date(), (row) => `19${10 + (row % 90)}-0${1 + (row % 9)}-${10 + (row % 18)}`],
    ['choice', field.choice(choices), (row) => `Status ${row % 20}`],
    ['phone', field.phone(), (row) => `+4420794${10_000 + (row % 90_000)}`],
  ])('%s', async (_name, one, cell) => {
    const cells = Array.from({ length: 50_000 }, (_, row) => cell(row))
    const read = () => {
      for (const text of cells) importText(text, one, importContext)
    }
    expect(await timesAsLong(read, bare(cells), 10)).toBeLessThan(10)
  })
})
