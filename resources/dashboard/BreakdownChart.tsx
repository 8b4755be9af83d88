import { useTheme } from '@mui/material/styles'
import { Bar, BarChart, ResponsiveContainer, XAxis, YAxis } from 'recharts'

interface ChartProps {
  rows: readonly { readonly label: string; readonly count: number }[]
  /** Pixels of one row. */
  rowHeight: number
}

/** Horizontal bars, one for each row of the table that they stand in. */
export function BreakdownChart({ rows, rowHeight }: ChartProps) {
  const { palette, direction } = useTheme()
  return (
    <ResponsiveContainer width="100%" height={rows.length * rowHeight}>
      <BarChart data={[...rows]} layout="vertical" margin={margin} accessibilityLayer={false}>
        <XAxis type="number" hide reversed={direction === 'rtl'} />
        <YAxis type="category" dataKey="label" hide />
        <Bar
          dataKey="count"
          fill={palette.primary.main}
          background={{ fill: palette.action.hover, radius: 3 }}
          radius={3}
          barSize={12}
          isAnimationActive={false}
        />
      </BarChart>
    </ResponsiveContainer>
  )
}

const margin = { top: 0, bottom: 0, left: 0, right: 0 }
