import { actionNamed, actionRule, isSecret, type Resource } from '#schema'

import { confirmPassword, conflict, forbidden, RequestError } from '../../kernel/errors.ts'
import { eachLetIn, type Stored } from '../read/record.ts'
import type { Row } from '../read/select.ts'
import type { Scope } from '../write/transact.ts'
import { msg } from '../../../texts/serverMsg.ts'

export interface WrittenChange {
  /** The values before it. */
  readonly before: Row
  /** The action that made it; null for an edit. */
  readonly action: string | null
}

/** Why a change is not taken back, for every user alike. */
export function whyNot(
  { fields }: Resource,
  change: WrittenChange | undefined,
): RequestError | undefined {
  if (!change) return conflict(msg('only_your_own_last_change_can_be'))
  const names = Object.keys(change.before)
  if (names.length === 0) return conflict(msg('what_an_action_did_goes_back'))
  return names.some((name) => isSecret(fields[name]))
    ? conflict(msg('the_value_before_was_a_secret_which'))
    : undefined
}

/** Why the user may not change back what was done to some records, by their ids: who may do it may undo it. */
export async function refusalsOf(
  resource: Resource,
  records: readonly Stored[],
  written: ReadonlyMap<number, WrittenChange>,
  scope: Scope,
): Promise<Map<number, RequestError>> {
  const refusals = new Map<number, RequestError>()
  for (const action of new Set(records.map(({ id }) => written.get(id)?.action ?? null))) {
    const own = records.filter(({ id }) => (written.get(id)?.action ?? null) === action)
    const { rule, isAsked } = rightOf(resource, action, scope)
    const letIn = await eachLetIn(resource, rule, own, scope.sql)
    if (isAsked && letIn.includes(true)) throw confirmPassword()
    own.forEach(({ id }, place) => letIn[place] || refusals.set(id, forbidden()))
  }
  return refusals
}

/** What lets a user do again what they did, and whether it asks for the password now. */
function rightOf(resource: Resource, name: string | null, { user, isConfirmed }: Scope) {
  if (name === null) return { rule: resource.access.edit(user), isAsked: false }
  const action = actionNamed(resource, name)
  const rule = action !== undefined && actionRule(action)(user)
  const isAsked = action?.reauthenticate === true && !isConfirmed
  return { rule, isAsked }
}
