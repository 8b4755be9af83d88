import { kindOf, validateNew, type ActionDeclaration, type Fields, type Resource } from '#schema'

import { recordAudit } from '../audit/audit.ts'
import { confirmPassword, conflict, forbidden, invalid, notFound } from '../errors.ts'
import { contextOf } from './context.ts'
import { assertStorable } from './forbiddenText.ts'
import type { Stored } from './read.ts'
import { checkReferences } from './references.ts'
import type { Row } from './select.ts'
import type { Scope } from './write.ts'

type Handler = (call: { records: Stored[]; input: Row | undefined }, context: object) => unknown

/** The declared action of that name. 404 when there is none. */
export function actionOf(resource: Resource, name: string): ActionDeclaration {
  const actions: Record<string, ActionDeclaration> = resource.actions ?? {}
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) throw notFound()
  return action
}

/** Runs a declared action on locked records: permission, input, handler, audit. Answers what the handler answers. */
export async function runAction(
  resource: Resource,
  name: string,
  records: Stored[],
  body: unknown,
  scope: Scope,
): Promise<unknown> {
  const { backend, user, author, sql } = scope
  const action = actionOf(resource, name)
  if (!user.permissions.has(action.permission)) throw forbidden()
  if (action.reauthenticate && !scope.isConfirmed) throw confirmPassword()
  if (!records.every((record) => action.when?.(record) ?? true)) {
    throw conflict(`"${action.label}" is not possible for this record now.`)
  }
  const fields: Fields = action.input ?? {}
  const { values, errors } = validateNew(fields, user, body ?? {})
  if (errors) throw invalid(errors)
  assertStorable(backend.business, values, fields)
  await checkReferences(backend, { ...resource, fields }, user, values, sql)
  const handlers = handlersOf(backend.business.behaviors[resource.name])
  const handler = handlers[name]
  if (!handler) throw new Error(`${resource.name}.${name}: the action has no handler`)
  const answer = await handler({ records, input: action.input && values }, contextOf(scope))
  const entries = records.map(({ id, version }) => ({
    ...author,
    action: name,
    resource: resource.name,
    record_id: id,
    version,
    detail: told(fields, values),
  }))
  await recordAudit(sql, ...entries)
  return answer
}

/** The input as the audit log may hold it. */
function told(fields: Fields, values: Row): Row {
  const isSecret = (name: string) => fields[name] && kindOf(fields[name]).writeOnly
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isSecret(name) ? '•••' : value]),
  )
}

function handlersOf(behavior: object | undefined): Record<string, Handler> {
  return behavior && 'actions' in behavior ? (behavior.actions as Record<string, Handler>) : {}
}
