import { inspect } from 'node:util'

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  field,
  fieldOf,
  kindNames,
  kindOf,
  validateChanges,
  validateNew,
  ValueError,
  type Field,
  type User,
} from '#schema'

import { importText } from '../../src/kinds/kinds.server.ts'
import { hostile, importContext, samples, wrongTypes } from '../fixtures/kinds.ts'
import { anyText } from '../fixtures/texts.ts'

const user: User = {
  id: 1,
  name: 'U',
  email: 'u@example.com',
  permissions: new Set(),
}

/** Parses a value as the wire brings it; answers the normal form or throws what no caller expects. */
function parse(one: Field, value: unknown) {
  const { values, errors } = validateNew({ one }, user, { one: value })
  return errors ? { messages: Object.values(errors).flat() } : { value: values['one'] }
}

describe.each(kindNames)('a %s', (name) => {
  const { field: one, ...sample } = samples[name]
  const kind = kindOf(one)
  const loose = { ...one, options: { ...one.options, optional: true } } as Field

  test('answers under its own name', () => {
    expect(one.kind).toBe(name)
    expect(kind.column(one) === null || /^[a-z]+(\[\]|\(\d+,\d+\))?$/.test(kind.column(one)!)).toBe(
      true,
    )
  })

  test.each(sample.values)('takes %j as %j', (wire, normal) => {
    expect(parse(one, wire)).toStrictEqual({ value: normal })
  })

  test.each(sample.values)('takes the normal form of %j as it is', (_wire, normal) => {
    expect(parse(one, normal)).toStrictEqual({ value: normal })
  })

  test('refuses what it cannot keep, with a message for people', () => {
    for (const value of sample.refused) {
      const { messages } = parse(one, value)
      expect(messages, `took ${inspect(value).slice(0, 60)}`).toBeDefined()
      for (const message of messages!) expect(message).not.toMatch(/Invalid|expected|regex/i)
    }
  })

  test('refuses values of another type without falling over', () => {
    for (const [what, value] of wrongTypes) {
      const { messages, value: taken } = parse(one, value)
      const own =
        isDeepEqual(taken, value) &&
        ['text', 'richText', 'json', 'boolean', 'password', 'secret'].includes(name)
      expect(messages !== undefined || own, `took ${what}`).toBe(true)
      for (const message of messages ?? []) expect(message).not.toMatch(/Invalid|expected/)
    }
  })

  test('meets hostile text with a value or a refusal, never with another error', () => {
    for (const text of hostile) {
      const parsed = parse(one, text)
      if (parsed.value !== undefined) expect(parse(one, parsed.value)).toStrictEqual(parsed)
      orRefused(() => kind.operand(text, one))
      orRefused(() => kind.period?.(text, { at: new Date(), zone: 'UTC' }))
      orRefused(() => importText(text, one, importContext))
    }
    expect(({} as any).polluted).toBeUndefined()
  })

  test('is stable for any value it takes', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.jsonValue(), fc.double(), fc.integer()), (value) => {
        const parsed = parse(loose, value)
        if (parsed.value === undefined) return
        expect(parse(loose, parsed.value)).toStrictEqual(parsed)
        expect(JSON.stringify(parsed.value)).not.toMatch(
          name === 'password' || name === 'secret' ? /^$/ : /\\u0000/,
        )
      }),
    )
  })

  test('is null only when optional', () => {
    const isEmptyByDefault = one.options.default !== undefined
    for (const empty of [null, '', '  ', '\u0000']) {
      expect(parse(loose, empty)).toStrictEqual({ value: null })
      expect(parse(one, empty)).toStrictEqual(
        isEmptyByDefault ? { value: [] } : { messages: ['Fill in this field'] },
      )
      expect(validateChanges({ one }, user, { one: empty }).errors).toEqual({
        one: ['Fill in this field'],
      })
      expect(validateChanges({ one: loose }, user, { one: empty }).values).toEqual({ one: null })
    }
  })

  test('takes its default when a new record does not give it, and not when a record is changed', () => {
    const [[, normal]] = sample.values as [[unknown, unknown]]
    const defaulted = { ...one, options: { ...one.options, default: normal } } as Field
    expect(validateNew({ one: defaulted }, user, {}).values).toEqual({ one: normal })
    expect(validateNew({ one: defaulted }, user, { one: null }).values).toEqual({ one: normal })
    expect(validateChanges({ one: defaulted }, user, {}).values).toEqual({})
    expect(validateChanges({ one: defaulted }, user, { one: undefined }).values).toEqual({})
    expect(validateChanges({ one: defaulted }, user, { one: null }).errors).toEqual({
      one: ['Fill in this field'],
    })
    const both = { ...defaulted, options: { ...defaulted.options, optional: true } } as Field
    expect(validateNew({ one: both }, user, {}).values).toEqual({ one: normal })
    expect(validateNew({ one: both }, user, { one: null }).values).toEqual({ one: null })
  })

  test('reads cells of a file', () => {
    for (const [text, value] of sample.cells) {
      expect(importText(text, one, importContext), text).toStrictEqual(value)
    }
  })

  test('refuses bad cells with a code and a message', () => {
    for (const text of sample.badCells) {
      const refusal = refusalOf(() => importText(text, one, importContext))
      expect(refusal, `took ${text.slice(0, 60)}`).toBeInstanceOf(ValueError)
      expect(refusal?.code).toMatch(/^[a-z_]+$/)
      expect(refusal?.message).not.toBe('')
    }
  })

  test('brings from a file only what the wire would take as it is', () => {
    for (const text of [...sample.cells.map(([text]) => text), ...sample.badCells, ...hostile]) {
      const value = orRefused(() => importText(text, one, importContext))
      if (value !== undefined && name !== 'reference' && name !== 'references') {
        expect(parse(one, value), text.slice(0, 60)).toStrictEqual({ value })
      }
    }
  })

  test('reads operands of a query', () => {
    for (const [text, operand] of sample.operands) {
      expect(kind.operand(text, one)).toStrictEqual(operand)
    }
    for (const text of sample.badOperands) {
      expect(
        refusalOf(() => kind.operand(text, one)),
        text,
      ).toBeInstanceOf(ValueError)
    }
  })

  test('lets nothing but its operand reach the database', () => {
    for (const text of hostile) {
      const operand = orRefused(() => kind.operand(text, one))
      expect(String(operand)).not.toMatch(/\0|\p{Cs}/u)
    }
  })

  test('has every operator of a column or of a list', () => {
    if (kind.operators.length > 0) expect(kind.operators).toContain('empty')
    if (kind.search) expect(kind.operators).toContain('equals')
  })
})

test('a kind of every field is known', () => {
  expect(Object.keys(samples).sort()).toEqual([...kindNames].sort())
  for (const kind of kindNames) expect(Object.keys(field)).toContain(kind)
})

test('ids are as large as the database has them', () => {
  const id = fieldOf({ fields: {} } as never, 'id')!
  expect(kindOf(id).operand('9007199254740991', id)).toBe(9_007_199_254_740_991)
  expect(kindOf(id).column(id)).toBe('bigint')
})

function isDeepEqual(one: unknown, other: unknown): boolean {
  try {
    return JSON.stringify(one) === JSON.stringify(other)
  } catch {
    return false
  }
}

function refusalOf(act: () => unknown): ValueError | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return error as ValueError
  }
}

/** The answer, or undefined for a refusal. Any other error fails the test. */
function orRefused(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    if (error instanceof ValueError) return undefined
    throw error
  }
}

test('an amount keeps to its bounds, and is looked for beyond them', () => {
  const rent = field.money({ min: 100, max: 5_000.5 })
  const without = (text: string) => text.replace(/^\W*/, '')
  expect(parse(rent, 99.99).messages?.map(without)).toEqual([expect.stringContaining('100')])
  expect(parse(rent, 5_001).messages?.map(without)).toEqual([expect.stringContaining('5000.5')])
  expect(parse(rent, 5_000.5)).toEqual({ value: 5_000.5 })
  expect(kindOf(rent).operand('1', rent)).toBe(1)
})
