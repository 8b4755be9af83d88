import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  getCountryCallingCode,
} from 'libphonenumber-js/min'

import { isCallingCode, type Phone, readE164 } from './phonePlans.ts'

export type { Phone }

/** Most characters of a number with everything that people write around it; no pattern meets a longer text. */
export const longestPhone = 40

/** An imported number is looked at twice, by the engine and by the business; parsing takes 15 µs each time. */
const recent = new Map<string, Phone>()

const maxRecent = 5_000

/** Where a national number is dialled: a country, or all those of a calling code without its plus. */
type Region = CountryCode | { readonly defaultCallingCode: string }

/** Reads a number in E.164, or a national one of the region. Undefined when there can be no such number. */
export function validPhone(text: string, region?: Region): Phone | undefined {
  if (text.length > longestPhone) return undefined
  const known = readE164(text) ?? recent.get(text)
  if (known) return known
  const number = parsePhoneNumberFromString(text, region)
  if (!number?.isValid()) return undefined
  const { number: e164, countryCallingCode, country } = number
  const phone = { e164, prefix: `+${countryCallingCode}`, country }
  if (recent.size >= maxRecent) recent.clear()
  recent.set(e164, phone)
  return phone
}

/** The region of national numbers that a country of two letters is, where it has phone numbers, or a calling code like `+44`. */
export function regionOf(place: string | undefined): Region | undefined {
  if (place === undefined) return undefined
  const code = place.replace(/^\+/, '')
  if (isCallingCode(code)) return { defaultCallingCode: code }
  return isSupportedCountry(place) ? place : undefined
}

/** The calling code with its plus of a country of two letters, where it has phone numbers, or of what is one. */
export function prefixOf(place: string): string | undefined {
  const region = regionOf(place)
  if (typeof region === 'object') return `+${region.defaultCallingCode}`
  return region && `+${getCountryCallingCode(region)}`
}
