import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'

import {
  defineResource,
  field,
  kindNames,
  kindOf,
  shown,
  validateChanges,
  validateNew,
  writeComparisons,
  type Field,
} from '#schema'

import { samples } from '../fixtures/kinds.ts'
import { userWith } from '../fixtures/user.ts'

const masked = { unmaskBy: 'contact' }
const text = field.text(masked)
const day = field.date(masked)
const email = field.email(masked)
const phone = field.phone(masked)
const json = field.json(masked)

describe('everybody sees', () => {
  test.each<[Field, unknown, string]>([
    [email, 'jane.doe@gmail.com', 'j•••••@g•••.com'],
    [email, 'a@b.co', 'a•••••@b•••.co'],
    [email, 'jane@mail.example.co.uk', 'j•••••@m•••.uk'],
    [phone, '+442079460123', '+44•••••••123'],
    [phone, '+12345678', '+12•••••••678'],
    [text, 'Lovelace', 'L•••••'],
    [text, '👩‍💻 works', '👩•••••'],
    [json, { phone: '07400 123456' }, '•••'],
    [json, ['07400 123456'], '•••'],
  ])('%j', (one, value, expected) => {
    expect(shown(one, value)).toBe(expected)
  })

  test.each([
    ['2026-07-14', '•• (40)'],
    ['2026-07-13', '•• (39)'],
    ['2027-01-01', '•• (40)'],
    ['1986-07-14', '•• (0)'],
    ['1986-07-13', '••'],
  ])('of a day the years until today, %s', (today, expected) => {
    vi.useFakeTimers({ now: new Date(`${today}T23:59:59Z`) })
    try {
      expect(shown(day, '1986-07-14')).toBe(expected)
    } finally {
      vi.useRealTimers()
    }
  })

  test('nothing where there is nothing', () => {
    expect(shown(email, null)).toBeNull()
    expect(shown(email, undefined)).toBeNull()
  })
})

test('a mask has a fixed length, so that it does not tell the length of the value', () => {
  const lengths = (one: Field, values: string[]) =>
    new Set(values.map((value) => String(shown(one, value)).length))
  expect(lengths(json, ['a', 'a'.repeat(190)]).size).toBe(1)
  expect(lengths(text, ['a', 'ab', 'a'.repeat(190)]).size).toBe(1)
  expect(lengths(phone, ['+12345678', '+442079460123']).size).toBe(1)
  expect(lengths(email, ['a@b.com', `${'a'.repeat(60)}@${'b'.repeat(60)}.com`]).size).toBe(1)
})

test('a masked phone number keeps its prefix and last three digits and nothing else', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+[1-9]\d{6,14}$/), (value) => {
      const [start, end] = String(shown(phone, value)).split(/•+/)
      expect(start).toBe(value.slice(0, 3))
      expect(end).toBe(value.slice(-3))
    }),
  )
})

test('a masked e-mail address shows one letter on each side and the ending', () => {
  const name = fc.stringMatching(/^[a-z0-9]{1,20}$/)
  fc.assert(
    fc.property(name, name, fc.constantFrom('com', 'co', 'info'), (local, domain, ending) => {
      const seen = shown(email, `${local}@${domain}.${ending}`)
      expect(seen).toBe(`${local[0]}•••••@${domain[0]}•••.${ending}`)
    }),
  )
})

test.each(kindNames)('a %s without a mask is not shown at all where it is masked', (name) => {
  const one = { ...samples[name].field, options: masked } as Field
  const [[, value]] = samples[name].values as [[unknown, unknown]]
  const seen = shown(one, value)
  if (kindOf(one).mask) expect(seen).not.toBe(value)
  else expect(seen).toBeNull()
})

describe('what comes back masked', () => {
  const fields = { email, phone, text }

  test.each(Object.entries({ email: 'j•••••@g•••.com', phone: '+44•••••••123', text: 'L•••••' }))(
    'is never stored as the value of %s',
    (name, value) => {
      const message = ['Enter the whole value: you see it masked']
      expect(validateChanges(fields, userWith(), { [name]: value }).errors).toEqual({
        [name]: message,
      })
      expect(
        validateNew({ [name]: fields[name as 'text'] }, userWith(), { [name]: value }).errors,
      ).toEqual({
        [name]: message,
      })
    },
  )

  test('may be a new whole value', () => {
    const { values } = validateChanges(fields, userWith(), { phone: '+44 20 7946 0123' })
    expect(values).toEqual({ phone: '+442079460123' })
  })
})

describe('a write compares', () => {
  const people = defineResource('people', {
    permission: 'person',
    fields: {
      name: field.text(),
      country: field.country({ optional: true }),
      phone: field.phone({ ...masked, optional: true }),
      mail: field.email({ ...masked, optional: true }),
      note: field.text({ ...masked, optional: true, readBy: 'person.note' }),
    },
    title: 'name',
    list: ['name'],
    form: ['name', 'country', 'phone', 'mail', 'note'],
    phoneCountry: 'country',
  })
  const compared = (values: object, ...permissions: string[]) =>
    writeComparisons(people, userWith(...permissions), { ...values }).map(
      ({ values: [one] }) => one,
    )

  test.each([
    ['whole values in one form', { mail: 'Ann@Example.com ' }, ['ann@example.com']],
    [
      'a national number with its country',
      { phone: '07400 123456', country: 'GB' },
      [['07400 123456', 'GB']],
    ],
    ['a national number that says none', { phone: '07400 123456' }, [['07400 123456', null]]],
    [
      'no mask, and nothing that is none',
      { phone: '+44•••••••123', mail: 'nobody', name: 'Ann' },
      [],
    ],
    ['nothing that the user cannot read', { note: 'x' }, []],
  ])('%s', (_, values, expected) => {
    expect(compared(values)).toEqual(expected)
    expect(compared(values, 'contact', 'person.note')).toEqual([])
  })
})
