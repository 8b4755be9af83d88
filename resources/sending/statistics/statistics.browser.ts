import { lazyScreen, type Screen } from '#browser'

import english from '../../translations/en/screens.json'

/** FTD statistics of all departments (product.md 9.4); the list of departments leads to it. */
export const statisticsScreen: Screen = {
  name: 'ftd_statistics',
  label: english['screens.ftd_statistics'],
  path: 'broker/department/statistics',
  permission: 'broker.department.ftd.view',
  Page: lazyScreen(async () => (await import('./views/StatisticsPage.tsx')).StatisticsPage),
}
