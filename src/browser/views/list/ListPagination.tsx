import { memo, useMemo } from 'react'
import { ListPaginationContext, Pagination } from 'react-admin'

import { offsetLimit } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import { countText, useListPages, useListState } from './listState.tsx'
import { pageSizes } from './listRequest.ts'
import { useWithin } from './listAppearance.ts'

/** Pages of a list. Pages beyond what the server reaches are not offered. */
export function ListPagination() {
  const { total = 0, isEstimate, before } = useListState()
  const isOnePage = useWithin() !== undefined && total <= pageSizes[0]
  // Rows of the question before are no page of this one.
  return isOnePage || before ? null : <Pages isEstimate={isEstimate} />
}

const Pages = memo(function Pages({ isEstimate }: { isEstimate: boolean }) {
  const t = useT()
  const list = useListPages()
  const { total, perPage } = list
  const reachable = useMemo(
    () => ({ ...list, total: total && isEstimate ? Math.min(total, offsetLimit) : total }),
    [list, total, isEstimate],
  )
  const rows = ({ from, to }: { from: number; to: number }) =>
    t('rows_of', { from, to, total: countText(t, total ?? to, isEstimate) })
  // Handed on to MUI's table pagination, which react-admin's own type leaves out.
  const labels = { labelDisplayedRows: rows }
  return (
    <ListPaginationContext.Provider value={reachable}>
      <Pagination rowsPerPageOptions={sizesWith(perPage)} sx={style} {...labels} />
    </ListPaginationContext.Provider>
  )
})

/** What is offered, and beside it what the address asks for. */
const sizesWith = (size: number): number[] =>
  [...new Set([...pageSizes, size])].sort((one, other) => one - other)

const style = {
  order: 2,
  // On paper there is nothing to turn; the numbers of the rows stay.
  '@media print': {
    '& .MuiTablePagination-actions, & .MuiTablePagination-select, & .MuiTablePagination-selectLabel, & nav, & .MuiTablePagination-input':
      { display: 'none' },
  },
}
