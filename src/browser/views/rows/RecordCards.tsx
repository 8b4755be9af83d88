import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'

import { fieldOf, type Resource, titleFields } from '#schema'

import { shownValue } from '../../../kinds/kinds.browser.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/user.ts'
import { WholeTextContext } from '../../ui/fields/cellText.tsx'
import { clamped, cutAtEnd } from '../../ui/theme/clamped.ts'
import { cellOf, openPath, recordTitle, TitleLink } from './cells/cells.tsx'
import type { Density } from '../list/listAppearance.ts'
import { EmptyList } from '../list/EmptyList.tsx'
import { useListRows } from '../list/listState.tsx'
import { Arranged, RowHandle } from './Arranged.tsx'
import { arrangedStyle } from './arrangedStyle.ts'
import { type RowsProps, useIsArranged } from './RecordTable.tsx'
import { RowMenuButton } from './RowMenu.tsx'
import { SelectRow } from './selection.tsx'

/** The rows of a list on a narrow screen: one card each. A finger cannot rest on a text that is cut, so all of it stands there. */
export function RecordCards(props: RowsProps) {
  const data = useListRows()
  const isArranged = useIsArranged(props.resource)
  if (props.isWaiting) return <SkeletonCards lines={Math.min(props.columns.length, cardFields)} />
  if (data.length === 0) return <EmptyList resource={props.resource} />
  const cards = (
    <Box sx={(theme) => ({ display: 'grid', gap: 1, pt: 1, ...arrangedStyle(theme) })}>
      {data.map((record) => (
        <RecordCard key={record.id} record={record} isArranged={isArranged} {...props} />
      ))}
    </Box>
  )
  return (
    <WholeTextContext value>
      {isArranged ? <Arranged resource={props.resource}>{cards}</Arranged> : cards}
    </WholeTextContext>
  )
}

function SkeletonCards({ lines }: { lines: number }) {
  const t = useT()
  return (
    <Box role="status" aria-label={t('loading')} sx={{ display: 'grid', gap: 1 }}>
      {[1, 2, 3].map((card) => (
        <Card key={card} sx={{ p: 1 }}>
          <Skeleton height={44} width="60%" />
          <Skeleton variant="rounded" height={lines * 22} />
        </Card>
      ))}
    </Box>
  )
}

interface CardProps extends RowsProps {
  record: Row
  isArranged: boolean
}

function RecordCard({ record, resource, views, columns, ...props }: CardProps) {
  const user = useUser()
  const names = useNames(resource)
  const rest = columns
    .filter(
      ({ name, field }) =>
        name !== 'id' &&
        !titleFields(resource).includes(name) &&
        (views?.fields?.[name] || shownValue(field, name, record) !== null),
    )
    .slice(0, cardFields)
  const Title = views?.fields?.[titleFields(resource)[0] ?? '']
  return (
    <Card data-record={record.id} sx={{ p: props.density === 'comfortable' ? 1 : 0.5 }}>
      <Box sx={cardHead}>
        {props.hasBulk && <SelectRow resource={resource} record={record} />}
        <Box className="card-title" sx={props.hasBulk ? undefined : { marginInlineStart: 0.5 }}>
          <TitleLink to={openPath(resource, user, record)}>
            <span className="card-name">
              {Title ? <Title record={record as never} /> : titleShown(resource, record)}
            </span>
          </TitleLink>
        </Box>
        {props.isArranged && <RowHandle resource={resource} record={record} />}
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

/** So many fields with a value tell one record from another; the rest is read when it is opened. */
const cardFields = 4

/** What names a record, as its own column would show it where it is one field alone. */
function titleShown(resource: Resource, record: Row): ReactNode {
  const [name = '', ...more] = titleFields(resource)
  const field = more.length === 0 ? fieldOf(resource, name) : undefined
  return (field && shownValue(field, name, record)) ?? recordTitle(resource, record)
}

const cardHead = {
  display: 'flex',
  alignItems: 'center',
  fontWeight: 600,
  '& .card-title': { flex: 1, overflowWrap: 'anywhere', px: 0.5 },
  // What says its own direction is cut by itself.
  '& .card-name:not(:has(> bdi)), & .card-name > bdi': { ...clamped(3), ...cutAtEnd },
  // The whole line opens the record: a finger is wider than a short name.
  '& .card-title > a': { display: 'flex', alignItems: 'center', minHeight: 44, py: 0.5 },
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
  gridTemplateColumns: 'fit-content(50%) minmax(0, 1fr)',
  columnGap: 2,
  rowGap: { comfortable: 0.5, compact: 0.25, dense: 0 }[density],
  m: 0,
  px: 1,
  paddingBlockEnd: 0.5,
  fontSize: density === 'dense' ? '0.8125rem' : '0.875rem',
  // A cell of a business that shows nothing leaves no line.
  '& dd:empty, & dt:has(+ dd:empty)': { display: 'none' },
  '& dd > span': { flexWrap: 'wrap' },
  '& dd > .tool-cell': { flexWrap: 'nowrap' },
  '& .cut-text': clamped(5),
})
