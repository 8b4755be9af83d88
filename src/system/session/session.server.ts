import { checkRank, deviceOf, endSession, type Behavior } from '#server'

import { msg } from '../../texts/serverMsg.ts'
import type { session } from './session.ts'

export const sessionBehavior = {
  view: `
    select id, created_at, last_used_at as updated_at, 1 as version, user_id as "user",
      user_agent as browser, ip, last_used_at, expires_at
    from sessions where expires_at > now()`,

  present(entry) {
    const { browser: program, system } = deviceOf(entry.browser)
    return { ...entry, browser: msg('program_and_system', { program, system }) }
  },

  actions: {
    async end({ records: [one] }, context) {
      if (!one) return
      await checkRank(context, one.user)
      await endSession(context.sql, one.id)
    },
  },
} satisfies Behavior<typeof session>
