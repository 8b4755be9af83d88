import Box from '@mui/material/Box'

import { displayLocale, tagOf, useT } from '#browser'

import type { BrokerDepartment } from './brokerDepartment.ts'
import { weekdays, weekOf } from './week.ts'
import english from '../../translations/en/console.json'

interface WeekProps {
  record: Pick<BrokerDepartment, 'opening_hours' | 'timezone'>
  full?: boolean
}

/** The opening hours of a week at a glance: a bar for each day, and its hours in words. */
export function Week({ record: { opening_hours, timezone }, full }: WeekProps) {
  const t = useT(english)
  const hours = opening_hours ?? []
  if (hours.length === 0) return full ? <>{t('department.always')}</> : null
  if (!full)
    return <>{t('department.weekly', { smart_count: hours.length, count: hours.length })}</>
  return (
    <Box component="ul" aria-label={t('department.hours_of', { zone: timezone })} sx={list}>
      {weekOf(hours).map(({ day, hours: own, stretches }) => (
        <Box component="li" key={day} sx={line}>
          <span>{dayName(day)}</span>
          <Box aria-hidden sx={bar}>
            {stretches.map(({ from, to }) => (
              <Box
                key={from}
                sx={{
                  ...open,
                  insetInlineStart: `${from * 100}%`,
                  width: `${(to - from) * 100}%`,
                }}
              />
            ))}
          </Box>
          <Box component="span" sx={own.length === 0 ? { color: 'text.secondary' } : undefined}>
            {own.map(({ from, to }) => `${from}–${to}`).join(', ') || t('department.closed')}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

/** The fifth of January 2026 was a Monday. */
const dayName = (day: (typeof weekdays)[number]): string =>
  new Intl.DateTimeFormat(tagOf(displayLocale().locale), {
    weekday: 'long',
    timeZone: 'UTC',
  }).format(Date.UTC(2026, 0, 5 + weekdays.indexOf(day)))

const list = { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5, maxWidth: 560 }

const line = {
  display: 'grid',
  gridTemplateColumns: { xs: '6.5rem 1fr', sm: '6.5rem minmax(8rem, 1fr) 9rem' },
  alignItems: 'center',
  columnGap: 1.5,
  '& > :last-child': { gridColumn: { xs: '2', sm: 'auto' } },
}

const bar = {
  position: 'relative',
  height: 10,
  borderRadius: 1,
  overflow: 'hidden',
  bgcolor: 'action.hover',
}

const open = { position: 'absolute', insetBlock: 0, bgcolor: 'success.main', borderRadius: 1 }
