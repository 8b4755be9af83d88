import { kindOf } from '../kinds/kinds.ts'
import { fieldOf } from './lookup.ts'
import type { Resource } from './resource.ts'
import { msg } from '../texts/msg.ts'

/** Why a national number is refused without a country. */
export const countryNeeded = msg('choose_a_country_or_enter_the_number')

/** Returns the names of the fields whose values are national phone numbers, which the record's country completes. */
export function nationalPhones(resource: Resource, values: object): string[] {
  if (!resource.phoneCountry) return []
  return Object.entries(values).flatMap(([name, value]) => {
    const field = fieldOf(resource, name)
    return field && kindOf(field).isNational?.(value) ? [name] : []
  })
}
