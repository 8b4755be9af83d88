import {
  Children,
  isValidElement,
  memo,
  useState,
  type ComponentType,
  type ReactElement,
  type ReactNode,
} from 'react'
import { RecordContextProvider, useDataTableDataContext } from 'react-admin'

import type { Row } from '../../client/records/row.ts'
import { useIsFramed } from '../../ui/useIsFramed.ts'
import { rowsInSight, type Density } from './density.ts'

interface ColumnProps {
  align?: 'right'
  className?: string
  render?(record: Row): ReactNode
}

type Column = ReactElement<ColumnProps>

/** The body of a table for each height of its rows. */
export const recordBodies: Readonly<Record<Density, ComponentType>> = {
  comfortable: memo((props) => <RecordBody density="comfortable" {...props} />),
  compact: memo((props) => <RecordBody density="compact" {...props} />),
  dense: memo((props) => <RecordBody density="dense" {...props} />),
}

/**
 * The rows of a table whose columns are the children, as react-admin's `DataTable` hands them to its `body`. Of plain
 * elements: its own rows and cells each listen to the address and to the store, and are styled one by one. Of the first
 * page, the rows that are in sight come before the others.
 */
function RecordBody({ density, children }: { density: Density; children?: ReactNode }) {
  const rows = useSteadyRows(useDataTableDataContext() as readonly Row[] | undefined)
  const isFramed = useIsFramed()
  const drawn = isFramed ? rows : rows.slice(0, rowsInSight(density))
  return (
    <tbody className="datatable-body RaDataTable-tbody">
      {drawn.map((record) => (
        <RecordRow key={record.id} record={record} columns={children} />
      ))}
    </tbody>
  )
}

const RecordRow = memo(function RecordRow({
  record,
  columns,
}: {
  record: Row
  columns: ReactNode
}) {
  return (
    <RecordContextProvider value={record}>
      <tr className="RaDataTable-row" data-record={record.id}>
        {Children.toArray(columns)
          .filter((column): column is Column => isValidElement(column))
          .map(({ key, props: { align = 'start', className = '', render } }) => (
            <td key={key} className={`RaDataTable-rowCell cell-${align} ${className}`}>
              {render?.(record)}
            </td>
          ))}
      </tr>
    </RecordContextProvider>
  )
})

/** The same objects as long as nothing in a record is new: another order or another answer draws only other records. */
function useSteadyRows(rows: readonly Row[] = []): readonly Row[] {
  const [shown, setShown] = useState<{ rows: readonly Row[]; steady: readonly Row[] }>()
  if (shown?.rows === rows) return shown.steady
  const known = new Map(shown?.steady.map((row) => [row.id, row]))
  const steady = rows.map((row) => {
    const before = known.get(row.id)
    return before && JSON.stringify(before) === JSON.stringify(row) ? before : row
  })
  setShown({ rows, steady })
  return steady
}
