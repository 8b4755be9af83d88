import BarChartIcon from '@mui/icons-material/BarChart'
import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'

import { useT, useUser } from '#browser'

import english from '../../../translations/en/statistics.json'
import { statisticsScreen } from '../statistics.browser.ts'

/** The way from the list of departments to their statistics, for those who may go. */
export function StatisticsButton() {
  const t = useT(english)
  if (!useUser().permissions.has(statisticsScreen.permission)) return null
  return (
    <Button component={Link} to={`/${statisticsScreen.path}`} startIcon={<BarChartIcon />}>
      {t('statistics.title')}
    </Button>
  )
}
