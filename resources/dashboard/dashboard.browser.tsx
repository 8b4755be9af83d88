import { lazyScreen, type Screen } from '#browser'

import english from '../translations/en/screens.json'

/** The numbers of the last days (specification 1, product.md 11.2). */
export const dashboardScreen: Screen = {
  name: 'dashboard',
  label: english['screens.dashboard'],
  path: 'dashboard',
  permission: 'dashboard.view',
  group: 'Dashboard',
  icon: 'dashboard',
  Page: lazyScreen(async () => (await import('./Dashboard.tsx')).Dashboard),
}
