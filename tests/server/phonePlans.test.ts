import { parsePhoneNumberFromString as parse, getExampleNumber } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, test } from 'vitest'

import { readE164 } from '../../src/server/kernel/phones/phonePlans.ts'

const digits = (count: number) =>
  Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('')

const countries = Object.keys(examples) as (keyof typeof examples)[]

describe('a number in E.164', () => {
  test('is read as the library reads it, for every country', () => {
    let read = 0
    for (let round = 0; round < 20; round += 1) {
      for (const country of countries) {
        const example = getExampleNumber(country, examples)
        if (!example) continue
        const begin = 1 + example.countryCallingCode.length + (round % 5)
        const text = example.number.slice(0, begin) + digits(example.number.length - begin)
        const own = readE164(text)
        if (!own) continue
        read += 1
        const theirs = parse(text)
        expect(theirs?.isValid()).toBe(true)
        expect(own).toEqual({
          e164: theirs?.number,
          prefix: `+${theirs?.countryCallingCode}`,
          country: theirs?.country,
        })
      }
    }
    // Were nothing read this way, the test would prove nothing.
    expect(read).toBeGreaterThan(1_600)
  })

  test.each([
    '',
    '+',
    '030 123456',
    '+49',
    '+999123456',
    '+4930abc',
    '+49 30 123456',
    '+0493012345',
  ])('is not seen in %j', (text) => expect(readE164(text)).toBeUndefined())

  test('with a digit too many or too few is left to the library, which refuses it', () => {
    for (const text of ['+12125550', '+121255501234', '+4471234567890123']) {
      expect(readE164(text)).toBeUndefined()
      expect(parse(text)?.isValid() ?? false).toBe(false)
    }
  })
})
