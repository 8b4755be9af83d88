import { useListPaginationContext, useListSortContext } from 'react-admin'

import { useFilters } from '../../browser/views/list/listState.tsx'
import type { Look } from '../../browser/views/list/look.ts'
import { sortText } from '../../browser/client/records/order.ts'
import type { Looks } from './settings.ts'

/** All that a view would keep of the list around. */
export function useLooks({ columns, density }: Look): Looks {
  const { sort } = useListSortContext()
  const { perPage } = useListPaginationContext()
  const { values } = useFilters()
  return {
    values,
    sort: sortText(sort),
    columns: columns.shown.map(({ name }) => name),
    density,
    perPage,
  }
}
