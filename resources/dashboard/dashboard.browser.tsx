import { lazyScreen, type Screen } from '#browser'

/** The numbers of the last days (specification 1, product.md 11.2). */
export const dashboardScreen: Screen = {
  name: 'dashboard',
  label: 'Dashboard',
  path: 'dashboard',
  permission: 'dashboard.view',
  group: 'Dashboard',
  icon: 'dashboard',
  Page: lazyScreen(async () => (await import('./Dashboard.tsx')).Dashboard),
}
