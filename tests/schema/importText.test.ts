import { describe, expect, test } from 'vitest'

import {
  checkResources,
  defineResource,
  field,
  kindOf,
  renderMessage,
  ValueError,
  type Field,
  type ImportContext,
} from '#schema'

import { importText } from '../../src/kinds/kinds.server.ts'
import { importContext } from '../fixtures/kinds.ts'

const read = (one: Field, text: string, context: Partial<ImportContext>) =>
  importText(text, one, { ...importContext, ...context })

type Order = ImportContext['dateOrder']

describe('a date in a file written', () => {
  test.each<[Order, string, string]>([
    ['ymd', '2026-01-02', '2026-01-02'],
    ['ymd', '2026.1.2', '2026-01-02'],
    ['dmy', '02/01/2026', '2026-01-02'],
    ['dmy', '2.1.2026', '2026-01-02'],
    ['dmy', '31-12-2026 23:59', '2026-12-31'],
    ['dmy', '29 2 2024', '2024-02-29'],
    ['mdy', '02/01/2026', '2026-02-01'],
    ['mdy', '12/31/2026, 11:59 PM', '2026-12-31'],
    ['dmy', '2026-01-02', '2026-01-02'],
    ['mdy', '2026-01-02', '2026-01-02'],
  ])('%s: %s is %s', (dateOrder, text, day) => {
    expect(read(field.date(), text, { dateOrder })).toBe(day)
  })

  test.each<[Order, string]>([
    ['ymd', '02/01/2026'],
    ['dmy', '12/31/2026'],
    ['mdy', '31/12/2026'],
    ['dmy', '02/01/26'],
    ['mdy', '1/2/026'],
    ['dmy', '29/02/2023'],
    ['dmy', '0/1/2026'],
    ['dmy', '01/02-2026'],
    ['ymd', '1899-12-31'],
    ['dmy', '01/01/2101'],
  ])('%s: %s is refused rather than guessed', (dateOrder, text) => {
    expect(() => read(field.date(), text, { dateOrder })).toThrow(ValueError)
  })
})

describe('a moment in a file written', () => {
  test.each<[Order, string, string]>([
    ['dmy', '02/01/2026 9:05', '2026-01-02T09:05:00Z'],
    ['dmy', '2.1.2026, 14:30:15', '2026-01-02T14:30:15Z'],
    ['mdy', '1/2/2026 12:00 AM', '2026-01-02T00:00:00Z'],
    ['mdy', '1/2/2026 12:00 PM', '2026-01-02T12:00:00Z'],
    ['mdy', '1/2/2026 11:59:59 pm', '2026-01-02T23:59:59Z'],
    ['dmy', '2026-01-02T14:30:00.250+02:00', '2026-01-02T12:30:00.25Z'],
    ['dmy', '25/10/2026 02:30 +02:00', '2026-10-25T00:30:00Z'],
    ['dmy', '25/10/2026 02:30 +01:00', '2026-10-25T01:30:00Z'],
    ['dmy', '31/12/2026 23:30 -02:00', '2027-01-01T01:30:00Z'],
  ])('%s: %s is %s', (dateOrder, text, moment) => {
    expect(read(field.timestamp(), text, { dateOrder })).toBe(moment)
  })
})

describe('a text in a file that is no date is answered with how the file was said to write dates', () => {
  test.each<[Order, string, string]>([
    ['ymd', '2026-01-31', '2026-01-31 14:30:00'],
    ['dmy', '31.01.2026', '31.01.2026 14:30:00'],
    ['mdy', '01/31/2026', '01/31/2026 14:30:00'],
  ])('%s', (dateOrder, day, moment) => {
    const problemOf = (one: Field) => {
      try {
        return String(read(one, 'soon', { dateOrder }))
      } catch (error) {
        return renderMessage((error as ValueError).text)
      }
    }
    expect(problemOf(field.date())).toBe(`Enter a date like ${day}`)
    expect(problemOf(field.timestamp())).toBe(`Enter a date and time like ${moment}`)
    // It is read as it is told.
    expect(read(field.date(), day, { dateOrder })).toBe('2026-01-31')
    expect(read(field.timestamp(), moment, { dateOrder })).toBe('2026-01-31T14:30:00Z')
  })
})

test.each(['.', ','] as const)(
  'a text in a file that is no amount is answered with the decimal sign that was said: %s',
  (decimalSign) => {
    const one = field.money()
    const example = `1250${decimalSign}00`
    const other = example.replace(decimalSign, decimalSign === '.' ? ',' : '.')
    const problem = () => {
      try {
        return read(one, other, { decimalSign })
      } catch (error) {
        return renderMessage((error as ValueError).text)
      }
    }
    expect(problem()).toBe(`Enter an amount like ${example}`)
    // It is read as it is told.
    expect(read(one, example, { decimalSign })).toBe(1250)
  },
)

describe('a time in a file written', () => {
  test.each<[string, string]>([
    ['9', '09:00'],
    ['930', '09:30'],
    ['1730', '17:30'],
    ['9:05', '09:05'],
    ['9:05 pm', '21:05'],
  ])('%s is %s', (text, time) => {
    expect(read(field.time(), text, {})).toBe(time)
  })

  test.each(['24', '999', '9:5', '12345', 'noon'])('%s is refused', (text) => {
    expect(() => read(field.time(), text, {})).toThrow(ValueError)
  })
})

describe('an amount in a file with', () => {
  test.each<['.' | ',', string, number]>([
    [',', '1250,5', 1250.5],
    [',', '1.250,50', 1250.5],
    [',', '1.234.567,89 €', 1_234_567.89],
    [',', '1 250,50', 1250.5],
    [',', '1\u00a0250,50', 1250.5],
    [',', '1\u202f250,50', 1250.5],
    [',', '1.250', 1250],
    [',', 'EUR 0,99', 0.99],
    [',', '7', 7],
    ['.', '1,250', 1250],
    ['.', '£1,250.00', 1250],
    ['.', '1’250.50', 1250.5],
    ['.', '1,250.500', 1250.5],
    ['.', '1250.000', 1250],
    ['.', '0.500', 0.5],
    ['.', '1.2500', 1.25],
  ])('a %s before the cents: %s is %d', (decimalSign, text, amount) => {
    expect(read(field.money(), text, { decimalSign })).toBe(amount)
  })

  test.each<['.' | ',', string]>([
    [',', '12.50'],
    [',', '1,250.50'],
    [',', '1.25'],
    [',', '1.2.3'],
    [',', '1.250.50'],
    ['.', '12,50'],
    ['.', '1,2,3.00'],
    ['.', '1,250 50'],
    ['.', ',5'],
    ['.', '5.'],
    ['.', '€'],
    ['.', '10,000,000,000.00'],
    ['.', '1'.repeat(1_000)],
  ])('a %s before the cents: %s is refused rather than guessed', (decimalSign, text) => {
    expect(() => read(field.money(), text, { decimalSign })).toThrow(ValueError)
  })

  test.each<['.' | ',', string]>([
    ['.', '1.000'],
    ['.', '1.500'],
    ['.', '€ 999.000'],
    [',', '1,000'],
    [',', '12,500 EUR'],
  ])('F6: a %s before the cents: %s may be a thousand, and is refused in words', (sign, text) => {
    expect(() => read(field.money(), text, { decimalSign: sign })).toThrow('Three digits after')
  })
})

test('an amount of either sign, with decimals of its own', () => {
  const credit = field.money({ signed: true, decimals: 3 })
  expect(kindOf(credit).column(credit)).toBe('numeric(13,3)')
  expect(read(credit, '-1,250.125', {})).toBe(-1250.125)
  expect(read(credit, '\u2212€ 1.5', {})).toBe(-1.5)
  expect(read(credit, '-9,999,999,999.999', {})).toBe(-9_999_999_999.999)
  expect(() => read(credit, '1.0005', {})).toThrow(ValueError)
  expect(() => read(field.money(), '-1', {})).toThrow(ValueError)
  const yen = field.money({ decimals: 0 })
  expect(read(yen, '1,250', {})).toBe(1250)
  expect(read(yen, '1250.00', {})).toBe(1250)
  expect(() => read(yen, '1250.5', {})).toThrow(ValueError)
  expect(kindOf(credit).schema(credit).safeParse(-0.0005).success).toBe(false)
  expect(kindOf(credit).operand('-0.500', credit)).toBe(-0.5)
})

test('the currency of an amount is a code or a field beside it', () => {
  const declared = (currency: string) => () =>
    checkResources([
      defineResource('bills', {
        permission: 'bill',
        fields: { sum: field.money({ currency }), paid_in: field.text() },
        title: 'paid_in',
        list: ['sum'],
        form: ['sum', 'paid_in'],
      }),
    ])
  expect(declared('EUR')).not.toThrow()
  expect(declared('paid_in')).not.toThrow()
  expect(declared('payed_in')).toThrow('bills.sum: no currency and no field "payed_in"')
})

test('H1: no pattern meets a text that is longer than its kind may be', () => {
  const phone = (text: string) => {
    throw new Error(`asked about ${text.length} characters`)
  }
  const zeros = `44${'0'.repeat(1_000_000)}`
  const long = (one: Field) => () => read(one, zeros, { phone })
  expect(long(field.phone())).toThrow('Use at most 40 characters')
  expect(() => kindOf(field.phone()).operand(zeros, field.phone())).toThrow('at most 40')
  for (const one of [field.email(), field.money(), field.date(), field.timestamp(), field.text()]) {
    expect(long(one)).toThrow(ValueError)
  }
  expect(read(field.text({ max: 4 }), `${' '.repeat(20_000)}text${' '.repeat(20_000)}`, {})).toBe(
    'text',
  )
})

test('a phone number of a file is what the context makes of it, if that is a number at all', () => {
  expect(read(field.phone(), '020 7946 0958', { phone: () => '+442079460958' })).toBe(
    '+442079460958',
  )
  expect(() => read(field.phone(), 'x', { phone: () => 'x' })).toThrow(ValueError)
  const damaged = () => {
    throw new ValueError('phone_damaged', 'Damaged by a spreadsheet')
  }
  expect(() => read(field.phone(), '1.23E+11', { phone: damaged })).toThrow('Damaged')
})

test('texts of a file keep the rules of their field', () => {
  const code = field.text({ min: 2, max: 4, pattern: [/\d+/, 'Digits only'] })
  expect(read(code, ' 123 ', {})).toBe('123')
  expect(() => read(code, '1', {})).toThrow('Use at least 2 characters')
  expect(() => read(code, '12345', {})).toThrow('Use at most 4 characters')
  expect(() => read(code, '12a', {})).toThrow('Digits only')
})
