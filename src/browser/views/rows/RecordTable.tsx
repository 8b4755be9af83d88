import Box from '@mui/material/Box'
import { type SxProps, type Theme, useTheme } from '@mui/material/styles'
import Table from '@mui/material/Table'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { lazy, memo, type ReactNode, useMemo } from 'react'
import { DataTableBase } from 'react-admin'

import type { Resource } from '#schema'

import { browserKindOf } from '../../../kinds/kinds.browser.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { mayArrange, type NamedField } from '../../client/records/permitted.ts'
import { useUser } from '../../client/session/user.ts'
import { useIsFramed } from '../../ui/useIsFramed.ts'
import { cellOf, titleColumn } from './cells/cells.tsx'
import { WholeTextContext } from '../../ui/fields/cellText.tsx'
import { useColumnWidths } from '../list/columnWidths.ts'
import { useListPages } from '../list/listState.tsx'
import { type Density, rowsInSight, useWithin } from '../list/listAppearance.ts'
import { hasItems, RowMenuButton } from './RowMenu.tsx'
import { SelectPage, SelectRow } from './selection.tsx'
import { SkeletonTable } from './SkeletonTable.tsx'
import { SortHead } from './SortHead.tsx'
import { tableStyle } from './tableStyle.ts'
import type { Views } from '../resourceViews.ts'
import { MaxRowsContext, RecordBody } from './RecordBody.tsx'
import type { Column } from './column.ts'

const EmptyList = lazy(async () => ({ default: (await import('../list/EmptyList.tsx')).EmptyList }))

export interface RowsProps {
  resource: Resource
  views: Views<Resource> | undefined
  columns: readonly NamedField[]
  density: Density
  hasBulk: boolean
  /** The first rows, or the columns to show, are on their way. */
  isWaiting: boolean
}

/** The rows of a list. Columns are made once per declaration and user, cells are plain functions. */
export const RecordTable = memo(function RecordTable(props: RowsProps) {
  const { resource, columns, density, hasBulk, isWaiting } = props
  const names = useNames(resource)
  const { perPage } = useListPages()
  if (!isWaiting) return <Rows {...props} />
  const labels = columns.map(({ name }) => names.column(name))
  return <SkeletonTable {...{ labels, density, hasBulk }} rows={perPage} />
})

function Rows({ resource, views, columns, density, hasBulk }: RowsProps) {
  const t = useT()
  const theme = useTheme()
  const isFramed = useIsFramed()
  const fields = useFieldColumns({ resource, views, columns })
  const style = useMemo(() => tableStyle(theme, density, hasBulk), [theme, density, hasBulk])
  const empty = useMemo(() => <EmptyList resource={resource} />, [resource])
  const isArranged = useIsArranged(resource)
  const hasMenu = hasItems(resource, useUser())
  // Rows are drawn anew only when they are other rows: the columns stay the very same.
  const all = useMemo(
    () => [
      ...(isArranged ? [placeColumn(resource, t('place'))] : []),
      ...(hasBulk ? [choiceColumn(resource)] : []),
      ...fields,
      ...(hasMenu ? [menuColumn(t('actions'))] : []),
    ],
    [isArranged, hasBulk, hasMenu, resource, fields, t],
  )
  const Around = isArranged ? Arranged : WithoutOrder
  return (
    <MaxRowsContext value={isFramed ? undefined : rowsInSight(density)}>
      <DataTableBase hasBulkActions={hasBulk} empty={empty} loading={null}>
        <Box className="RaDataTable-root" sx={style as SxProps<Theme>}>
          <div className="RaDataTable-tableWrapper">
            <Table className="RaDataTable-table">
              <SortHead columns={all} />
              <Around resource={resource}>
                <RecordBody columns={all} />
              </Around>
            </Table>
          </div>
        </Box>
      </DataTableBase>
    </MaxRowsContext>
  )
}

const Arranged = lazy(async () => ({ default: (await import('./Arranged.tsx')).Arranged }))
const RowHandle = lazy(async () => ({ default: (await import('./Arranged.tsx')).RowHandle }))

const WithoutOrder = ({ children }: { resource: Resource; children: ReactNode }) => children

/** Whether the rows have a column to drag them by. It stays where there is nothing to drag: nothing beside it moves. */
export function useIsArranged(resource: Resource): boolean {
  const user = useUser()
  const isPart = useWithin() !== undefined
  return !isPart && mayArrange(resource, user)
}

const placeColumn = (resource: Resource, label: string): Column => ({
  key: 'row_place',
  label: <Box sx={visuallyHidden}>{label}</Box>,
  render: (record) => <RowHandle resource={resource} record={record} />,
  className: 'row-place',
})

const choiceColumn = (resource: Resource): Column => ({
  key: 'row_choice',
  label: <SelectPage />,
  render: (record) => <SelectRow resource={resource} record={record} />,
  className: 'row-choice',
})

const menuColumn = (label: string): Column => ({
  key: 'row_menu',
  label: <Box sx={visuallyHidden}>{label}</Box>,
  render: (record) => <RowMenuButton record={record} />,
  className: 'row-menu',
})

function useFieldColumns({
  resource,
  views,
  columns,
}: Pick<RowsProps, 'resource' | 'views' | 'columns'>): readonly Column[] {
  const user = useUser()
  const names = useNames(resource)
  const labels = columns.map(({ name }) => names.column(name))
  const labelKey = labels.join('\n')
  const sizedKey = Object.keys(useColumnWidths(resource).widths).join()
  return useMemo(() => {
    const title = titleColumn(resource, columns)
    const sized = new Set(sizedKey.split(','))
    return columns.map((column, index) => {
      const { name, field } = column
      const cell = cellOf(resource, user, column, { views, isTitle: name === title })
      const isSized = sized.has(name)
      return {
        key: name,
        source: name,
        label: labelKey.split('\n')[index],
        align: browserKindOf(field).align,
        render: isSized
          ? (record) => <WholeTextContext value>{cell(record)}</WholeTextContext>
          : cell,
        className: `${name === title ? 'title-cell' : ''} ${isSized ? 'cell-sized' : ''}`.trim(),
      }
    })
  }, [resource, views, columns, user, labelKey, sizedKey])
}
