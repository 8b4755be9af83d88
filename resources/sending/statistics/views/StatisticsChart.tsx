import { useTheme } from '@mui/material/styles'
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts'

export interface ChartPart {
  readonly label: string
  readonly accepted: number
  readonly ftds: number
}

/** Accepted leads as bars, deposits as a line over them on a scale of their own; the table says the same in words. */
export function StatisticsChart({ parts }: { parts: readonly ChartPart[] }) {
  const { palette, direction } = useTheme()
  const isRtl = direction === 'rtl'
  const axis = { stroke: palette.text.secondary, fontSize: 12, tickLine: false, axisLine: false }
  return (
    <ResponsiveContainer width="100%" height={220}>
      <ComposedChart data={[...parts]} margin={margin} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke={palette.divider} />
        <XAxis
          dataKey="label"
          reversed={isRtl}
          interval="preserveStartEnd"
          minTickGap={16}
          {...axis}
        />
        <YAxis
          yAxisId="accepted"
          orientation={isRtl ? 'right' : 'left'}
          allowDecimals={false}
          width={48}
          {...axis}
        />
        <YAxis
          yAxisId="ftds"
          orientation={isRtl ? 'left' : 'right'}
          allowDecimals={false}
          width={36}
          {...axis}
        />
        <Bar
          yAxisId="accepted"
          dataKey="accepted"
          fill={palette.primary.main}
          radius={3}
          maxBarSize={36}
          isAnimationActive={false}
        />
        <Line
          yAxisId="ftds"
          dataKey="ftds"
          stroke={palette.warning.main}
          strokeWidth={2}
          dot={{ r: 3, fill: palette.warning.main }}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
}

const margin = { top: 8, bottom: 0, left: 0, right: 0 }
