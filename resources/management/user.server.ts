import { forbidden, type Behavior } from '#server'
import { userBehavior as systemBehavior } from '#system/server'

import type { user } from './user.ts'
import { msg } from '../msg.ts'

/** What would let people send is for somebody else to change. */
export const userBehavior: Behavior<typeof user> = {
  ...systemBehavior,
  beforeUpdate(changes, record, context) {
    if (record.id === context.user.id && 'is_sender' in changes) {
      throw forbidden(msg('ask_another_administrator_to_change_whether_you'))
    }
    return systemBehavior.beforeUpdate(changes, record, context)
  },
}
