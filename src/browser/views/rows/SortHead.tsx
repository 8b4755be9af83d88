import Box from '@mui/material/Box'
import TableCell, { type TableCellProps } from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import { memo, type MouseEvent, type PointerEvent, type ReactNode } from 'react'
import { useResourceContext } from 'react-admin'

import { fieldOf, titleColumnFields } from '#schema'

import { numberText } from '../../client/i18n/formats.ts'
import { useT } from '../../client/i18n/texts.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import type { Column } from './column.ts'
import { headText, headWidth } from './headText.ts'
import { useColumnWidths } from '../list/columnWidths.ts'
import { dragWidth } from '../list/dragWidth.ts'
import { useSort, useUnsortable } from '../list/listAddress.ts'

/** The head of a table. */
export const SortHead = memo(function SortHead({ columns }: { columns: readonly Column[] }) {
  const resource = useResourceNamed(useResourceContext() ?? '')
  const unsortable = useUnsortable(resource)
  const [title, ...more] = resource ? titleColumnFields(resource) : []
  const others = more.filter((name) => unsortable(name) === undefined)
  const { widths, setWidth } = useColumnWidths(resource)
  const drag = ({ currentTarget, nativeEvent }: PointerEvent<HTMLElement>) => {
    const name = currentTarget.dataset['grip'] ?? ''
    dragWidth(currentTarget, nativeEvent, (width) => setWidth(name, width))
  }
  const release = ({ currentTarget }: MouseEvent<HTMLElement>) =>
    setWidth(currentTarget.dataset['grip'] ?? '', undefined)
  return (
    <TableHead className="RaDataTable-thead">
      <TableRow className="RaDataTable-row RaDataTable-headerRow">
        {columns.map(({ key, source, label, align, className = '' }) => {
          const reason = source && unsortable(source)
          const width = source && widths[source]
          const cell: TableCellProps & { 'data-column'?: string | undefined } = {
            variant: 'head',
            align,
            className: `RaDataTable-headerCell ${className}`,
            'data-column': source,
            ...(width && { style: { width, minWidth: width, maxWidth: width } }),
          }
          const grip = source && (
            <span
              className="column-grip"
              data-grip={source}
              aria-hidden
              onPointerDown={drag}
              onDoubleClick={release}
            />
          )
          return source && reason === undefined ? (
            <SortCell
              key={key}
              names={[source, ...(source === title ? others : [])]}
              label={String(label)}
              help={resource && fieldOf(resource, source)?.options.help}
              cell={cell}
              grip={grip}
            />
          ) : (
            <TableCell key={key} {...cell} title={reason}>
              {source ? <HeadText label={String(label)} /> : label}
              {grip}
            </TableCell>
          )
        })}
      </TableRow>
    </TableHead>
  )
})

/** In two lines where the cells below need less than one. */
function HeadText({ label }: { label: string }) {
  const text = headText(label)
  return (
    <span className="head-text" style={{ minWidth: `${headWidth(text)}ch` }}>
      {text}
    </span>
  )
}

interface SortCellProps {
  /** The fields that the column shows. */
  names: readonly [string, ...string[]]
  label: string
  /** What the field says of itself. */
  help: string | undefined
  cell: TableCellProps
  grip: ReactNode
}

/** The head of a column by which a list may be sorted: a click sorts by it alone, one with Shift by it as well. */
function SortCell({ names, label, help, cell, grip }: SortCellProps) {
  const t = useT()
  const { orders, sortBy, sortFurtherBy } = useSort()
  const [name, ...more] = names
  const shown = orders.filter((one) => !more.includes(one.name))
  const place = shown.findIndex((one) => one.name === name)
  const order = shown[place]
  const sort = (event: MouseEvent) => {
    event.stopPropagation()
    if (event.shiftKey) sortFurtherBy(name)
    else sortBy(names)
  }
  return (
    <TableCell {...cell} aria-sort={order && (order.descending ? 'descending' : 'ascending')}>
      <TableSortLabel
        active={order !== undefined}
        direction={order?.descending ? 'desc' : 'asc'}
        title={[help, t('sort_by', { label })].filter(Boolean).join('\n')}
        onClick={sort}
        // With Shift the browser would mark text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      >
        {/* Together: where numbers are aligned the parts stand in reverse order. */}
        <span>
          <HeadText label={label} />
          {order && shown.length > 1 && (
            <Box
              component="sup"
              sx={{ paddingInlineStart: 0.25, fontSize: '0.7em', lineHeight: 1 }}
            >
              {numberText(place + 1)}
            </Box>
          )}
        </span>
      </TableSortLabel>
      {grip}
    </TableCell>
  )
}
