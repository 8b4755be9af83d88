import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

import type { Series } from '#contract'
import { dayOn, daysAfter, periods, type Period } from '#schema'

import { numberText, displayLocale } from '../../client/i18n/formats.ts'
import { useT } from '../../client/i18n/texts.ts'
import { dayText } from '../../ui/fields/dates/dates.tsx'
import { StatCard, type StatProps } from './StatCard.tsx'
import english from '../../../texts/en/dashboard.json'
import { PageHeading } from '../../ui/PageTitle.tsx'

/** One card by its key; `card` is undefined as long as its numbers are on their way. */
type Stat = Omit<StatProps, 'card' | 'isPending' | 'isAwaited'> & {
  readonly key: string
  readonly card: Series | undefined
}

interface PageProps {
  /** How many days are shown. */
  days: Period
  setDays(days: Period): void
  /** The days, as the numbers name them. */
  labels: readonly string[] | undefined
  /** There is no number to choose days for. */
  isEmpty: boolean
  children: ReactNode
}

/** A page of numbers of the last days: its title, the days, and the choice of how many. */
export function StatPage({ days, setDays, isEmpty, children, ...numbers }: PageProps) {
  const t = useT(english)
  const { labels = placeholder(days).labels } = numbers
  const values = { first: dayText(labels[0] ?? ''), last: dayText(labels.at(-1) ?? ''), days }
  return (
    <Box sx={{ display: 'grid', gap: 2.5, py: { xs: 2, sm: 3 } }}>
      <Box sx={headStyle}>
        <Box>
          <PageHeading title={t('dashboard.title')} />
          {!isEmpty && (
            <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
              {days === 7 ? t('dashboard.period', values) : t('dashboard.period_days', values)}
            </Typography>
          )}
        </Box>
        {!isEmpty && (
          <ToggleButtonGroup
            exclusive
            size="small"
            value={days}
            aria-label={t('dashboard.days_label')}
            onChange={(_event, chosen: Period | null) => chosen && setDays(chosen)}
          >
            {periods.map((one) => (
              <ToggleButton key={one} value={one} sx={{ textTransform: 'none', px: 1.5 }}>
                {t('dashboard.days', { days: numberText(one), smart_count: one })}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        )}
      </Box>
      {children}
    </Box>
  )
}

const headStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  justifyContent: 'space-between',
  gap: 1.5,
}

interface GridProps {
  stats: readonly Stat[]
  days: number
  /** The numbers are on their way, or did not come. */
  hasFailed: boolean
}

/** Cards in rows without a hole, however many there are. */
export function StatGrid({ stats, days, hasFailed }: GridProps) {
  const t = useT(english)
  if (stats.length === 0) return <Typography>{t('dashboard.none')}</Typography>
  return (
    <Box sx={gridStyle(stats.length)}>
      {stats.map(({ key, card, ...stat }, index) => (
        <Box key={key} sx={placeStyle(index, stats.length)}>
          <StatCard
            {...stat}
            card={card ?? placeholder(days)}
            isPending={!card}
            isAwaited={!hasFailed}
          />
        </Box>
      ))}
    </Box>
  )
}

/** What stands there before the numbers: daily points of nothing. */
export function placeholder(days: number, now = Date.now()): Series {
  const today = dayOn({ at: new Date(now), zone: displayLocale().zone ?? 'UTC' })
  const labels = Array.from({ length: days }, (_, index) => daysAfter(today, index - days + 1))
  return { value: 0, percentage: 0, increase: true, labels, datasets: labels.map(() => 0) }
}

/** How many of six columns each card takes. */
const spans: Readonly<Record<number, readonly number[]>> = {
  1: [6],
  2: [3, 3],
  3: [2, 2, 2],
  4: [3, 3, 3, 3],
  5: [3, 3, 2, 2, 2],
}

const gridStyle = (count: number) => ({
  display: 'grid',
  gap: 2,
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'repeat(2, minmax(0, 1fr))',
    md: 'repeat(6, minmax(0, 1fr))',
    xl: `repeat(${Math.min(count, 5)}, minmax(0, 1fr))`,
  },
})

const placeStyle = (index: number, count: number) => ({
  display: 'grid',
  gridColumn: {
    sm: index === 0 && count % 2 === 1 ? 'span 2' : 'auto',
    md: `span ${spans[count]?.[index] ?? 2}`,
    xl: 'auto',
  },
})
