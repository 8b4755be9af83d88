import { kindOf } from '../kinds/kinds.ts'
import { fieldOf } from './lookup.ts'
import type { Resource } from './resource.ts'

/** Why a national number is refused without a country. */
export const countryNeeded =
  'Choose a country, or enter the number with its country code, like +44 20 7946 0958'

/** Returns the names of the fields whose values are national phone numbers, which the record's country completes. */
export function nationalPhones(resource: Resource, values: object): string[] {
  if (!resource.phoneCountry) return []
  return Object.entries(values).flatMap(([name, value]) => {
    const field = fieldOf(resource, name)
    return field && kindOf(field).isNational?.(value) ? [name] : []
  })
}
