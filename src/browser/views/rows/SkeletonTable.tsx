import Box from '@mui/material/Box'
import { type SxProps, type Theme, useTheme } from '@mui/material/styles'

import { useT } from '../../client/i18n/texts.ts'
import { type Density, rowsInSight } from '../list/listAppearance.ts'
import { tableStyle } from './tableStyle.ts'

interface SkeletonProps {
  /** The labels of the columns to come. */
  labels: readonly string[]
  rows: number
  density: Density
  hasBulk: boolean
}

/**
 * Stands where a table will be, as high as it will be, so that nothing moves when the rows come. Of plain elements,
 * because it must be drawn before a quick server answers, and only as many rows as the window shows.
 */
export function SkeletonTable({ labels, rows, density, hasBulk }: SkeletonProps) {
  const t = useT()
  const theme = useTheme()
  const visible = Math.min(rows, rowsInSight(density))
  return (
    <Box role="status" aria-label={t('loading')}>
      <Box aria-hidden sx={[...tableStyle(theme, density, hasBulk), plain] as SxProps<Theme>}>
        <div className="RaDataTable-tableWrapper">
          <table>
            <thead>
              <tr>
                {hasBulk && <th className="RaDataTable-headerCell row-choice" />}
                {labels.map((label) => (
                  <th key={label} className="RaDataTable-headerCell">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: visible }, (_, line) => (
                <tr key={line}>
                  {hasBulk && <td className="RaDataTable-rowCell row-choice" />}
                  {labels.map((label, column) => (
                    <td key={label} className="RaDataTable-rowCell">
                      <div style={{ width: `${45 + ((line * 7 + column * 13) % 45)}%` }} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Box>
    </Box>
  )
}

const plain: SxProps<Theme> = {
  '& .RaDataTable-tableWrapper': { overflow: 'hidden' },
  '& table': { width: '100%' },
  '& th, & td': { borderBottom: 1, borderColor: 'divider' },
  '& th': {
    textAlign: 'start',
    whiteSpace: 'nowrap',
    color: 'text.secondary',
    fontSize: '0.8125rem',
    fontWeight: 600,
  },
  '& td > div': {
    height: '0.75rem',
    borderRadius: 0.5,
    bgcolor: 'action.hover',
    '@media (prefers-reduced-motion: no-preference)': {
      animation: 'waiting 1.6s ease-in-out 0.5s infinite alternate',
    },
  },
  '@keyframes waiting': { to: { opacity: 0.4 } },
}
