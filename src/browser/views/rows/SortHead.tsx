import Box from '@mui/material/Box'
import TableCell, { type TableCellProps } from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import {
  Children,
  isValidElement,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { useResourceContext } from 'react-admin'

import { numberText } from '../../client/i18n/formats.ts'
import { useT } from '../../client/i18n/texts.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { type Sort, useSort, useUnsortable } from '../list/sorting.ts'

interface ColumnProps {
  /** Missing for columns that show no field. */
  source?: string
  label?: ReactNode
  align?: TableCellProps['align']
  className?: string
}

/** The head of a table whose columns are the children, as react-admin's `DataTable` hands them to its `head`. */
export const SortHead = memo(function SortHead({ children }: { children?: ReactNode }) {
  const sort = useSort()
  const unsortable = useUnsortable(useResourceNamed(useResourceContext() ?? ''))
  return (
    <TableHead className="RaDataTable-thead">
      <TableRow className="RaDataTable-row RaDataTable-headerRow">
        {Children.toArray(children).map((column) => {
          if (!isValidElement<ColumnProps>(column)) return null
          const { source, label, align, className = '' } = column.props
          const reason = source && unsortable(source)
          const name = reason === undefined ? source : undefined
          return (
            <TableCell
              key={column.key}
              variant="head"
              align={align}
              className={`RaDataTable-headerCell ${className}`}
              aria-sort={name ? ariaSort(sort, name) : undefined}
              title={reason}
            >
              {name ? <SortLabel name={name} label={String(label)} /> : label}
            </TableCell>
          )
        })}
      </TableRow>
    </TableHead>
  )
})

interface LabelProps {
  /** The field that the column shows. */
  name: string
  label: string
}

/** The head of a column by which a list may be sorted: a click sorts by it alone, one with Shift by it as well. */
function SortLabel({ name, label }: LabelProps) {
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
function ariaSort({ orders }: Sort, name: string): 'ascending' | 'descending' | undefined {
  const order = orders.find((one) => one.name === name)
  return order && (order.descending ? 'descending' : 'ascending')
}
