import { forbidden, type Behavior } from '#server'
import { systemBehaviors } from '#system/server'

import type { user } from './user.ts'
import { msg } from '../msg.server.ts'

/** What would let people send is for somebody else to change. */
export const userBehavior: Behavior<typeof user> = {
  ...systemBehaviors.users,
  beforeUpdate(changes, record, context) {
    if (record.id === context.user.id && 'is_sender' in changes) {
      throw forbidden(msg('ask_another_administrator_to_change_whether_you'))
    }
    return systemBehaviors.users.beforeUpdate(changes, record, context)
  },
}
