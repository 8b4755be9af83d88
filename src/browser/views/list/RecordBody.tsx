import { Children, isValidElement, memo, useState, type ReactElement, type ReactNode } from 'react'
import { RecordContextProvider, useDataTableDataContext } from 'react-admin'

import type { Row } from '../../fields/display.ts'

interface ColumnProps {
  align?: 'right'
  className?: string
  render?(record: Row): ReactNode
}

type Column = ReactElement<ColumnProps>

/**
 * The rows of a table whose columns are the children, as react-admin's `DataTable` hands them to its `body`. Of plain
 * elements: its own rows and cells each listen to the address and to the store, and are styled one by one.
 */
export const RecordBody = memo(function RecordBody({ children }: { children?: ReactNode }) {
  const rows = useSteadyRows(useDataTableDataContext() as readonly Row[] | undefined)
  return (
    <tbody className="datatable-body RaDataTable-tbody">
      {rows.map((record) => (
        <RecordRow key={record.id} record={record} columns={children} />
      ))}
    </tbody>
  )
})

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
