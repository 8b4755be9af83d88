import TableCell, { type TableCellProps } from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { Children, isValidElement, memo, type ReactNode } from 'react'
import { useResourceContext } from 'react-admin'

import { useResourceNamed } from '../../client/records/resources.ts'
import { ariaSort, SortLabel } from './SortLabel.tsx'
import { useSort } from './useSort.ts'
import { useUnsortable } from './useUnsortable.ts'

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
