import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

import type { Lead } from '../lead/lead.ts'

type Named = Pick<Lead, 'first_name' | 'last_name'>

/** The whole name of a person in the ways in which people write it; one word alone is that of many. */
export const writtenNames = (leads: readonly Named[]): string[] => [
  ...new Set(
    leads.flatMap(({ first_name: first, last_name: last }) =>
      first && last ? [`${first} ${last}`, `${last} ${first}`, `${last}, ${first}`] : [],
    ),
  ),
]

/** The digits of a number as people write it: with + or 00, and as it is dialled in its country. */
export const writtenWays = (e164: string): string[] => [
  ...new Set(phoneTexts(e164).map((way) => way.replaceAll(/\D/g, ''))),
]

export function phoneTexts(e164: string): string[] {
  const number = parsePhoneNumberFromString(e164)
  const whole = e164.replaceAll(/\D/g, '')
  const home = number?.formatNational() ?? ''
  const ways = [e164, whole, `00${whole}`, home, home.replaceAll(/\D/g, '')]
  const parted = number ? [number.formatInternational(), String(number.nationalNumber)] : []
  return [...ways, ...parted].filter(Boolean)
}
