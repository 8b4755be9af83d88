import { ValueError } from '#schema'

import { longestPhone, regionOf, validPhone } from '../kernel/phones.ts'
import { msg } from '../../texts/serverMsg.ts'

/** What a spreadsheet makes of a long number: `1.23E+11`, or its last digits as zeros (product.md 10.2). */
const scientific = /^\+?\d+(?:[.,]\d+)?[eE]\+?\d+$/
const longNumber = /^(\d{9,})(?:[.,]0+)?$/
const isDamaged = (text: string) =>
  scientific.test(text) || longNumber.exec(text)?.[1]?.endsWith('000000') === true

/**
 * A number in E.164 that can exist. A national number is completed only by a country that is given.
 * @param country two letters of ISO 3166-1
 */
export function toE164(text: string, country: string | undefined): string {
  const plain = text.trim()
  if (plain.length > longestPhone) {
    throw new ValueError('too_long', msg('use_at_most_characters', { max: longestPhone }))
  }
  if (isDamaged(plain)) {
    throw new ValueError('phone_damaged', 'A spreadsheet has cut digits off this number')
  }
  const international = plain.replace(/^00/, '+')
  const region = regionOf(country)
  if (!region && !international.startsWith('+')) {
    throw new ValueError('bad_phone', msg('without_a_country_the_number_needs_its'))
  }
  const phone = validPhone(international, region)
  if (!phone) throw new ValueError('bad_phone', msg('there_is_no_such_phone_number'))
  return phone.e164
}
