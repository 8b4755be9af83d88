import Box from '@mui/material/Box'
import { type SxProps, type Theme, useTheme } from '@mui/material/styles'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { lazy, memo, useMemo } from 'react'
import { DataTable } from 'react-admin'

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
import { MaxRowsContext, RecordBody } from './RecordBody.tsx'

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
}: Pick<RowsProps, 'resource' | 'views' | 'columns'>) {
  const user = useUser()
  const names = useNames(resource)
  const labels = columns.map(({ name }) => names.column(name))
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
