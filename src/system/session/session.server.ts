import { checkRank, deviceOf, endSession, forbidden, type Behavior } from '#server'

import { msg } from '../../texts/serverMsg.ts'
import type { session } from './session.ts'

export const sessionBehavior = {
  view: `
    select id, created_at, last_used_at as updated_at, 1 as version, user_id as "user",
      user_agent as browser, ip, last_used_at, expires_at
    from sessions where expires_at > now()`,

  present(entry) {
    const { browser, system } = deviceOf(entry.browser)
    return { ...entry, browser: `${browser}, ${system}` }
  },

  actions: {
    async end({ records: [one] }, context) {
      if (!one) return
      if (one.user === context.user.id) throw forbidden(msg('end_your_sign_ins_in_your_profile'))
      await checkRank(context, one.user)
      await endSession(context.sql, one.id)
    },
  },
} satisfies Behavior<typeof session>
