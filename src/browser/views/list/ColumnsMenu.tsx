import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import DragIndicatorIcon from '@mui/icons-material/DragIndicator'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import type { SxProps, Theme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { useRef, useState } from 'react'

import type { Resource } from '#schema'

import { useNames, useT } from '../../client/i18n/texts.ts'
import type { Columns } from './look.ts'
import { ToolPopover } from './toolParts.tsx'
import { type Place, useArranging } from './useArranging.ts'
import english from '../../../texts/lists.json'

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
  const found = order.filter((name) => includes(names.field(name), search))
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
            label={names.field(name)}
            isShown={!choice.hidden.includes(name)}
            onToggle={() => toggle(name)}
            // The order of a part says nothing about that of the whole.
            place={found.length === order.length ? placeOf(name) : undefined}
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
                label: names.field(moved),
                place: order.indexOf(moved) + 1,
                count: order.length,
              })
            : t('columns_shown', { shown: shown.length, count: order.length })}
        </span>
        <Button size="small" onClick={() => choose(undefined)}>
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

interface ItemProps {
  label: string
  isShown: boolean
  onToggle(): void
  /** Undefined while only some of the columns are shown, where there is nothing to arrange. */
  place: Place | undefined
}

/** One column of the choice: shown or not, and its place among the others. */
function ColumnItem({ label, isShown, onToggle, place }: ItemProps) {
  const t = useT(english)
  return (
    <Box component="li" sx={itemStyle(place)}>
      {place && (
        <IconButton
          size="small"
          className="handle"
          aria-label={t('drag_column', { label })}
          onPointerDown={place.onPointerDown}
          onKeyDown={place.onKeyDown}
        >
          <DragIndicatorIcon fontSize="small" />
        </IconButton>
      )}
      <FormControlLabel
        sx={{ flex: 1, m: 0, overflowWrap: 'anywhere' }}
        label={label}
        slotProps={{ typography: { variant: 'body2' } }}
        control={<Checkbox size="small" checked={isShown} onChange={onToggle} />}
      />
      {place && (
        <>
          {/* Not disabled at the ends: there the focus would be lost. */}
          <IconButton
            size="small"
            className="mover"
            aria-label={t('move_up', { label })}
            aria-disabled={place.isFirst}
            onClick={place.up}
          >
            <ArrowUpwardIcon fontSize="inherit" />
          </IconButton>
          <IconButton
            size="small"
            className="mover"
            aria-label={t('move_down', { label })}
            aria-disabled={place.isLast}
            onClick={place.down}
          >
            <ArrowDownwardIcon fontSize="inherit" />
          </IconButton>
        </>
      )}
    </Box>
  )
}

const itemStyle = (place: Place | undefined): SxProps<Theme> => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  minHeight: { xs: 44, sm: 36 },
  borderRadius: 1,
  opacity: place?.isHeld ? 0.4 : 1,
  '&:hover': { bgcolor: 'action.hover' },
  '& .handle': { cursor: place?.isHeld ? 'grabbing' : 'grab', touchAction: 'none' },
  '& .mover[aria-disabled=true]': { color: 'text.disabled', cursor: 'default' },
  // Where a pointer can hover, the buttons need not stand there all the time.
  '@media (hover: hover)': { '&:not(:hover, :focus-within) .mover': { opacity: 0 } },
  ...(place?.target && {
    '&::after': {
      content: '""',
      position: 'absolute',
      insetInline: 0,
      [place.target === 'before' ? 'insetBlockStart' : 'insetBlockEnd']: -1,
      height: 2,
      bgcolor: 'primary.main',
    },
  }),
})
