import { useTheme } from '@mui/material/styles'

const daysShown = 7

const points = Array.from({ length: daysShown }, (_, index) => (index / (daysShown - 1)) * 100)

/** Seven daily points of nothing, where the series is going to be. */
export function PlaceholderSeries() {
  const { divider } = useTheme().palette
  return (
    <svg width="100%" height="100%" data-testid="placeholder" style={{ overflow: 'visible' }}>
      <line x1="0" x2="100%" y1="50%" y2="50%" stroke={divider} strokeWidth="2" />
      {points.map((x) => (
        <circle key={x} cx={`${x}%`} cy="50%" r="3" fill={divider} />
      ))}
    </svg>
  )
}
