import { countryByPhone, kindOf, type Field } from '#schema'

import type { Row as Values } from '../../records/read/select.ts'
import { prefixOf, regionOf, type Phone } from '../../kernel/phones/phones.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { labelOf } from './columns.ts'
import type { Conversion } from './conversion.ts'
import type { CellProblem, Problem } from '../write/refusal.ts'

/**
 * Follows, row by row, what a row says of the country of its person: its own cell comes first, then its phone number, then
 * what rows have that say nothing.
 */
export function createRowCountry({
  resource,
  country: standard,
  regions,
  options,
}: Pick<Conversion, 'resource' | 'country' | 'regions' | 'options'>) {
  const name = countryByPhone(resource)
  const label = name === undefined ? '' : labelOf(resource, name)
  const numberName = Object.entries<Field>(resource.fields).find(
    ([, field]) => kindOf(field).isNational !== undefined,
  )?.[0]
  const isNew = options.mode === 'new' || options.mode === 'fill'
  let place: string | undefined
  let own: { readonly place: string | undefined } | undefined
  let number: Phone | undefined

  /** The record of the country of the number, or of those that say nothing. */
  function stand(values: Values): boolean {
    if (name === undefined) return false
    const usual = standard && regionOf(standard) === standard ? standard : undefined
    // Who reads one by one completes it by the same order where the record is made.
    if (!regions) return (number?.country ?? usual) !== undefined
    const id = regions.get(number?.country ?? '') ?? values[name] ?? regions.get(usual ?? '')
    if (id !== undefined) values[name] = id
    return id !== undefined && id !== null
  }

  return {
    name,
    begin() {
      place = undefined
      own = undefined
      number = undefined
    },
    place: () => place,
    notePlace(field: string, found: string | undefined) {
      place ??= found
      if (field === name) own = { place: found }
    },
    noteNumber(field: string, phone: Phone) {
      if (field === numberName) number = phone
    },
    /** Completes a row; `unknown` is what is against the country that it names. */
    settle(values: Values, unknown: CellProblem | undefined): Settled {
      if (own) {
        const prefix = own.place && prefixOf(own.place)
        const isOther = number && prefix && prefix !== number.prefix
        return isOther ? { remark: remarkOf('country_conflict', otherNumber) } : {}
      }
      // A record that is there has a country already, or none.
      const isKnown = isNew && stand(values)
      if (!unknown) return {}
      return isKnown ? { remark: remarkOf(unknown.code, otherwiseKnown) } : { problem: unknown }
    },
  }

  function remarkOf(code: string, problem: string): Problem {
    return { code, message: msg('of_part', { part: label, problem }) }
  }
}

interface Settled {
  readonly problem?: CellProblem
  readonly remark?: Problem
}

const otherNumber = msg('the_phone_number_is_of_another_country')
const otherwiseKnown = msg('is_none_of_ours_and_was_taken_from_elsewhere')
