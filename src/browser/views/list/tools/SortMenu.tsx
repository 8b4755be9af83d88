import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import visuallyHidden from '@mui/utils/visuallyHidden'

import { countCap, type Resource } from '#schema'

import { listText, numberText } from '../../../client/i18n/formats.ts'
import { type Translate, useNames, useT } from '../../../client/i18n/texts.ts'
import {
  firstOrder,
  type Order,
  ordersLimit,
  ordersOf,
  sortedFurtherBy,
} from '../../../client/records/order.ts'
import type { NamedField } from '../../../client/records/permitted.ts'
import { Select } from '../../../ui/fields/Select.tsx'
import { ToolPopover } from './toolParts.tsx'
import { useSort } from '../listAddress.ts'
import { SortItem } from './SortItem.tsx'
import english from '../../../../texts/en/lists.json'

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
            label={names.column(order.name)}
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
          fields: listText(orders.map((one) => orderText(t, one, names.column(one.name)))),
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
    <Select
      margin="dense"
      label={t('sort_further')}
      value=""
      options={fields.map(({ name }) => [name, names.column(name)])}
      onChange={onChoose}
    />
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
