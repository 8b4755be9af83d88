import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useRef, useState } from 'react'

import type { Resource } from '#schema'

import { useNames, useT } from '../../../client/i18n/texts.ts'
import { useColumnWidths } from '../columnWidths.ts'
import { headOf } from '../dragWidth.ts'
import type { Columns } from '../columnChoice.ts'
import { ToolPopover } from './toolParts.tsx'
import { useArranging } from '../useArranging.ts'
import { ColumnItem } from './ColumnItem.tsx'
import english from '../../../../texts/en/lists.json'

/** From this many columns on it is quicker to type a name than to look for it. */
const searchFrom = 12

interface MenuProps {
  resource: Resource
  columns: Columns
  anchor: HTMLElement
  onClose(): void
}

/** Which columns a list shows, and in which order. */
export function ColumnsMenu({ resource, columns, anchor, onClose }: MenuProps) {
  const t = useT(english)
  return (
    <ToolPopover
      label={t('columns')}
      {...{ anchor, onClose }}
      sx={{ display: 'flex', flexDirection: 'column', width: 340, maxHeight: '70dvh' }}
    >
      <ColumnChooser resource={resource} columns={columns} />
    </ToolPopover>
  )
}

function ColumnChooser({ resource, columns }: Pick<MenuProps, 'resource' | 'columns'>) {
  const t = useT(english)
  const names = useNames(resource)
  const [search, setSearch] = useState('')
  const { all, shown, choice, choose } = columns
  const order = all.map(({ name }) => name)
  const list = useRef<HTMLUListElement>(null)
  const arrange = (next: string[]) => choose({ hidden: choice.hidden, order: next })
  const { placeOf, moved } = useArranging(list, order, arrange)
  const { widths, setWidth, reset } = useColumnWidths(resource)
  const widen = (name: string, step: number) =>
    setWidth(name, (widths[name] ?? headOf(name)?.offsetWidth ?? 0) + step)
  const found = order.filter((name) => includes(names.column(name), search))
  const toggle = (name: string) => {
    const hidden = choice.hidden.filter((one) => one !== name)
    choose({ order, hidden: hidden.length < choice.hidden.length ? hidden : [...hidden, name] })
  }
  return (
    <>
      {order.length >= searchFrom && (
        <Box sx={{ p: 1.5, paddingBlockEnd: 0.5 }}>
          <TextField
            autoFocus
            type="search"
            margin="none"
            placeholder={t('search_columns')}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            slotProps={{ htmlInput: { 'aria-label': t('search_columns') } }}
          />
        </Box>
      )}
      <Box component="ul" ref={list} sx={listStyle}>
        {found.map((name) => (
          <ColumnItem
            key={name}
            label={names.column(name)}
            isShown={!choice.hidden.includes(name)}
            onToggle={() => toggle(name)}
            // The order of a part says nothing about that of the whole.
            place={found.length === order.length ? placeOf(name) : undefined}
            onWiden={(step) => widen(name, step)}
          />
        ))}
      </Box>
      {found.length === 0 && (
        <Box role="status" sx={{ px: 2, paddingBlockEnd: 2, color: 'text.secondary' }}>
          {t('no_column')}
        </Box>
      )}
      <Box sx={footStyle}>
        <span role="status">
          {moved
            ? t('column_moved', {
                label: names.column(moved),
                place: order.indexOf(moved) + 1,
                count: order.length,
              })
            : t('columns_shown', { shown: shown.length, count: order.length })}
        </span>
        <Button size="small" onClick={() => (choose(undefined), reset())}>
          {t('reset')}
        </Button>
      </Box>
    </>
  )
}

const includes = (text: string, part: string) =>
  text.toLowerCase().includes(part.trim().toLowerCase())

const listStyle = {
  listStyle: 'none',
  m: 0,
  p: 0.5,
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
}

const footStyle = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 1,
  px: 1.5,
  py: 0.5,
  borderTop: 1,
  borderColor: 'divider',
  color: 'text.secondary',
  fontSize: '0.8125rem',
}
