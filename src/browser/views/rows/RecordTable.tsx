import Box from '@mui/material/Box'
import { type SxProps, type Theme, useTheme } from '@mui/material/styles'
import visuallyHidden from '@mui/utils/visuallyHidden'
import {
  Children,
  createContext,
  useContext,
  isValidElement,
  lazy,
  memo,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { DataTable, RecordContextProvider, useDataTableDataContext } from 'react-admin'

import type { Resource } from '#schema'

import { browserKindOf } from '../../../kinds/kinds.browser.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import type { NamedField } from '../../client/records/permitted.ts'
import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/session.ts'
import { useIsFramed } from '../../ui/useIsFramed.ts'
import { cellOf, titleColumn } from './cells.tsx'
import { useListPages } from '../list/listState.tsx'
import { type Density, rowsInSight } from '../list/look.ts'
import { RowMenuButton } from './RowMenu.tsx'
import { SelectPage, SelectRow } from './selection.tsx'
import { SkeletonTable } from './SkeletonTable.tsx'
import { SortHead } from './SortHead.tsx'
import { tableStyle } from './tableStyle.ts'
import type { Views } from '../slots.ts'

const EmptyList = lazy(async () => ({ default: (await import('../list/EmptyList.tsx')).EmptyList }))

interface TableProps {
  resource: Resource
  views: Views<Resource> | undefined
  columns: readonly NamedField[]
  density: Density
  hasBulk: boolean
  /** The first rows, or the columns to show, are on their way. */
  isWaiting: boolean
}

/** The rows of a list. Columns are made once per declaration and user, cells are plain functions. */
export const RecordTable = memo(function RecordTable(props: TableProps) {
  const { resource, columns, density, hasBulk, isWaiting } = props
  const names = useNames(resource)
  const { perPage } = useListPages()
  if (!isWaiting) return <Rows {...props} />
  const labels = columns.map(({ name }) => names.field(name))
  return <SkeletonTable {...{ labels, density, hasBulk }} rows={perPage} />
})

function Rows({ resource, views, columns, density, hasBulk }: TableProps) {
  const t = useT()
  const theme = useTheme()
  const isFramed = useIsFramed()
  const elements = useColumnElements({ resource, views, columns })
  const style = useMemo(() => tableStyle(theme, density, hasBulk), [theme, density, hasBulk])
  const empty = useMemo(() => <EmptyList resource={resource} />, [resource])
  // Rows are drawn anew only when they are other rows: the columns stay the very same.
  const all = useMemo(
    () => [hasBulk && choiceColumn(resource), ...elements, menuColumn(t('actions'))],
    [hasBulk, resource, elements, t],
  )
  return (
    <MaxRowsContext value={isFramed ? undefined : rowsInSight(density)}>
      <DataTable
        head={SortHead}
        body={RecordBody}
        size="small"
        storeKey={`${resource.name}.table`}
        bulkActionButtons={false}
        bulkActionsToolbar={noToolbar}
        empty={empty}
        sx={style as SxProps<Theme>}
      >
        {all}
      </DataTable>
    </MaxRowsContext>
  )
}

/** How many rows are drawn at first; undefined for all. */
const MaxRowsContext = createContext<number | undefined>(undefined)

const noToolbar = <></>

const choiceColumn = (resource: Resource) => (
  <DataTable.Col
    key="row_choice"
    label={<SelectPage />}
    render={(record) => <SelectRow resource={resource} record={record as Row} />}
    className="row-choice"
  />
)

const menuColumn = (label: string) => (
  <DataTable.Col
    key="row_menu"
    label={<Box sx={visuallyHidden}>{label}</Box>}
    render={(record) => <RowMenuButton record={record as Row} />}
    className="row-menu"
  />
)

function useColumnElements({
  resource,
  views,
  columns,
}: Pick<TableProps, 'resource' | 'views' | 'columns'>) {
  const user = useUser()
  const names = useNames(resource)
  const labels = columns.map(({ name }) => names.field(name))
  const labelKey = labels.join('\n')
  return useMemo(() => {
    const title = titleColumn(resource, columns)
    return columns.map((column, index) => {
      const { name, field } = column
      return (
        <DataTable.Col
          key={name}
          source={name}
          label={labelKey.split('\n')[index]}
          align={browserKindOf(field).align}
          render={cellOf(resource, user, column, { views, isTitle: name === title }) as never}
          className={name === title ? 'title-cell' : undefined}
        />
      )
    })
  }, [resource, views, columns, user, labelKey])
}

interface ColumnProps {
  align?: 'right'
  className?: string
  render?(record: Row): ReactNode
}

type Column = ReactElement<ColumnProps>

/**
 * The rows of a table whose columns are the children, as react-admin's `DataTable` hands them to its `body`. Of plain
 * elements: its own rows and cells each listen to the address and to the store, and are styled one by one. Of the first
 * page, the rows that are in sight come before the others.
 */
const RecordBody = memo(function RecordBody({ children }: { children?: ReactNode }) {
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = useSteadyRows(useDataTableDataContext() as readonly Row[] | undefined)
  const drawn = rows.slice(0, useContext(MaxRowsContext))
  useScrollMarks(body)
  return (
    <tbody ref={body} className="datatable-body RaDataTable-tbody">
      {drawn.map((record) => (
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

/**
 * Marks the table's frame with `data-scrolled`: `start` when columns are hidden under the ones that stay at the
 * beginning of the line, `end` when more follow. On the element itself, because scrolling must not draw rows anew.
 */
function useScrollMarks(body: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const frame = body.current?.closest<HTMLElement>('.RaDataTable-tableWrapper')
    if (!frame) return undefined
    const controller = new AbortController()
    const mark = () => {
      // Counted from the beginning of the line: negative where lines run from right to left.
      const hidden = Math.abs(frame.scrollLeft)
      const rest = frame.scrollWidth - frame.clientWidth - hidden
      const marks = [...(hidden > 1 ? ['start'] : []), ...(rest > 1 ? ['end'] : [])]
      frame.dataset['scrolled'] = marks.join(' ')
    }
    frame.addEventListener('scroll', mark, { signal: controller.signal, passive: true })
    // It calls back at once, when the browser has laid the page out anyhow.
    const observer = 'ResizeObserver' in window ? new ResizeObserver(mark) : undefined
    for (const one of [frame, ...frame.children]) observer?.observe(one)
    return () => {
      controller.abort()
      observer?.disconnect()
    }
  }, [body])
}
