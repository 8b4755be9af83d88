import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

import type { Integration } from '../integration.ts'
import { formatMoment } from './dates.ts'
import { parseTransforms, type Transform } from './parseTransforms.ts'
import type { SendLead } from './sendLead.server.ts'
import { textTransforms } from './textTransforms.server.ts'

/** A value on its way to a broker: nothing, a text or a list of texts. */
export type Value = string | readonly string[]

interface Surroundings {
  readonly lead: SendLead
  readonly lookups: Integration['lookups']
}

/** Changes a value by a chain like `trim | phone(no_plus)`. What is empty stays empty, but for `map`. */
export function transformed(value: Value, chain: string | null, around: Surroundings): Value {
  return parseTransforms(chain ?? '').reduce((held, one) => applyOne(held, one, around), value)
}

function applyOne(value: Value, { name, args }: Transform, around: Surroundings): Value {
  if (name === 'concat') return typeof value === 'string' ? value : value.join(args[0])
  const change = (text: string) =>
    name === 'map' || text !== '' ? changeText(text, { name, args }, around) : ''
  return typeof value === 'string' ? change(value) : value.map(change)
}

function changeText(text: string, { name, args }: Transform, around: Surroundings): string {
  const [first = '', second = ''] = args
  switch (name) {
    case 'phone':
      return phonePart(text, first)
    case 'date':
      return formatMoment(text, first, second || undefined) ?? text
    case 'country':
      return countryPart(text, first, around.lead)
    case 'language':
      return languagePart(text, first, around.lead)
    case 'map':
      return lookedUp(text, first, around.lookups) ?? (args.length > 1 ? second : text)
    default:
      return textTransforms[name]?.(text, args) ?? text
  }
}

/** What a value table says of a text, whatever its letters' case. */
export function lookedUp(
  text: string,
  table: string,
  lookups: Integration['lookups'],
): string | undefined {
  const wanted = text.trim().toLowerCase()
  return lookups?.find((row) => row.table === table && row.from.trim().toLowerCase() === wanted)?.to
}

function phonePart(text: string, part: string): string {
  if (part === 'e164') return text
  if (part === 'no_plus') return text.replace(/^\+/, '')
  const number = parsePhoneNumberFromString(text)
  if (!number) return text
  if (part === 'prefix_only') return number.countryCallingCode
  if (part === 'without_prefix') return number.nationalNumber
  return number.formatNational().replace(/\D/g, '')
}

function countryPart(text: string, part: string, { country }: SendLead): string {
  if (!country || text.toUpperCase() !== country.iso_3166_2) return text
  const { iso_3166_2: iso2, iso_3166_3: iso3, name, calling_code } = country
  return { iso2, iso3, name, calling_code: calling_code ?? '' }[part] ?? text
}

function languagePart(text: string, part: string, { language }: SendLead): string {
  if (part === 'upper') return text.toUpperCase()
  if (!language || text.toLowerCase() !== language.code) return text
  return part === 'name' ? language.name : language.code
}
