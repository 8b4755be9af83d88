import TableCell, { type TableCellProps } from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { Children, isValidElement, memo, type ReactNode } from 'react'

import { ariaSort, SortLabel } from './SortLabel.tsx'
import { useSort } from './useSort.ts'

interface ColumnProps {
  source?: string
  label?: ReactNode
  align?: TableCellProps['align']
  className?: string
  disableSort?: boolean
}

/** The head of a table whose columns are the children, as react-admin's `DataTable` hands them to its `head`. */
export const SortHead = memo(function SortHead({ children }: { children?: ReactNode }) {
  const sort = useSort()
  return (
    <TableHead className="RaDataTable-thead">
      <TableRow className="RaDataTable-row RaDataTable-headerRow">
        {Children.toArray(children).map((column) => {
          if (!isValidElement<ColumnProps>(column)) return null
          const { source, label, align, className = '', disableSort } = column.props
          const name = disableSort ? undefined : source
          return (
            <TableCell
              key={column.key}
              variant="head"
              align={align}
              className={`RaDataTable-headerCell ${className}`}
              aria-sort={name ? ariaSort(sort, name) : undefined}
            >
              {name ? <SortLabel name={name} label={String(label)} /> : label}
            </TableCell>
          )
        })}
      </TableRow>
    </TableHead>
  )
})
