import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useId } from 'react'

import { numberText, useApiQuery, useT, useUser } from '#browser'
import { changeText, clockText } from '#browser/later'

import { isBetterLess } from './cards.ts'
import { useCardNames } from './cardTexts.browser.ts'
import type { Today } from './leadNumbers.ts'
import english from '../translations/en/console.json'

/** What today has brought so far, and what the days before had brought by then. */
export function TodayPart() {
  const t = useT(english)
  const { id } = useUser()
  const nameOf = useCardNames()
  const headingId = useId()
  const { data } = useApiQuery<Today>({
    queryKey: ['leads', 'today', id],
    path: '/dashboard/today',
    refetchInterval: 60_000,
  })
  const cards = data?.cards.filter(({ value, usual }) => value > 0 || usual > 0) ?? []
  if (!data || cards.length === 0) return null
  return (
    <Card component="section" aria-labelledby={headingId} sx={{ p: 2.5 }}>
      <Typography id={headingId} component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {t('dashboard.today', { time: clockText(data.until) })}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
        {t('dashboard.today_help')}
      </Typography>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
        {cards.map(({ label, value, usual }) => (
          <Box key={label} sx={rowStyle}>
            <Typography component="dt" variant="body2" sx={{ minWidth: 0 }}>
              {nameOf(label)}
            </Typography>
            <Box component="dd" sx={valueStyle}>
              <strong>{numberText(value)}</strong>
              <Change label={label} value={value} usual={usual} />
            </Box>
          </Box>
        ))}
      </Box>
    </Card>
  )
}

function Change({ label, value, usual }: { label: string; value: number; usual: number }) {
  const t = useT(english)
  const mean = t('dashboard.usual', { count: numberText(usual) })
  if (usual === 0 || value === usual) return <Box sx={changeStyle}>{mean}</Box>
  const change = changeText(((value - usual) / usual) * 100)
  const isMore = value > usual
  const difference = isMore
    ? t('dashboard.today_more', { change })
    : t('dashboard.today_less', { change })
  const color = isMore === isBetterLess(label) ? 'error.main' : 'success.main'
  return (
    <Box sx={changeStyle}>
      {mean} ·{' '}
      <Box component="span" sx={{ color, fontWeight: 600 }}>
        {difference}
      </Box>
    </Box>
  )
}

const rowStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  columnGap: 2,
}

const valueStyle = {
  m: 0,
  // On a line of its own too.
  marginInlineStart: 'auto',
  display: 'flex',
  alignItems: 'baseline',
  gap: 1,
  fontVariantNumeric: 'tabular-nums',
}

const changeStyle = { color: 'text.secondary', fontSize: '0.8125rem', whiteSpace: 'nowrap' }
