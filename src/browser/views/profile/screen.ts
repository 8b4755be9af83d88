import type { Screen } from '../screens/screens.tsx'
import { lazyScreen } from '../../ui/states/lazyScreen.ts'
import english from '../../../texts/common.json'

/** The user's own page (product.md 11.9), reached from the user menu. */
export const profileScreen: Screen = {
  name: 'profile',
  label: english['screens.profile'],
  path: 'profile',
  permission: 'user.profile.view',
  icon: 'person',
  Page: lazyScreen(async () => (await import('./ProfilePage.tsx')).ProfilePage),
}
