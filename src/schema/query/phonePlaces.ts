import { fieldOf } from '../access.ts'
import type { Field } from '../../kinds/field.ts'
import type { Resource } from '../resource.ts'
import { kindOf } from '../../kinds/kinds.ts'
import { msg } from '../../texts/msg.ts'

/** Why a national number is refused without a country. */
export const countryNeeded = msg('choose_a_country_or_enter_the_number')

/** Returns the fields that say where a national phone number is dialled, in the order in which they are asked. */
export const phonePlaces = ({ phoneCountry = [] }: Pick<Resource, 'phoneCountry'>): string[] =>
  [phoneCountry].flat()

/** Returns the field of a record's country that the country of its phone number stands in for. */
export const countryByPhone = (resource: Pick<Resource, 'fields' | 'phoneCountry'>) =>
  phonePlaces(resource).find((name) => {
    const field: Field | undefined = resource.fields[name]
    return field && kindOf(field).unknown?.(field) === 'phone'
  })

/** Returns the names of the fields whose values are national phone numbers, which the record's country completes. */
export function nationalPhones(resource: Resource, values: object): string[] {
  if (phonePlaces(resource).length === 0) return []
  return Object.entries(values).flatMap(([name, value]) => {
    const field = fieldOf(resource, name)
    return field && kindOf(field).isNational?.(value) ? [name] : []
  })
}
