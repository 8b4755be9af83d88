import { plainText } from '#schema'
import type { Backend } from '#server'

import type { SendLead } from '../request/buildRequest.server.ts'
import { knownVariables } from '../request/variables.ts'
import { seenLead } from './trialLead.server.ts'
import { syntheticLead } from './syntheticLead.server.ts'
import type { User } from './trialReport.server.ts'

interface TrialLead {
  readonly lead?: number | undefined
  readonly typed?: Readonly<Record<string, string>> | undefined
}

export async function leadFor(
  user: User,
  { lead, typed }: TrialLead,
  backend: Backend,
): Promise<SendLead> {
  const chosen = lead === undefined ? syntheticLead : await seenLead(backend, user, lead)
  return withTyped(chosen, typed)
}

const linked = new Set(['id', 'country', 'language'])

/** Without the signs that no lead can hold. */
export const withTyped = (lead: SendLead, typed: TrialLead['typed'] = {}): SendLead => ({
  ...lead,
  ...Object.fromEntries(
    Object.entries(typed)
      .filter(([name]) => knownVariables.has(name) && !linked.has(name))
      .map(([name, value]) => [name, plainText(value)]),
  ),
})
