import { isMasked, isObject, ownValue, shown, type Field, type Resource } from '#schema'

import { partsOf } from '../../database/parts.ts'
import type { Row } from '../read/select.ts'

/** The values that differ from those stored. Values that no user may read count as different. */
export function differences(resource: Resource, values: Row, previous: Row): Row {
  const { secrets } = partsOf(resource.fields)
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => secrets.has(name) || !isSame(value, previous[name]),
    ),
  )
}

/** What a client sends as it was shown it: a mask that stands for the stored value changes nothing. */
export function withoutMasks(resource: Resource, given: unknown, previous: Row): unknown {
  if (!isObject(given)) return given
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => {
      const field = ownValue<Field>(resource.fields, name)
      return !field || !isMasked(field) || value === null || value !== shown(field, previous[name])
    }),
  )
}

function isSame(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) => (value === undefined || value === null ? null : value)
  return one === other || JSON.stringify(plain(one)) === JSON.stringify(plain(other))
}
