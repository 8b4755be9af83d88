import Paper from '@mui/material/Paper'
import { useTheme } from '@mui/material/styles'
import {
  Area,
  AreaChart,
  ReferenceDot,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts'

import type { Series as SeriesNumbers } from '#contract'

import { numberText } from '../../client/i18n/formats.ts'
import { dayText } from '../../ui/fields/dates/dates.tsx'

/** The values of the days as a line with its area; it fills its box. */
export function Series({ card }: { card: SeriesNumbers }) {
  const { palette, direction } = useTheme()
  const isEmpty = card.datasets.every((value) => value === 0)
  const color = isEmpty ? palette.text.secondary : palette.primary.main
  const days = card.labels.map((day, index) => ({ day, value: card.datasets[index] ?? 0 }))
  const last = days.at(-1)
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart data={days} margin={margin} accessibilityLayer={false}>
        <XAxis dataKey="day" hide reversed={direction === 'rtl'} />
        <YAxis hide domain={[0, (most: number) => Math.max(most, 1)]} />
        <Tooltip
          content={DayValue}
          cursor={{ stroke: palette.divider }}
          isAnimationActive={false}
        />
        <Area
          dataKey="value"
          type="monotone"
          stroke={color}
          strokeWidth={2}
          fill={color}
          fillOpacity={0.1}
          isAnimationActive={false}
          dot={days.length <= maxDots && { r: 2, fill: color, fillOpacity: 1, stroke: 'none' }}
          activeDot={{ r: 4, fill: color, stroke: palette.background.paper, strokeWidth: 2 }}
        />
        <ReferenceDot x={last?.day} y={last?.value} r={3.5} fill={color} stroke="none" />
      </AreaChart>
    </ResponsiveContainer>
  )
}

/** More days are a line alone. */
const maxDots = 31

/** Room for the dots at both ends. */
const margin = { top: 6, bottom: 4, left: 5, right: 5 }

function DayValue({ active, payload }: TooltipContentProps) {
  const [point] = payload
  if (!active || !point) return null
  const { day, value } = point.payload as { day: string; value: number }
  return (
    <Paper variant="outlined" sx={{ px: 1.25, py: 0.75, fontSize: '0.8125rem' }}>
      <strong>{numberText(value)}</strong> · {dayText(day)}
    </Paper>
  )
}
