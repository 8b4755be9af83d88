import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useStore } from 'react-admin'

import { Failed, problemOf, useApiQuery, useT, useUser, Waiting } from '#browser'
import type { Period } from '#schema'

import type { Breakdown } from './leadNumbers.ts'
import { type Part, type RowsProps, BreakdownRows } from './BreakdownRows.tsx'
import english from '../translations/en/console.json'

interface SectionProps {
  days: Period
  span: RowsProps['span']
}

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
      {name && part && <BreakdownRows {...{ part, name, span }} caption={labels[name]} />}
      {isAskedAgain && <Waiting />}
      {problem && <Failed problem={problem} onRetry={() => void refetch()} />}
    </Card>
  )
}

/** No answer at all, or that of a server which is busy. */
const unanswered: ReadonlySet<number> = new Set([0, 503])

const headStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 1,
  mb: 2,
}
