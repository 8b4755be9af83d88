import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import CloseIcon from '@mui/icons-material/Close'
import KeyboardArrowDownIcon from '@mui/icons-material/KeyboardArrowDown'
import KeyboardArrowUpIcon from '@mui/icons-material/KeyboardArrowUp'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import visuallyHidden from '@mui/utils/visuallyHidden'
import type { MouseEvent } from 'react'

import { countCap, type Resource } from '#schema'

import { listText, numberText } from '../../client/i18n/formats.ts'
import { type Translate, useNames, useT } from '../../client/i18n/texts.ts'
import {
  firstOrder,
  moved,
  type Order,
  ordersLimit,
  ordersOf,
  sortedFurtherBy,
  turned,
  without,
} from '../../client/records/order.ts'
import type { NamedField } from '../../client/records/permitted.ts'
import { ToolPopover } from './toolParts.tsx'
import { type Sort, useSort } from './sorting.ts'
import english from '../../../texts/lists.json'

interface MenuProps {
  resource: Resource
  /** By which the list may be sorted. */
  fields: readonly NamedField[]
  /** The list is too long to be sorted by all of its columns. */
  isPartly: boolean
  anchor: HTMLElement
  onClose(): void
}

/** The fields that a list is sorted by, for fingers and keys: the first counts most. */
export function SortMenu({ resource, fields, isPartly, anchor, onClose }: MenuProps) {
  const t = useT(english)
  const names = useNames(resource)
  const { orders, change } = useSort()
  return (
    <ToolPopover label={t('sort')} {...{ anchor, onClose }} sx={{ width: 400, p: 1.5 }}>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {orders.map((order, index) => (
          <SortItem
            key={order.name}
            {...{ order, change }}
            label={names.field(order.name)}
            place={orders.length > 1 ? { index, count: orders.length } : undefined}
          />
        ))}
      </Box>
      <FieldSelect
        {...{ resource, orders }}
        fields={fields.filter(({ name }) => !orders.some((one) => one.name === name))}
        onChoose={(name) => change((now) => sortedFurtherBy(now, name))}
      />
      {isPartly && (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          {t('sort_partly', { count: numberText(countCap) })}
        </Typography>
      )}
      <Box sx={footStyle}>
        <Typography variant="body2" color="text.secondary">
          {orders.length > 1 && t('sort_hint')}
        </Typography>
        <Button size="small" onClick={() => change(() => ordersOf(firstOrder(resource)))}>
          {t('reset')}
        </Button>
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {t('sorted_by', {
          fields: listText(orders.map((one) => orderText(t, one, names.field(one.name)))),
        })}
      </Box>
    </ToolPopover>
  )
}

interface SelectProps extends Pick<MenuProps, 'resource' | 'fields'> {
  orders: readonly Order[]
  onChoose(name: string): void
}

function FieldSelect({ resource, fields, orders, onChoose }: SelectProps) {
  const t = useT(english)
  const names = useNames(resource)
  if (fields.length === 0 || orders.length >= ordersLimit) return null
  return (
    <TextField
      select
      label={t('sort_further')}
      value=""
      onChange={({ target }) => onChoose(target.value)}
    >
      {fields.map(({ name }) => (
        <MenuItem key={name} value={name}>
          {names.field(name)}
        </MenuItem>
      ))}
    </TextField>
  )
}

const orderText = (t: Translate<typeof english>, { descending }: Order, label: string): string =>
  descending ? t('sorted_down', { label }) : t('sorted_up', { label })

const footStyle = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 1,
  mt: 1,
}

interface ItemProps {
  order: Order
  label: string
  change: Sort['change']
  /** Undefined for the only one, which has no other place and cannot go. */
  place: { readonly index: number; readonly count: number } | undefined
}

/** One field that a list is sorted by: which way, and how much it counts. */
function SortItem({ order: { name, descending }, label, change, place }: ItemProps) {
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
