import { useListPaginationContext } from 'react-admin'

import { countCap, fieldOf, kindOf, maySort, mayUnmask, type Resource } from '#schema'

import { numberText } from '../../client/i18n/formats.ts'
import { useUser } from '../../client/session/session.ts'
import { useT } from '../../client/i18n/texts.ts'

/** Returns why the list around cannot be sorted by a field, in words; undefined where it can. The server answers the same. */
export function useUnsortable(
  resource: Resource | undefined,
): (name: string) => string | undefined {
  const t = useT()
  const user = useUser()
  const { total } = useListPaginationContext()
  const isShort = total !== undefined && total <= countCap
  return (name) => {
    const field = resource && fieldOf(resource, name)
    if (!field) return undefined
    if (!mayUnmask(user, field)) {
      return t('unsorted_masked')
    }
    if (!kindOf(field).sortable) {
      return t('unsorted_kind')
    }
    if (maySort(resource, name) || isShort) return undefined
    return t('unsorted_many', { count: numberText(countCap) })
  }
}
