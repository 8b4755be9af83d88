import Box from '@mui/material/Box'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { KeyboardEvent, MouseEvent } from 'react'

import { numberText } from '../../client/i18n/formats.ts'
import { useT } from '../../client/i18n/texts.ts'
import { useSort, type Sort } from './useSort.ts'

interface LabelProps {
  /** The field that the column shows. */
  name: string
  label: string
}

/** The head of a column by which a list may be sorted: a click sorts by it alone, one with Shift by it as well. */
export function SortLabel({ name, label }: LabelProps) {
  const t = useT()
  const { orders, sortBy, sortFurtherBy } = useSort()
  const place = orders.findIndex((one) => one.name === name)
  const sort = (event: MouseEvent | KeyboardEvent) => {
    event.stopPropagation()
    if (event.shiftKey) sortFurtherBy(name)
    else sortBy(name)
  }
  const hint = t('sort_by', { label })
  return (
    <TableSortLabel
      active={place >= 0}
      direction={orders[place]?.descending ? 'desc' : 'asc'}
      title={hint}
      onClick={sort}
      // With Shift the browser would mark text.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      {/* Together: where numbers are aligned the parts stand in reverse order. */}
      <span>
        {label}
        {place >= 0 && orders.length > 1 && (
          <Box component="sup" sx={{ paddingInlineStart: 0.25, fontSize: '0.7em', lineHeight: 1 }}>
            {numberText(place + 1)}
          </Box>
        )}
      </span>
    </TableSortLabel>
  )
}

/** What a column's head cell says about the order, for `aria-sort`. */
export function ariaSort({ orders }: Sort, name: string): 'ascending' | 'descending' | undefined {
  const order = orders.find((one) => one.name === name)
  return order && (order.descending ? 'descending' : 'ascending')
}
