import Box from '@mui/material/Box'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { lazy, useCallback, useMemo, useRef } from 'react'
import { DataTable, SelectPageCheckbox, useListContext, type RaRecord } from 'react-admin'

import type { Resource } from '#schema'

import { displayOf } from '../../fields/displays.ts'
import type { Row } from '../../fields/display.ts'
import { useUser } from '../../session.ts'
import type { Views } from '../../views.ts'
import { maySort, type NamedField } from '../permitted.ts'
import { useNames, useText } from '../words.ts'
import { cellOf, titleColumn } from './cells.tsx'
import type { Density } from './density.ts'
import { RowMenuButton } from './RowMenu.tsx'
import { SelectRow } from './SelectRow.tsx'
import { SkeletonTable } from './SkeletonTable.tsx'
import { SortHead } from './SortHead.tsx'
import { tableStyle } from './tableStyle.ts'
import { openPath } from './TitleLink.tsx'
import { useScrollMarks } from './useScrollMarks.ts'

const EmptyList = lazy(async () => ({ default: (await import('./EmptyList.tsx')).EmptyList }))

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
export function RecordTable(props: TableProps) {
  const { resource, columns, density, hasBulk, isWaiting } = props
  const names = useNames(resource)
  const { perPage } = useListContext()
  if (!isWaiting) return <Rows {...props} />
  const labels = columns.map(({ name }) => names.field(name))
  return <SkeletonTable {...{ labels, density, hasBulk }} rows={perPage} />
}

function Rows({ resource, views, columns, density, hasBulk }: TableProps) {
  const user = useUser()
  const say = useText()
  const elements = useColumnElements({ resource, views, columns })
  const around = useRef<HTMLDivElement>(null)
  useScrollMarks(around)
  const style = useMemo(() => tableStyle(density, hasBulk), [density, hasBulk])
  // Rows are drawn anew only when they are other rows: columns and callbacks stay the very same.
  const open = useCallback(
    (_id: unknown, _name: string, record: RaRecord) =>
      isSelecting() ? false : (openPath(resource, user, record as Row) ?? false),
    [resource, user],
  )
  const all = useMemo(
    () => [hasBulk && choiceColumn, ...elements, menuColumn(say('actions', 'Actions'))],
    [hasBulk, elements, say],
  )
  return (
    <div ref={around}>
      <DataTable
        head={SortHead}
        size="small"
        rowClick={open}
        storeKey={`${resource.name}.table`}
        bulkActionButtons={false}
        bulkActionsToolbar={<></>}
        empty={<EmptyList resource={resource} />}
        sx={style}
      >
        {all}
      </DataTable>
    </div>
  )
}

const choiceColumn = (
  <DataTable.Col
    key="row_choice"
    label={<SelectPageCheckbox />}
    render={(record) => <SelectRow id={record.id} />}
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
          align={displayOf(field).align}
          disableSort={!maySort(resource, user, column)}
          render={cellOf(resource, user, column, { views, isTitle: name === title }) as never}
          className={name === title ? 'title-cell' : undefined}
        />
      )
    })
  }, [resource, views, columns, user, labelKey])
}

/** A click that ends the marking of text is no click on the row. */
const isSelecting = () => window.getSelection()?.type === 'Range'
