import { describe, expect, test } from 'vitest'

import { ValueError } from '#schema'

import { emailKey } from '../../../resources/leads/lead/contactKeys.server.ts'
import type { Lead } from '../../../resources/leads/lead/lead.ts'
import { prepareLead } from '../../../resources/leads/lead/prepareLead.server.ts'

const base = { email: 'ada@example.com', is_test: false } as const
const stored = {
  ...base,
  id: 1,
  phone: null,
  phone_prefix: null,
  email_key: 'ada@example.com',
} as Lead

function refusal(values: Partial<Lead>, previous?: Lead): { code: string; field: string } {
  try {
    prepareLead(values, previous)
  } catch (error) {
    if (error instanceof ValueError) return { code: error.code, field: error.field }
    throw error
  }
  throw new Error('it was taken')
}

describe('a lead is refused', () => {
  test.each<[string, Partial<Lead>, string, string]>([
    ['without e-mail and phone', { first_name: 'Ada' }, 'missing_contact', 'email'],
    ['with a number that cannot exist', { phone: '+4915' }, 'bad_phone', 'phone'],
    ['with a number of no country', { phone: '+99912345678' }, 'bad_phone', 'phone'],
    [
      'with a second number that cannot exist',
      { ...base, alt_phone: '+1555' },
      'bad_phone',
      'alt_phone',
    ],
    [
      'born today',
      { ...base, date_of_birth: new Date().toISOString().slice(0, 10) },
      'bad_date',
      'date_of_birth',
    ],
    ['born in 2090', { ...base, date_of_birth: '2090-01-01' }, 'bad_date', 'date_of_birth'],
    ['with an address that is none', { ...base, ip: '203.0.113' }, 'bad_ip', 'ip'],
    ['with consent from nowhere', { ...base, consent_ip: 'here' }, 'bad_ip', 'consent_ip'],
    [
      'with a time zone that is none',
      { ...base, timezone: 'Mars/Olympus' },
      'bad_timezone',
      'timezone',
    ],
  ])('%s', (_name, values, code, field) => {
    expect(refusal(values)).toEqual({ code, field })
  })

  test('when an edit takes away its only contact', () => {
    expect(refusal({ email: null }, stored)).toEqual({ code: 'missing_contact', field: 'email' })
    expect(prepareLead({ email: null, phone: '+447400123456' }, stored)).toMatchObject({
      email_key: null,
    })
  })
})

describe('a lead gets', () => {
  test('the calling code and the keys of its contact', () => {
    expect(
      prepareLead(
        { ...base, email: 'A.d.a+x@gmail.com'.toLowerCase(), phone: '+447400123456' },
        undefined,
      ),
    ).toEqual({
      ...base,
      email: 'a.d.a+x@gmail.com',
      phone: '+447400123456',
      phone_prefix: '+44',
      email_key: 'ada@gmail.com',
      phone_key: '+447400123456',
      email_hmac: null,
      phone_hmac: null,
      alt_email_hmac: null,
      alt_phone_hmac: null,
      uuid: expect.any(String),
    })
  })

  test('no keys when it is a test, and keys when it is none any more', () => {
    expect(prepareLead({ ...base, is_test: true }, undefined)).toMatchObject({
      email_key: null,
      phone_key: null,
    })
    expect(prepareLead({ is_test: false }, { ...stored, is_test: true })).toMatchObject({
      email_key: 'ada@example.com',
    })
  })

  test('nothing new from an edit that leaves its contact alone', () => {
    expect(prepareLead({ comment: 'Called' }, stored)).toEqual({ comment: 'Called' })
  })

  test('the calling code of its number whatever was given', () => {
    expect(prepareLead({ phone: '+4915123456789', phone_prefix: '+1' }, undefined)).toMatchObject({
      phone_prefix: '+49',
    })
    expect(
      prepareLead({ phone_prefix: '+1' }, { ...stored, phone: '+4915123456789' }),
    ).toMatchObject({ phone_prefix: '+49' })
  })
})

test.each([
  ['ada.lovelace@gmail.com', 'adalovelace@gmail.com'],
  ['ada.lovelace+shop@gmail.com', 'adalovelace@gmail.com'],
  ['a.d.a@googlemail.com', 'ada@gmail.com'],
  ['ada+shop@outlook.com', 'ada@outlook.com'],
  ['ada+shop@hotmail.co.uk', 'ada@hotmail.co.uk'],
  ['ada.b+shop@live.com', 'ada.b@live.com'],
  ['ada-shop@yahoo.com', 'ada@yahoo.com'],
  ['ada-shop@yahoo.co.uk', 'ada@yahoo.co.uk'],
  ['ada+shop@yahoo.com', 'ada+shop@yahoo.com'],
  ['ada+shop@example.com', 'ada+shop@example.com'],
  ['ada.b@example.com', 'ada.b@example.com'],
  ['+@gmail.com', '+@gmail.com'],
])('the mailbox of %s is %s', (address, key) => {
  expect(emailKey(address)).toBe(key)
})
