import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

import { PageTitle, useT, useUser } from '#browser'
import { FileExport } from '#browser/later'

import type { BrokerDepartment } from '../../../brokers/department/brokerDepartment.ts'
import english from '../../../translations/en/statistics.json'
import { fileColumns } from '../statisticsNames.ts'
import { hasCaps } from '../groupings.ts'
import { StatisticsPart } from './StatisticsPart.tsx'
import { queryOf, useStatisticsChoice, type StatisticsChoice } from './statisticsChoice.browser.ts'

const path = '/broker/department/ftd/statistics'

/** FTD statistics of all departments. */
export function StatisticsPage() {
  const t = useT(english)
  const [chosen, choose] = useStatisticsChoice({})
  const title = t('statistics.title')
  return (
    <Box sx={{ display: 'grid', gap: 2, py: 3, minWidth: 0 }}>
      <PageTitle title={title} />
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography component="h1" variant="h5" sx={{ flex: 1 }}>
          {title}
        </Typography>
        <Export chosen={chosen} />
      </Box>
      <StatisticsPart path={path} chosen={chosen} onChoose={choose} />
    </Box>
  )
}

/** For those who may take the numbers along. */
function Export({ chosen }: { chosen: StatisticsChoice }) {
  const t = useT(english)
  const mayExport = useUser().permissions.has('broker.department.ftd.export')
  if (!mayExport) return null
  return (
    <FileExport
      title={t('statistics.export')}
      path={`${path}/export?${queryOf(chosen)}`}
      name="ftd-statistics"
      columns={Object.fromEntries(
        fileColumns
          .filter((name) => name !== 'cap_today' || hasCaps(chosen.by, chosen.then_by))
          .map((name) => [name, t(`statistics.${name}`)]),
      )}
    />
  )
}

export const StatisticsLabel = () => useT(english)('statistics.title')

/** FTD statistics of one department, in its histories. */
export function DepartmentStatistics({ record: { id } }: { record: BrokerDepartment }) {
  const [chosen, choose] = useStatisticsChoice({ by: 'day' })
  const here = chosen.by === 'department' ? { ...chosen, by: 'day' as const } : chosen
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ justifySelf: 'end' }}>
        <Export chosen={{ ...here, department: String(id) }} />
      </Box>
      <StatisticsPart
        path={`/broker/department/${id}/ftd/statistics`}
        chosen={here}
        onChoose={choose}
        without={['department', 'broker', 'company']}
      />
    </Box>
  )
}
