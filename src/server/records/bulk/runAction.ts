import {
  mapValues,
  type Resource,
  validateNew,
  type ActionDeclaration,
  type Field,
  type Fields,
  actionNamed,
  actionRule,
  isMasked,
  isPossible,
  isSecret,
  mayRead,
  refusedBy,
  shown,
  stateAfter,
  type Moves,
  type User,
} from '#schema'

import type { LeftOut } from '../../kernel/behavior/handlers.ts'
import { confirmPassword, conflict, forbidden, invalid, notFound } from '../../kernel/errors.ts'
import type { Scope } from '../write/transact.ts'
import { countDisclosure } from '../read/disclosures.ts'
import { letsIn, type Stored } from '../read/record.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { type AuditEntry, withoutSecrets } from '../../audit/audit.ts'
import { checkedAnswer, checkReferences } from '../write/validation/validateWrite.ts'
import { contextOf } from '../write/hooks.ts'
import { applyChanges } from '../write/write.ts'
import { assertStorable } from '../write/validation/forbiddenText.ts'
import { handled } from '../write/validation/problems.ts'
import type { Row } from '../read/select.ts'
import { withQuicker } from './quicker.ts'

type Handler = (call: { records?: Stored[]; input: Row | undefined }, context: object) => unknown

/** The declared action of that name. 404 when there is none. */
export function actionOf(resource: Resource, name: string): ActionDeclaration {
  const action = actionNamed(resource, name)
  if (!action) throw notFound()
  return action
}

export interface ActionOutcome {
  /** What the handler answered. */
  readonly answer: unknown
  /** The version that the action gave its record, where it can be undone; undefined when it changed nothing. */
  readonly version: number | undefined
}

/** Runs a declared action on a locked record: permission, input, handler, audit. */
export async function runAction(
  resource: Resource,
  name: string,
  record: Stored,
  body: unknown,
  scope: Scope,
): Promise<ActionOutcome> {
  const { backend, user, author, sql } = scope
  const action = actionOf(resource, name)
  if (!(await letsIn(resource, actionRule(action)(user), record, sql))) throw forbidden()
  if (action.reauthenticate && !scope.isConfirmed) throw confirmPassword()
  if (!isPossible(action, record, user)) {
    const refusals = new Map([[record.id, whyNot(resource, action, record, user)]])
    for (const [, refusal] of await withQuicker(resource, refusals, scope)) throw conflict(refusal)
  }
  const { input, audited } = await givenTo(resource, action, body, scope)
  if (action.discloses) await countDisclosure(scope)
  const handler = handlersOf(backend.business.behaviors[resource.name])[name]
  if (!handler && !action.moves) {
    throw new Error(`${resource.name}.${name}: the action has no handler`)
  }
  const nested = scope.unitOfWork.nested()
  const within = { ...scope, unitOfWork: nested }
  const current = action.moves ? await move(resource, action.moves, record, within) : record
  const answer = await handled(resource, async () =>
    handler?.({ records: [current], input }, contextOf(within)),
  )
  const written = nested.audited
  const { id } = record
  const reason = leftOutBy(answer).get(id)
  if (reason !== undefined) throw conflict(reason)
  const isUndoable = isUndoableChange(resource, id, written)
  const changes = isUndoable
    ? written.map((one) => ({ ...one, detail: { ...one.detail, action: name } }))
    : written
  const entry = { ...author, action: name, resource: resource.name, record_id: id }
  const { version } = record
  scope.unitOfWork.join(nested, changes)
  scope.unitOfWork.audit({ ...entry, version, detail: audited })
  return {
    answer: shownAnswer(resource, name, answer, scope),
    version: isUndoable ? written.at(-1)?.version : undefined,
  }
}

/** What a handler that is given many records has left out of them. */
export const leftOutBy = (answer: unknown): LeftOut =>
  answer instanceof Map ? (answer as LeftOut) : nothing

const nothing: LeftOut = new Map()

/** Runs a declared action that has no record: permission, input, handler, audit. Returns what it answers. */
export async function runListAction(
  resource: Resource,
  name: string,
  body: unknown,
  scope: Scope,
): Promise<unknown> {
  const { backend, user, author } = scope
  const action = actionOf(resource, name)
  if (actionRule(action)(user) !== true) throw forbidden()
  if (action.reauthenticate && !scope.isConfirmed) throw confirmPassword()
  const { input, audited } = await givenTo(resource, action, body, scope)
  if (action.discloses) await countDisclosure(scope)
  const handler = handlersOf(backend.business.behaviors[resource.name])[name]
  if (!handler) throw new Error(`${resource.name}.${name}: the action has no handler`)
  const answer = await handled(resource, async () => handler({ input }, contextOf(scope)))
  scope.unitOfWork.audit({ ...author, action: name, resource: resource.name, detail: audited })
  return shownAnswer(resource, name, answer ?? {}, scope)
}

/** What an action was given, as its handler gets it and as the audit log may hold it. Throws 422. */
export async function givenTo(
  resource: Resource,
  { input }: ActionDeclaration,
  body: unknown,
  { backend, user, sql }: Scope,
) {
  const fields: Fields = input ?? {}
  const { values, errors } = validateNew(fields, user, body ?? {})
  const refused = errors ?? refusedBy({ name: resource.name, fields }, values, given)
  if (refused) throw invalid(refused)
  assertStorable(backend.business, values, fields)
  await checkReferences(backend, { ...resource, fields }, user, values, sql)
  return { input: input && values, audited: auditedInput(fields, values) }
}

/** Of what is shown masked the log holds the mask: what an action was given belongs to no record, and goes with none. */
const auditedInput = (fields: Fields, values: Row): Row =>
  mapValues(withoutSecrets(fields, values), (value, name) => {
    const field = fields[name]
    return field && isMasked(field) ? shown(field, value) : value
  })

/** What an action answers, as far as the user may read it, masked as everywhere. Throws for a value that the declaration does not take. */
function shownAnswer(
  resource: Resource,
  name: string,
  answer: unknown,
  { backend, user }: Scope,
): unknown {
  const fields: Fields | undefined = actionOf(resource, name).answer
  if (!fields) return answer
  const { isDevelopment } = backend.config
  // A list that a person must fill may be empty in an answer.
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0
  const empty = Object.entries(Object(answer)).filter(([, value]) => isEmpty(value))
  const hook = { resource: { ...resource, fields }, name, given: Object.fromEntries(empty) }
  const values = Object.entries(checkedAnswer({ ...hook, isDevelopment }, answer))
  return Object.fromEntries(
    values.flatMap(([one, value]) => {
      const field = fields[one]
      const isShown = field && value !== undefined && mayRead(user, field)
      return isShown ? [[one, shown(field, value)]] : []
    }),
  )
}

const given = { isGiven: () => true, isKnown: () => true }

/** Moves a locked record to the state that comes next by an action. */
function move(resource: Resource, moves: Moves, record: Stored, scope: Scope): Promise<Stored> {
  const { field } = moves
  const changes = { [field]: stateAfter(moves, record) }
  const isGiven = (name: string) => name === field
  const errors = refusedBy(resource, { ...record, ...changes }, { ...given, isGiven })
  if (errors) throw invalid(errors, Object.values(errors)[0]?.[0])
  return applyChanges(resource, record, changes, scope, { asAction: true })
}

/** Why an action cannot be done to a record: by its state, as far as the user may know it. */
export function whyNot(
  { fields, one, closed }: Resource,
  { label, moves, refusal }: ActionDeclaration,
  record: Stored,
  user: User,
): string {
  const told = closed?.when(record as never) ? closed.refusal : refusal
  if (told !== undefined) return told
  const field = moves && fields[moves.field]
  if (!moves || stateAfter(moves, record) !== undefined || !mayRead(user, field)) {
    return msg('is_not_possible_for_this_record_now', { action: label })
  }
  const named = (states: readonly string[]) =>
    [...new Set(states)].map((state) => String(field.choices[state]).toLowerCase()).join(', ')
  return msg('the_thing_is_in_another_state', {
    thing: one.toLowerCase(),
    state: named([String(record[moves.field])]),
    target: named(Object.values(moves.to)),
    states: named(Object.keys(moves.to)),
  })
}

/**
 * Whether an action changed its own record alone, and a field that people set: nothing else is taken back with it. A state goes
 * back by actions only, of which others may have heard.
 */
export function isUndoableChange(
  resource: Resource,
  id: number,
  written: readonly AuditEntry[],
): boolean {
  const isOwn = (one: AuditEntry) =>
    one.action === 'update' && one.resource === resource.name && one.record_id === id
  const names = written.flatMap((one) => Object.keys({ ...one.before, ...one.after }))
  const actions = Object.values<ActionDeclaration>(resource.actions ?? {})
  const isState = (name: string) => actions.some(({ moves }) => moves?.field === name)
  const fields = names.flatMap((name): Field[] => resource.fields[name] ?? [])
  return (
    written.every(isOwn) &&
    !names.some(isState) &&
    !fields.some(isSecret) &&
    fields.some(({ options }) => !options.computed)
  )
}

export function handlersOf(behavior: object | undefined): Record<string, Handler> {
  return behavior && 'actions' in behavior ? (behavior.actions as Record<string, Handler>) : {}
}
