import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import { bodyRefusal, issueMessage } from '../../src/server/kernel/validate.ts'

const body = z.strictObject({
  list: z.array(z.string()).min(1).max(2),
  text: z.string().min(2).max(4),
  size: z.int().min(1).max(9),
  amount: z.number(),
  isOn: z.boolean(),
  one: z.enum(['a', 'b']),
  options: z.object({}),
  either: z.union([z.string(), z.number()]),
  own: z.string('Choose a colour'),
})

const good = {
  list: ['x'],
  text: 'abc',
  size: 3,
  amount: 1.5,
  isOn: true,
  one: 'a',
  options: {},
  either: 1,
  own: 'red',
}

const said = (change: object) => {
  const { error } = body.safeParse({ ...good, ...change }, { error: issueMessage })
  return error?.issues.map(({ message }) => message)
}

describe('a body that is wrong is answered in words:', () => {
  it.each<[object, string]>([
    [{ list: undefined }, 'Fill in this field'],
    [{ list: 'x' }, 'Send a list'],
    [{ list: [] }, 'List at least 1'],
    [{ list: ['x', 'y', 'z'] }, 'List at most 2'],
    [{ text: 7 }, 'Enter text'],
    [{ text: 'a' }, 'Use at least 2 characters'],
    [{ text: 'abcde' }, 'Use at most 4 characters'],
    [{ size: 'a' }, 'Enter a number'],
    [{ size: 1.5 }, 'Enter a whole number'],
    [{ size: 0 }, 'Enter 1 or more'],
    [{ size: 10 }, 'Enter 9 or less'],
    [{ amount: null }, 'Enter a number'],
    [{ isOn: 1 }, 'Enter yes or no'],
    [{ one: 'c' }, 'Choose one from the list'],
    [{ options: [] }, 'Send a JSON object'],
    [{ either: [] }, 'This value does not fit here'],
    [{ more: 1 }, '"more" cannot be set here'],
    [{ own: 1 }, 'Choose a colour'],
  ])('%j', (change, message) => {
    expect(said(change)).toEqual([message])
  })

  it('nothing is said of a good one', () => {
    expect(said({})).toBeUndefined()
  })
})

describe('what is wrong with a body stands', () => {
  const errorsOf = (given: unknown) => {
    const schema = z.strictObject({ name: z.string(), at: z.array(z.number()) })
    const { error } = schema.safeParse(given ?? {}, { error: issueMessage })
    return bodyRefusal(error?.issues ?? []).errors ?? {}
  }

  it('under the place where it is', () => {
    expect(errorsOf({ name: 1, at: [1, 'x'] })).toEqual({
      name: ['Enter text'],
      'at.1': ['Enter a number'],
    })
  })

  it('under each field when there is no body', () => {
    const missing = ['Fill in this field']
    expect(errorsOf(undefined)).toEqual({ name: missing, at: missing })
  })

  it('under each key that is not known, whatever it is called', () => {
    const errors = errorsOf(JSON.parse('{ "name": "", "at": [], "__proto__": 1, "more": 2 }'))
    const unknown = ['This field cannot be set here']
    expect(Object.entries(errors ?? {})).toEqual([
      ['__proto__', unknown],
      ['more', unknown],
    ])
  })

  it('a hundred times at most', () => {
    const more = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`key${at}`, at]))
    expect(Object.keys(errorsOf({ name: '', at: [], ...more }))).toHaveLength(100)
    const at = Array.from({ length: 1_000 }, () => 'x')
    expect(Object.keys(errorsOf({ name: '', at }))).toHaveLength(100)
  })
})
