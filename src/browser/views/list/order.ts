import type { SortPayload } from 'react-admin'

import type { Resource } from '#schema'

/** The order in which a list is shown first. */
export function firstOrder({ sort = '-id' }: Resource): SortPayload {
  return sort.startsWith('-')
    ? { field: sort.slice(1), order: 'DESC' }
    : { field: sort, order: 'ASC' }
}
