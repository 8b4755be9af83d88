import { useTheme, type Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
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

interface ChartProps {
  parts: readonly ChartPart[]
  /** Whether they follow each other in time: only then a line leads from one to the next. */
  isCourse: boolean
}

/** Accepted leads as bars, deposits as points over them on a scale of their own; the table says the same in words. */
export function StatisticsChart({ parts, isCourse }: ChartProps) {
  const { palette, direction } = useTheme()
  const isRtl = direction === 'rtl'
  const isNarrow = useMediaQuery<Theme>(({ breakpoints }) => breakpoints.down('sm'))
  const isEach = parts.length <= maxNames && !isNarrow
  const axis = { stroke: palette.text.secondary, fontSize: 12, tickLine: false, axisLine: false }
  return (
    <ResponsiveContainer width="100%" height={220} style={axesStyle}>
      <ComposedChart data={[...parts]} margin={margin} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke={palette.divider} />
        <XAxis
          dataKey="label"
          reversed={isRtl}
          {...(isEach ? { interval: 0, tick: <Name count={parts.length} /> } : spaced)}
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
          strokeWidth={isCourse ? 2 : 0}
          dot={{
            fill: palette.warning.main,
            // With a ring, so that they stand out from the bars.
            ...(isCourse ? { r: 3 } : { r: 6, stroke: palette.background.paper, strokeWidth: 2 }),
          }}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
}

/** More have no room for a name each, nor has a phone: some are left out, as days are. */
const maxNames = 12
const spaced = { interval: 'preserveStartEnd', minTickGap: 16 } as const

/** Of the parts of an axis: where the name stands, which Recharts gives. */
interface NameProps {
  count: number
  x?: number
  y?: number
  width?: number
  fill?: string
  payload?: { readonly value: string }
}

/** The name under a bar: cut to its place, whole where it is pointed at. */
function Name({ count, x = 0, y = 0, width = 0, payload }: NameProps) {
  const { palette } = useTheme()
  const name = payload?.value ?? ''
  return (
    <text x={x} y={y} dy={12} fontSize={12} textAnchor="middle" fill={palette.text.secondary}>
      <title>{name}</title>
      {fitted(name, width / count)}
    </text>
  )
}

/** A letter of the axis is about this wide, in pixels. */
const letter = 7

/** The beginning of a name that has so many pixels. */
export function fitted(name: string, width: number): string {
  const room = Math.max(Math.floor(width / letter), 2)
  return name.length <= room ? name : `${name.slice(0, room - 1).trimEnd()}…`
}

/** Recharts puts labels beside its axes for text that runs to the right. */
const axesStyle = { direction: 'ltr' } as const

const margin = { top: 8, bottom: 0, left: 0, right: 0 }
