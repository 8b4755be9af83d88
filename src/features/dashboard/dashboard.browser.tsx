import { lazyScreen } from '../../browser/ui/states/Loading.tsx'
import type { Feature } from '../../browser/views/slots.ts'

/** The dashboard of every business that declares cards and brings none of its own. */
export const dashboard: Feature = {
  screens: [
    {
      name: 'dashboard',
      label: 'Dashboard',
      path: 'dashboard',
      permission: 'dashboard.view',
      group: 'Dashboard',
      icon: 'dashboard',
      isNeeded: (resources) => resources.some(({ cards }) => cards !== undefined),
      Page: lazyScreen(async () => (await import('./CardsPage.tsx')).CardsPage),
    },
  ],
}
