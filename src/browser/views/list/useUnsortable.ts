import { useListPaginationContext } from 'react-admin'

import { countCap, fieldOf, kindOf, maySort, mayUnmask, type Resource } from '#schema'

import { numberText } from '../../client/i18n/formats.ts'
import { useUser } from '../../client/session/session.ts'
import { useText } from '../../client/i18n/texts.ts'

/** Returns why the list around cannot be sorted by a field, in words; undefined where it can. The server answers the same. */
export function useUnsortable(
  resource: Resource | undefined,
): (name: string) => string | undefined {
  const say = useText()
  const user = useUser()
  const { total } = useListPaginationContext()
  const isShort = total !== undefined && total <= countCap
  return (name) => {
    const field = resource && fieldOf(resource, name)
    if (!field) return undefined
    if (!mayUnmask(user, field)) {
      return say('unsorted_masked', 'Not to be sorted by: the values are masked.')
    }
    if (!kindOf(field).sortable) {
      return say('unsorted_kind', 'Not to be sorted by: these values have no order.')
    }
    if (maySort(resource, name) || isShort) return undefined
    return say(
      'unsorted_many',
      'To sort by this, narrow the list to %{count} records or fewer with filters.',
      { count: numberText(countCap) },
    )
  }
}
