import BarChartIcon from '@mui/icons-material/BarChart'
import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'

import { lazyScreen, useT, useUser, type Screen } from '#browser'

import english from '../../translations/en/screens.json'

/** FTD statistics of all departments (product.md 9.4); the list of departments leads to it. */
export const statisticsScreen: Screen = {
  name: 'ftd_statistics',
  label: english['screens.ftd_statistics'],
  path: 'broker/department/statistics',
  permission: 'broker.department.ftd.view',
  icon: 'category',
  Page: lazyScreen(async () => (await import('./views/StatisticsPage.tsx')).StatisticsPage),
}

/** The way there from the list of departments, for those who may go. */
export function StatisticsButton() {
  const t = useT(words)
  if (!useUser().permissions.has(statisticsScreen.permission)) return null
  return (
    <Button component={Link} to={`/${statisticsScreen.path}`} startIcon={<BarChartIcon />}>
      {t('statistics.title')}
    </Button>
  )
}

const words = { 'console.statistics.title': 'FTD statistics' } as const
