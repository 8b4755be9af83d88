import { plainText } from '#schema'
import type { Context } from '#server'

import { rulesOf } from '../answer/matchRules.server.ts'
import { withoutContacts } from '../answer/withoutContacts.ts'
import { withoutLinks } from '../answer/withoutLinks.ts'
import type { Called } from '../answer/calledOf.server.ts'
import type { Integration } from '../integration.ts'
import type { LoadedIntegration } from '../loadForCall.server.ts'
import { proposeRule } from '../answer/proposeRule.ts'

export type User = Context['user']

/** What came of a call, without links and contacts: who may see these reveals them where the call is kept. */
export function reportOf(called: Called, { rules }: Integration, user: User) {
  if ('refused' in called) {
    const outcome = { outcome: 'refused', failure_status: called.refused, message: called.message }
    return { outcome, rows: [], proposal: [] }
  }
  const { answer, outcome, built } = called
  const { link, ...rest } = outcome
  const rule = rulesOf(rules).find(({ number }) => number === outcome.rule)
  const rows = rule ? rule.conditions.map((_, at) => rule.number + at) : []
  const mayRead = user.permissions.has('lead.history.payload.view')
  const shownBody = (body: string) =>
    plainText(withoutLinks(withoutContacts(body, mayRead ? 20_000 : undefined)))
  return {
    outcome: { ...rest, has_link: link !== undefined },
    rows,
    ...(answer && {
      answer: answer.kind === 'answer' ? { ...answer, body: shownBody(answer.body) } : answer,
    }),
    proposal:
      // Of a login that failed there is no rule to make: it answers another call.
      built && answer.kind === 'answer' && mayRead
        ? proposeRule({ ...answer, body: shownBody(answer.body) })
        : [],
  }
}

export const namesOnly = ({ secrets: { headers } }: LoadedIntegration) => ({ headers })
