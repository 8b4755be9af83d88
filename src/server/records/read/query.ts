import {
  fieldOf,
  kindOf,
  mayUnmask,
  parseQuery,
  QueryError,
  searchLimit,
  searchWords,
  type Field,
  type Query,
  type Resource,
  type User,
} from '#schema'

import { validPhone } from '../../kernel/phones.ts'
import { regionOfZone } from '../../kernel/regions.ts'

/** No list has as many fields and operators. */
const keysLimit = 1_000

/**
 * Reads a list request like `parseQuery`. Where a user may compare a masked field with whole values only, a phone
 * number as it is dialled in the user's own country is completed to the one whole value that it is there.
 */
export function readQuery(
  resource: Resource,
  user: User,
  input: Readonly<Record<string, unknown>>,
  at?: Date,
): Query {
  if (Object.keys(input).length > keysLimit) {
    throw new QueryError(`A list takes at most ${keysLimit} parameters.`)
  }
  const { search } = input
  const isCompleted = (field: Field | undefined) =>
    field !== undefined && kindOf(field).isFragment !== undefined && !mayUnmask(user, field)
  const operands = Object.entries(input).map(([key, value]) => {
    const isWhole = typeof value === 'string' && isCompleted(fieldOf(resource, key))
    return [key, isWhole ? completed(value, user) : value]
  })
  const isSearched = Object.values<Field>(resource.fields).some(
    (field) => field.options.search && isCompleted(field),
  )
  const whole = isSearched && typeof search === 'string' && { search: searched(search, user) }
  return parseQuery(resource, user, { ...Object.fromEntries(operands), ...whole }, at)
}

const searched = (search: string, user: User): string =>
  searchWords(search.slice(0, searchLimit))
    .map((word) => completed(word, user))
    .join(' ')

function completed(text: string, { timezone }: User): string {
  if (!/^0[\d\s().-]{5,30}$/.test(text)) return text
  return validPhone(text, regionOfZone(timezone))?.e164 ?? text
}
