import { actionRule, isPossible, type Resource } from '#schema'

import type { AuditEntry } from '../../audit/audit.ts'
import type { Stored } from '../read/record.ts'
import { conflict } from '../../kernel/errors.ts'
import { skippedBy } from '../write/validation/conflicts.ts'
import type { Scope } from '../write/transact.ts'
import type { Outcome } from '../write/togetherOrEach.ts'
import type { Item } from './item.ts'
import { contextOf } from '../write/hooks.ts'
import { withQuicker } from './quicker.ts'
import { actionOf, givenTo, handlersOf, isUndoableChange, leftOutBy, whyNot } from './runAction.ts'

/**
 * Runs an action on many locked records in one call of its handler, as its declaration says that it may be; those that its
 * `when` leaves out are skipped. Returns undefined where records must be asked one by one, because the rules look at them.
 * Throws what the handler refuses.
 */
export async function runTogether(
  resource: Resource,
  name: string,
  all: readonly Stored[],
  body: unknown,
  scope: Scope,
): Promise<Outcome<Item> | undefined> {
  const { backend, user, author } = scope
  const action = actionOf(resource, name)
  const isForAll = resource.access.show(user) === true && actionRule(action)(user) === true
  const { moves, reauthenticate, discloses } = action
  const asksEach = moves !== undefined || reauthenticate || discloses
  if (action.bulk !== 'together' || !isForAll || asksEach) return undefined
  const handler = handlersOf(backend.business.behaviors[resource.name])[name]
  if (!handler) return undefined
  const { input, audited } = await givenTo(resource, action, body, scope)
  const records = all.filter((one) => isPossible(action, one, user))
  const nested = scope.unitOfWork.nested()
  const context = contextOf({ ...scope, unitOfWork: nested })
  const answer = records.length > 0 && (await handler({ records: [...records], input }, context))
  const leftOut = leftOutBy(answer)
  const refused = all.filter((one) => !isPossible(action, one, user))
  const refusals = await withQuicker(
    resource,
    new Map(refused.map((one) => [one.id, whyNot(resource, action, one, user)])),
    scope,
  )
  const reasonOf = ({ id }: Stored) => refusals.get(id) ?? leftOut.get(id)
  const failures = all.flatMap((one) => {
    const reason = reasonOf(one)
    return reason === undefined ? [] : [skippedBy(one.id, conflict(reason))]
  })
  const known = new Set(records.map(({ id }) => id))
  const written = new Map<number, AuditEntry[]>()
  const entries: AuditEntry[] = []
  for (const one of nested.audited) {
    const id = one.resource === resource.name ? (one.record_id ?? 0) : 0
    const own = written.get(id)
    if (!known.has(id)) entries.push(one)
    else if (own) own.push(one)
    else written.set(id, [one])
  }
  // Of what is written beside the records it is not known to which of them it belongs.
  const isOwnAlone = entries.length === 0
  const done: Item[] = []
  for (const { id, version } of records.filter(({ id: one }) => !leftOut.has(one))) {
    const own = written.get(id) ?? []
    const isUndoable = isOwnAlone && isUndoableChange(resource, id, own)
    entries.push(
      ...own.map((one) => (isUndoable ? { ...one, detail: { ...one.detail, action: name } } : one)),
      { ...author, action: name, resource: resource.name, record_id: id, version, detail: audited },
    )
    done.push({ id, version: isUndoable ? own.at(-1)?.version : undefined })
  }
  scope.unitOfWork.join(nested, entries)
  return { done, failures }
}
