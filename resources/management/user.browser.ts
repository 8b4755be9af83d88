import type { Views } from '#browser'
import { systemViews, useFixedOnes } from '#system/browser'

import type { Account, user } from './user.ts'

/** Whether a user may send is changed by those who change the user's roles. */
export const userViews: Views<typeof user> = { ...systemViews.users, useFixed }

function useFixed(record: Account) {
  const fixed = useFixedOnes(record)
  return 'roles' in fixed ? { ...fixed, is_sender: fixed.roles } : fixed
}
