import {
  type Resource,
  validateNew,
  type ActionDeclaration,
  type Field,
  type Fields,
  actionNamed,
  isSecret,
} from '#schema'

import { confirmPassword, conflict, forbidden, invalid, notFound } from '../../kernel/errors.ts'
import type { Scope } from '../write/transact.ts'
import type { Stored } from '../read/record.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { type AuditEntry, withoutSecrets } from '../../audit/audit.ts'
import { contextOf } from '../write/table.ts'
import { assertStorable, checkReferences } from '../write/validateWrite.ts'
import type { Row } from '../read/select.ts'

type Handler = (call: { records: Stored[]; input: Row | undefined }, context: object) => unknown

/** The declared action of that name. 404 when there is none. */
export function actionOf(resource: Resource, name: string): ActionDeclaration {
  const action = actionNamed(resource, name)
  if (!action) throw notFound()
  return action
}

export interface Acted {
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
): Promise<Acted> {
  const { backend, user, author, sql } = scope
  const action = actionOf(resource, name)
  if (!user.permissions.has(action.permission)) throw forbidden()
  if (action.reauthenticate && !scope.isConfirmed) throw confirmPassword()
  if (action.when && !action.when(record)) {
    throw conflict(msg('is_not_possible_for_this_record_now', { action: action.label }))
  }
  const fields: Fields = action.input ?? {}
  const { values, errors } = validateNew(fields, user, body ?? {})
  if (errors) throw invalid(errors)
  assertStorable(backend.business, values, fields)
  await checkReferences(backend, { ...resource, fields }, user, values, sql)
  const handlers = handlersOf(backend.business.behaviors[resource.name])
  const handler = handlers[name]
  if (!handler) throw new Error(`${resource.name}.${name}: the action has no handler`)
  const nested = scope.unitOfWork.nested()
  const context = contextOf({ ...scope, unitOfWork: nested })
  const answer = await handler({ records: [record], input: action.input && values }, context)
  const written = nested.audited
  const { id } = record
  const isUndoable = isUndoableChange(resource, id, written)
  const changes = isUndoable
    ? written.map((one) => ({ ...one, detail: { action: name } }))
    : written
  const entry = { ...author, action: name, resource: resource.name, record_id: id }
  const { version } = record
  scope.unitOfWork.join(nested, changes)
  scope.unitOfWork.audit({ ...entry, version, detail: withoutSecrets(fields, values) })
  return { answer, version: isUndoable ? written.at(-1)?.version : undefined }
}

/** Whether an action changed its own record alone, and a field that people set: nothing else is taken back with it. */
function isUndoableChange(resource: Resource, id: number, written: readonly AuditEntry[]): boolean {
  const isOwn = (one: AuditEntry) =>
    one.action === 'update' && one.resource === resource.name && one.record_id === id
  const names = written.flatMap((one) => Object.keys({ ...one.before, ...one.after }))
  const fields = names.flatMap((name): Field[] => resource.fields[name] ?? [])
  return (
    written.every(isOwn) &&
    !fields.some(isSecret) &&
    fields.some(({ options }) => !options.computed)
  )
}

function handlersOf(behavior: object | undefined): Record<string, Handler> {
  return behavior && 'actions' in behavior ? (behavior.actions as Record<string, Handler>) : {}
}
