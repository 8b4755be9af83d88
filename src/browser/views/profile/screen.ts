import type { Screen } from '../screens/screens.tsx'
import { lazyScreen } from '../../ui/states/lazyScreen.ts'

/** The user's own page (product.md 11.9), reached from the user menu. */
export const profileScreen: Screen = {
  name: 'profile',
  label: 'Profile',
  path: 'profile',
  permission: 'user.profile.view',
  icon: 'person',
  Page: lazyScreen(async () => (await import('./ProfilePage.tsx')).ProfilePage),
}
