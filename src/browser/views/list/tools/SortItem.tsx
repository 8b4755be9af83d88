import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import CloseIcon from '@mui/icons-material/Close'
import KeyboardArrowDownIcon from '@mui/icons-material/KeyboardArrowDown'
import KeyboardArrowUpIcon from '@mui/icons-material/KeyboardArrowUp'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { MouseEvent } from 'react'

import { useT } from '../../../client/i18n/texts.ts'
import { moved, type Order, turned, without } from '../../../client/records/order.ts'
import type { Sort } from '../listAddress.ts'
import english from '../../../../texts/en/lists.json'

interface ItemProps {
  order: Order
  label: string
  change: Sort['change']
  /** Undefined for the only one, which has no other place and cannot go. */
  place: { readonly index: number; readonly count: number } | undefined
}

/** One field that a list is sorted by: which way, and how much it counts. */
export function SortItem({ order: { name, descending }, label, change, place }: ItemProps) {
  const t = useT(english)
  const move = (by: 1 | -1) => () => change((orders) => moved(orders, name, by))
  const remove = ({ currentTarget }: MouseEvent) => {
    focusBeside(currentTarget)
    change((orders) => without(orders, name))
  }
  return (
    <Box component="li" sx={itemStyle}>
      <Box sx={{ flex: '1 1 9rem', fontWeight: 550, overflowWrap: 'anywhere' }}>{label}</Box>
      <Button
        size="small"
        startIcon={descending ? <ArrowDownwardIcon /> : <ArrowUpwardIcon />}
        aria-label={descending ? t('turn_up', { label }) : t('turn_down', { label })}
        onClick={() => change((orders) => turned(orders, name))}
      >
        {descending ? t('descending') : t('ascending')}
      </Button>
      {place && (
        <Box sx={{ display: 'flex', marginInlineStart: 'auto' }}>
          {/* Not disabled at the ends: there the focus would be lost. */}
          <IconButton
            size="small"
            aria-label={t('move_up', { label })}
            aria-disabled={place.index === 0}
            onClick={move(-1)}
          >
            <KeyboardArrowUpIcon fontSize="small" />
          </IconButton>
          <IconButton
            size="small"
            aria-label={t('move_down', { label })}
            aria-disabled={place.index === place.count - 1}
            onClick={move(1)}
          >
            <KeyboardArrowDownIcon fontSize="small" />
          </IconButton>
          <IconButton size="small" aria-label={t('sort_without', { label })} onClick={remove}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Box>
      )}
    </Box>
  )
}

/** What goes hands the focus to its neighbour. */
function focusBeside(button: Element): void {
  const item = button.closest('li')
  const beside = item?.nextElementSibling ?? item?.previousElementSibling
  beside?.querySelector('button')?.focus()
}

const itemStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  py: 0.25,
  fontSize: '0.875rem',
  '& + &': { borderTop: 1, borderColor: 'divider' },
  '& [aria-disabled=true]': { color: 'text.disabled', cursor: 'default' },
}
