import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { lazy, Suspense } from 'react'

import {
  dayText,
  Failed,
  momentText,
  numberText,
  problemOf,
  useApiQuery,
  useSettled,
  useT,
  Waiting,
} from '#browser'

import english from '../../../translations/en/statistics.json'
import type { Statistics } from '../statistics.ts'
import { isOfTime, type Grouping } from '../groupings.ts'
import type { ChartPart } from './StatisticsChart.tsx'
import { partName, StatisticsTable } from './StatisticsTable.tsx'
import { StatisticsTools } from './StatisticsTools.tsx'
import { queryOf, type StatisticsChoice } from './statisticsChoice.browser.ts'

const StatisticsChart = lazy(async () => ({
  default: (await import('./StatisticsChart.tsx')).StatisticsChart,
}))

interface PartProps {
  /** Where the numbers are asked for. */
  path: string
  chosen: StatisticsChoice
  onChoose(change: Partial<StatisticsChoice>): void
  without?: readonly Grouping[]
}

const none: readonly Grouping[] = []

/** FTD statistics: what they are of, as a chart and as a table (product.md 9.4). */
export function StatisticsPart({ path, chosen, onChoose, without = none }: PartProps) {
  const t = useT(english)
  const query = queryOf(chosen)
  const {
    data: statistics,
    error,
    refetch,
    isPlaceholderData,
  } = useApiQuery<Statistics>({
    queryKey: ['send_days', path, query],
    path: `${path}?${query}`,
    placeholderData: (before) => before,
  })
  const headings = [chosen.by, chosen.then_by].flatMap((one) =>
    one === '' ? [] : [t(`statistics.${one}`)],
  )
  const data = useSettled(statistics)
  const problem = error && problemOf(error)
  const isCourse = isOfTime(chosen.by)
  const hasSecond = data?.rows.some(({ second }) => second)
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <StatisticsTools
        {...{ chosen, onChoose, without }}
        days={data && { from: data.from, to: data.to }}
      />
      {problem && (
        <Failed
          problem={problem}
          // What was chosen wrongly is refused again.
          {...(problem.status !== 422 && { onRetry: () => void refetch() })}
        />
      )}
      {!error && !data && <Waiting />}
      {!error && data && (
        <>
          <Typography variant="body2" color="text.secondary" role="status">
            {t('statistics.days', {
              from: dayText(data.from),
              to: dayText(data.to),
              zone: data.zone,
            })}{' '}
            {t(
              chosen.basis === 'send' ? 'statistics.basis_send_help' : 'statistics.basis_ftd_help',
            )}{' '}
            {data.as_of
              ? t('statistics.as_of', { time: momentText(data.as_of) })
              : t('statistics.lag')}
          </Typography>
          {data.is_cut && (
            <Alert severity="info">
              {t('statistics.cut', { count: numberText(data.rows.length) })}
            </Alert>
          )}
          {data.rows.length === 0 ? (
            <Card sx={{ p: 4, textAlign: 'center' }}>{t('statistics.empty')}</Card>
          ) : (
            <>
              <Card sx={{ p: 2 }} aria-hidden>
                <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
                  {t(isCourse ? 'statistics.chart_course' : 'statistics.chart')}
                </Typography>
                <Box sx={{ height: 220 }}>
                  <Suspense>
                    <StatisticsChart
                      parts={partsOf(data, t('statistics.none'))}
                      {...{ isCourse }}
                    />
                  </Suspense>
                </Box>
              </Card>
              <Card>
                <StatisticsTable
                  found={data}
                  headings={hasSecond ? headings : headings.slice(0, 1)}
                  {...(!isPlaceholderData && { groupings: [chosen.by, chosen.then_by] })}
                />
              </Card>
            </>
          )}
        </>
      )}
    </Box>
  )
}

/** As many as a chart has room for. */
const maxParts = 31

/** The first grouping alone, added up over the second. */
function partsOf({ rows }: Statistics, none: string): ChartPart[] {
  const parts = new Map<string, ChartPart>()
  for (const { part, accepted, ftds } of rows) {
    const label = partName(part, none)
    const before = parts.get(label) ?? { label, accepted: 0, ftds: 0 }
    parts.set(label, { label, accepted: before.accepted + accepted, ftds: before.ftds + ftds })
  }
  return [...parts.values()].slice(0, maxParts)
}
