import {
  createContext,
  memo,
  type RefObject,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { RecordContextProvider, useDataTableDataContext } from 'react-admin'

import type { Row } from '../../client/records/row.ts'
import { markScroll } from '../../ui/scrollMarks.ts'
import type { Column } from './column.ts'

/** How many rows are drawn at first; undefined for all. */
export const MaxRowsContext = createContext<number | undefined>(undefined)

interface ColumnsProps {
  columns: readonly Column[]
}

/**
 * The rows of a table. Of plain elements: the cells of react-admin's `DataTable` each listen to the address and to the
 * store, and are styled one by one. Of the first page, the rows that are in sight come before the others.
 */
export const RecordBody = memo(function RecordBody({ columns }: ColumnsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = useSteadyRows(useDataTableDataContext() as readonly Row[] | undefined)
  const drawn = rows.slice(0, useContext(MaxRowsContext))
  useScrollMarks(body)
  return (
    <tbody ref={body} className="datatable-body RaDataTable-tbody">
      {drawn.map((record) => (
        <RecordRow key={record.id} record={record} columns={columns} />
      ))}
    </tbody>
  )
})

const RecordRow = memo(function RecordRow({ record, columns }: ColumnsProps & { record: Row }) {
  return (
    <RecordContextProvider value={record}>
      <tr className="RaDataTable-row" data-record={record.id}>
        {columns.map(({ key, align = 'start', className = '', render }) => (
          <td key={key} className={`RaDataTable-rowCell cell-${align} ${className}`}>
            {render(record)}
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

/** Tells the table's frame where there is more. */
function useScrollMarks(body: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const frame = body.current?.closest<HTMLElement>('.RaDataTable-tableWrapper')
    return frame ? markScroll(frame) : undefined
  }, [body])
}
