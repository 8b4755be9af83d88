import { ValueError } from '#schema'

import { msg } from '../../msg.server.ts'
import type { BlackListEntry } from './blackList.ts'
import { listedValue, typeOf } from './listedKeys.server.ts'

/** The one form of an entry: of what must not be known, its hash and a mask. */
export function prepareListed(
  values: Partial<BlackListEntry>,
  previous: BlackListEntry | undefined,
  _refused?: ReadonlySet<string>,
  fingerprint?: (text: string) => string,
): Partial<BlackListEntry> {
  if (!previous && values.expires_at && Date.parse(values.expires_at) <= Date.now()) {
    throw new ValueError('bad_value', msg('choose_a_time_to_come'), 'expires_at')
  }
  const { value, ...given } = { ...previous, ...values }
  const type = given.type ?? typeOf(value)
  const isSame = previous && value === previous.value
  if (isSame && type !== previous.type) {
    throw new ValueError('bad_value', msg('give_the_value_again'), 'value')
  }
  const placed = previous ? values : { ...values, ...withoutOthers(given.scope) }
  if (isSame || typeof value !== 'string' || !fingerprint) return placed
  return { ...placed, type, ...listedValue(type, value, fingerprint) }
}

/** Places of which an entry with that scope says nothing. */
const withoutOthers = (scope: BlackListEntry['scope'] = 'all'): Partial<BlackListEntry> => ({
  ...(scope !== 'source' && { source: null }),
  ...(scope !== 'broker' && { broker: null }),
  ...(scope !== 'department' && { department: null }),
})
