import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { useListContext } from 'react-admin'

import { titleFields, type Resource } from '#schema'

import type { Row } from '../../fields/display.ts'
import { useUser } from '../../session.ts'
import type { Views } from '../../views.ts'
import { maySort, type NamedField } from '../permitted.ts'
import { useNames, useText } from '../words.ts'
import { cellOf, recordTitle } from './cells.tsx'
import type { Density } from './density.ts'
import { EmptyList } from './EmptyList.tsx'
import { RowMenuButton } from './RowMenu.tsx'
import { openPath, TitleLink } from './TitleLink.tsx'

interface CardsProps {
  resource: Resource
  views: Views<Resource> | undefined
  columns: readonly NamedField[]
  density: Density
  hasBulk: boolean
  /** The first rows, or the columns to show, are on their way. */
  isWaiting: boolean
}

/** The rows of a list on a narrow screen: one card each. */
export function RecordCards(props: CardsProps) {
  const { data } = useListContext<Row>()
  if (props.isWaiting) return <SkeletonCards lines={props.columns.length} />
  if (!data?.length) return <EmptyList resource={props.resource} />
  return (
    <Box sx={{ display: 'grid', gap: 1, pt: 1 }}>
      <OrderSelect {...props} />
      {data.map((record) => (
        <RecordCard key={record.id} record={record} {...props} />
      ))}
    </Box>
  )
}

function SkeletonCards({ lines }: { lines: number }) {
  const say = useText()
  return (
    <Box role="status" aria-label={say('loading', 'Loading')} sx={{ display: 'grid', gap: 1 }}>
      {[1, 2, 3].map((card) => (
        <Card key={card} variant="outlined" sx={{ p: 1 }}>
          <Skeleton height={44} width="60%" />
          <Skeleton variant="rounded" height={lines * 22} />
        </Card>
      ))}
    </Box>
  )
}

function RecordCard({ record, resource, views, columns, ...props }: CardsProps & { record: Row }) {
  const user = useUser()
  const say = useText()
  const names = useNames(resource)
  const { selectedIds, onToggleItem } = useListContext()
  const title = recordTitle(resource, record)
  const rest = columns.filter(({ name }) => !titleFields(resource).includes(name))
  const Title = views?.fields?.[titleFields(resource)[0] ?? '']
  return (
    <Card variant="outlined" sx={{ p: props.density === 'comfortable' ? 1 : 0.5 }}>
      <Box sx={cardHead}>
        {props.hasBulk && (
          <Checkbox
            size="small"
            checked={selectedIds.includes(record.id)}
            onChange={() => onToggleItem(record.id)}
            slotProps={{ input: { 'aria-label': say('select', 'Select %{title}', { title }) } }}
          />
        )}
        <Box className="card-title">
          <TitleLink to={openPath(resource, user, record)}>
            {Title ? <Title record={record as never} /> : title}
          </TitleLink>
        </Box>
        <RowMenuButton record={record} />
      </Box>
      <Box component="dl" sx={pairs(props.density)}>
        {rest.map((column) => (
          <Pair
            key={column.name}
            label={names.field(column.name)}
            value={cellOf(resource, user, column, { views, isTitle: false })(record)}
          />
        ))}
      </Box>
    </Card>
  )
}

const cardHead = {
  display: 'flex',
  alignItems: 'center',
  fontWeight: 600,
  '& .MuiCheckbox-root, & .MuiIconButton-root': { width: 44, height: 44 },
  '& .card-title': { flex: 1, overflowWrap: 'anywhere', px: 0.5 },
  // The whole line leads to the record: a finger is wider than a short name.
  '& .card-title > a': { display: 'flex', alignItems: 'center', minHeight: 44 },
}

function Pair({ label, value }: { label: string; value: ReactNode }) {
  if (value === null) return null
  return (
    <>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {value}
      </Box>
    </>
  )
}

const pairs = (density: Density) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(6rem, auto) 1fr',
  columnGap: 2,
  rowGap: { comfortable: 0.5, compact: 0.25, dense: 0 }[density],
  m: 0,
  px: 1,
  paddingBlockEnd: 0.5,
  fontSize: density === 'dense' ? '0.8125rem' : '0.875rem',
})

function OrderSelect({ resource, columns }: CardsProps) {
  const user = useUser()
  const say = useText()
  const names = useNames(resource)
  const { sort, setSort } = useListContext()
  const fields = columns.filter((column) => maySort(resource, user, column))
  const orders = fields.flatMap(({ name }) => [
    { value: `${name} ASC`, text: `${names.field(name)} ↑` },
    { value: `${name} DESC`, text: `${names.field(name)} ↓` },
  ])
  const current = `${sort.field} ${sort.order}`
  if (orders.length === 0) return null
  return (
    <TextField
      select
      size="small"
      margin="none"
      label={say('order', 'Order')}
      value={orders.some(({ value }) => value === current) ? current : ''}
      onChange={({ target }) => {
        const [field = '', order] = target.value.split(' ')
        setSort({ field, order: order === 'ASC' ? 'ASC' : 'DESC' })
      }}
    >
      {orders.map(({ value, text }) => (
        <MenuItem key={value} value={value}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  )
}
