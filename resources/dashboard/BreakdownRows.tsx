import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { lazy, Suspense } from 'react'
import { Link as RouterLink } from 'react-router-dom'

import { numberText, useT } from '#browser'

import type { Breakdown, BreakdownPart } from './leadNumbers.ts'
import english from '../translations/en/console.json'

const BreakdownChart = lazy(async () => ({
  default: (await import('./BreakdownChart.tsx')).BreakdownChart,
}))

export type Part = keyof Breakdown

export interface RowsProps {
  /** The first and the last day shown. */
  span: readonly [string | undefined, string | undefined]
  part: BreakdownPart
  name: Part
  caption: string
}

export function BreakdownRows({ part, name, span, caption }: RowsProps) {
  const t = useT(english)
  const rows = [
    ...part.rows.map((row) => ({ ...row, label: row.label || t('dashboard.without') })),
    ...(part.others > 0 ? [{ id: null, label: t('dashboard.others'), count: part.others }] : []),
  ]
  if (rows.length === 0) {
    return <Typography color="text.secondary">{t('dashboard.no_leads')}</Typography>
  }
  const [from, to] = span
  const addressOf = (id: number) => {
    const filter = {
      [name]: String(id),
      created_at_from: from,
      created_at_to: to,
      is_test: 'false',
    }
    return `/lead/search?filter=${encodeURIComponent(JSON.stringify(filter))}`
  }
  return (
    // A caption that is out of sight would take the widths of the columns away in Chromium.
    <Box component="table" aria-label={caption} sx={tableStyle}>
      <tbody>
        {rows.map(({ id, label, count }, at) => (
          <tr key={label}>
            <th scope="row" title={label}>
              {id === null ? (
                label
              ) : (
                <Link component={RouterLink} to={addressOf(id)} underline="hover" color="inherit">
                  {label}
                </Link>
              )}
            </th>
            {at === 0 && (
              <td rowSpan={rows.length} aria-hidden="true" className="bars">
                <Suspense>
                  <BreakdownChart rows={rows} rowHeight={rowHeight} />
                </Suspense>
              </td>
            )}
            <td>{numberText(count)}</td>
          </tr>
        ))}
      </tbody>
    </Box>
  )
}

const rowHeight = 30

const tableStyle = {
  width: '100%',
  tableLayout: 'fixed',
  borderSpacing: 0,
  fontSize: '0.875rem',
  '& tr': { height: rowHeight },
  '& th': {
    width: { xs: '44%', sm: '30%' },
    p: 0,
    paddingInlineEnd: 1.5,
    fontWeight: 400,
    textAlign: 'start',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& td': {
    p: 0,
    width: { xs: '20%', sm: '12%' },
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
  },
  '& td.bars': { width: { xs: '36%', sm: '58%' } },
}
