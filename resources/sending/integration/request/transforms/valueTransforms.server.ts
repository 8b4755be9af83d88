import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

import type { Integration } from '../../integration.ts'
import { formatMoment } from '../dates.ts'
import { parseTransforms, type Transform } from './parseTransforms.server.ts'
import type { SendLead } from '../sendLead.server.ts'
import { stepsOf } from '../../pattern.server.ts'
import { textTransforms } from './textTransforms.server.ts'

/** A value on its way to a broker: nothing, a text or a list of texts. */
export type Value = string | readonly string[]

/** What the changes of one call may still cost, in signs and steps of patterns: with all of it they take about 0.2 s. */
export interface Effort {
  left: number
}

export const effortOfCall = 3_000_000

/** No broker takes a longer value. */
const longestValue = 65_536

interface Surroundings {
  readonly lead: SendLead
  readonly lookups: Integration['lookups']
  readonly effort: Effort
}

/**
 * Changes a value by a chain like `trim | phone(no_plus)`. What is empty stays empty, but for `map`. Returns undefined for a
 * value that has become too long, and where all changes of the call cost too much.
 */
export function transformed(
  value: Value,
  chain: string | null,
  around: Surroundings,
): Value | undefined {
  let held = value
  for (const one of parseTransforms(chain ?? '')) {
    around.effort.left -= costOf(held, one)
    if (around.effort.left < 0 || isTooLong(held)) return undefined
    held = applyOne(held, one, around)
  }
  return isTooLong(held) ? undefined : held
}

const isTooLong = (value: Value) => lengthOf(value) > longestValue

const lengthOf = (value: Value): number => [value].flat().reduce((sum, one) => sum + one.length, 0)

/** What a change reads, and what it may write. */
function costOf(value: Value, { name, args: [first = '', second = ''] }: Transform): number {
  const texts = [value].flat()
  const written = (text: string) => (text.split(first).length - 1) * second.length
  const cost = (text: string) => {
    if (name === 'regex') return stepsOf(text, first) + text.length * second.length
    return name === 'replace' && first !== '' ? text.length + written(text) : text.length
  }
  return texts.reduce((sum, text) => sum + cost(text), 0)
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
