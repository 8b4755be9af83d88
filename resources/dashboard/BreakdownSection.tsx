import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useId } from 'react'
import { useStore } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'

import { Failed, numberText, problemOf, useApiQuery, useT, useUser, Waiting } from '#browser'
import type { Period } from '#schema'

import type { Breakdown, BreakdownPart } from './leadNumbers.ts'
import english from '../translations/en/console.json'

const BreakdownChart = lazy(async () => ({
  default: (await import('./BreakdownChart.tsx')).BreakdownChart,
}))

interface SectionProps {
  days: Period
  /** The first and the last day shown. */
  span: readonly [string | undefined, string | undefined]
}

type Part = keyof Breakdown

/** The leads of the period by source, country or status. */
export function BreakdownSection({ days, span }: SectionProps) {
  const t = useT(english)
  const { id } = useUser()
  const headingId = useId()
  const [chosen, choose] = useStore<Part>('dashboard.part', 'source')
  const { data, error, isPending, errorUpdateCount, refetch } = useApiQuery<Breakdown>({
    queryKey: ['leads', 'breakdown', id, days],
    path: `/dashboard/leads?days=${days}`,
    placeholderData: (before) => before,
  })
  const labels = {
    source: t('dashboard.by_source'),
    country: t('dashboard.by_country'),
    status: t('dashboard.by_status'),
  }
  const open = (Object.keys(labels) as Part[]).filter((part) => data?.[part])
  const name = open.includes(chosen) ? chosen : open[0]
  const part = name && data?.[name]
  const problem = error && problemOf(error)
  // Who may see none of it is told of none of it; whom no answer reaches is told that.
  const isAskedAgain = isPending && errorUpdateCount > 0
  if (!part && !isAskedAgain && !(problem && unanswered.has(problem.status))) return null
  return (
    <Card component="section" aria-labelledby={headingId} sx={{ p: 2.5, minWidth: 0 }}>
      <Box sx={headStyle}>
        <Typography id={headingId} component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
          {t('dashboard.breakdown')}
        </Typography>
        {part && (
          <ToggleButtonGroup
            exclusive
            size="small"
            value={name}
            aria-labelledby={headingId}
            onChange={(_event, next: Part | null) => next && choose(next)}
          >
            {open.map((one) => (
              <ToggleButton key={one} value={one} sx={{ textTransform: 'none', px: 1.5 }}>
                {labels[one]}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        )}
      </Box>
      {name && part && <Rows {...{ part, name, span }} caption={labels[name]} />}
      {isAskedAgain && <Waiting />}
      {problem && <Failed problem={problem} onRetry={() => void refetch()} />}
    </Card>
  )
}

/** No answer at all, or that of a server which is busy. */
const unanswered: ReadonlySet<number> = new Set([0, 503])

interface RowsProps extends Pick<SectionProps, 'span'> {
  part: BreakdownPart
  name: Part
  caption: string
}

function Rows({ part, name, span, caption }: RowsProps) {
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

const headStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 1,
  mb: 2,
}
