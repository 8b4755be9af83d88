import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import CardActionArea from '@mui/material/CardActionArea'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useId } from 'react'
import { Link } from 'react-router-dom'

import type { Series as SeriesNumbers } from '#contract'

import { numberText } from '../../client/i18n/formats.ts'
import { shortDay } from './cardTexts.ts'
import { PlaceholderSeries } from './PlaceholderSeries.tsx'
import { SeriesTable } from './SeriesTable.tsx'
import { Trend, trendStyle, type TrendProps } from './Trend.tsx'

const Series = lazy(async () => ({ default: (await import('./Series.tsx')).Series }))

export interface StatProps extends Omit<TrendProps, 'id' | 'card'> {
  name: string
  card: SeriesNumbers
  /** The list behind the number, where the user may open one. */
  address?: string | undefined
  /** The numbers have not arrived: every part keeps its place. */
  isPending: boolean
  /** They are on their way. */
  isAwaited: boolean
}

/** One number with its change and its series; the whole card is a link where there is a list behind it. */
export function StatCard(props: StatProps) {
  const { card, name, address, isPending, isAwaited } = props
  const id = useId()
  const parts = ['name', 'value', 'trend'].map((part) => `${id}${part}`)
  const content = <Content {...props} id={id} />
  return (
    <Card aria-busy={isPending && isAwaited} sx={{ position: 'relative', minWidth: 0 }}>
      {address ? (
        <CardActionArea
          component={Link}
          to={address}
          aria-labelledby={parts.join(' ')}
          sx={{ height: '100%' }}
        >
          {content}
        </CardActionArea>
      ) : (
        content
      )}
      {!isPending && <SeriesTable card={card} name={name} />}
    </Card>
  )
}

function Content({ card, isPending, isAwaited, id, name, ...trend }: StatProps & { id: string }) {
  const { value, labels } = card
  const motion = isAwaited ? 'pulse' : false
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', p: 2.5 }}>
      <Typography id={`${id}name`} component="h2" variant="subtitle2" color="text.secondary">
        {name}
      </Typography>
      <Typography id={`${id}value`} sx={valueStyle}>
        {isPending ? <Skeleton width="3ch" animation={motion} /> : numberText(value)}
      </Typography>
      {isPending ? (
        <Box sx={trendStyle}>
          <Skeleton width="60%" animation={motion} />
        </Box>
      ) : (
        <Trend {...trend} id={`${id}trend`} card={card} />
      )}
      <Box aria-hidden="true" sx={{ mt: 'auto', pt: 2 }}>
        <Box sx={{ height: 88 }}>
          {isPending ? (
            <PlaceholderSeries />
          ) : (
            <Suspense fallback={<PlaceholderSeries />}>
              <Series card={card} />
            </Suspense>
          )}
        </Box>
        <Box sx={axisStyle}>
          <span>{shortDay(labels[0] ?? '')}</span>
          <span>{shortDay(labels.at(-1) ?? '')}</span>
        </Box>
      </Box>
    </Box>
  )
}

const valueStyle = {
  mt: 0.5,
  fontSize: '2rem',
  fontWeight: 650,
  letterSpacing: '-0.02em',
  lineHeight: 1.25,
  fontVariantNumeric: 'tabular-nums',
}

const axisStyle = {
  display: 'flex',
  justifyContent: 'space-between',
  mt: 0.5,
  color: 'text.secondary',
  fontSize: '0.75rem',
}
