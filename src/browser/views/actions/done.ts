import {
  type Field,
  fieldOf,
  type Fields,
  isMasked,
  kindOf,
  type Resource,
  stateAfter,
  targetOf,
} from '#schema'

import { isClosed } from '../../client/records/permitted.ts'
import type { Row } from '../../client/records/row.ts'
import {
  type Action,
  actionOf,
  type ActionRequest,
  type BulkDone,
  type Done,
  type Target,
  type Way,
} from './action.ts'

/** The call that takes an action back; undefined where there is none. Only what hides records can bring them back. */
export function undoOf(
  { resource, action, target }: ActionRequest,
  data: unknown,
): Way | undefined {
  const { api, softDelete } = resource
  const way = wayOf(resource, action)
  if (!way || (way === 'restore' && !softDelete)) return undefined
  const { version, records, job_id } = (data ?? {}) as Partial<BulkDone> & Answered
  if ('list' in target || isClosed(resource, Object(data))) return undefined
  const bulk = `/${api}/bulk/${way}`
  if (job_id !== undefined) return { path: bulk, body: { job_id } }
  if ('record' in target) {
    // What did not change the record must not take back what did.
    if (version === undefined || version === target.record.version) return undefined
    const record = { id: target.record.id, version }
    return { path: `/${api}/${record.id}/${way}`, body: { version }, record }
  }
  if (!records?.length) return undefined
  const body = {
    ids: records.map(({ id }) => id),
    versions: records.map((record) => record.version),
  }
  return { path: bulk, body }
}

/** A change is undone whether an edit or a declared action made it: the server says which versions it made. */
function wayOf({ actions = {} }: Resource, { name }: Action): 'undo' | 'restore' | undefined {
  if (name === 'delete') return 'restore'
  return name === 'update' || Object.hasOwn(actions, name) ? 'undo' : undefined
}

interface Answered {
  readonly version?: number
  readonly job_id?: number
}

/**
 * What an action has done, as far as it may be said again later: nothing that is shown masked or never. What it came to
 * stands before what it was given.
 */
export function doneOf(
  { resource, action, target }: Pick<ActionRequest, 'resource' | 'action' | 'target'>,
  given: Readonly<Record<string, unknown>>,
  answer?: unknown,
  warning?: string,
): Done {
  const outcome = outcomeOf(resource, action, target, Object(answer), warning !== undefined)
  // Of what has come to nothing is said what it came to.
  const values =
    warning === undefined ? { ...outcome, ...moved(resource, action, target), ...given } : outcome
  const fieldNamed = (name: string): Field | undefined =>
    saidFields(resource, action.name)?.[name] ?? fieldOf(resource, name)
  const isOpen = (name: string) => {
    const field = fieldNamed(name)
    return field !== undefined && !kindOf(field).writeOnly && !isMasked(field)
  }
  return {
    resource: resource.name,
    act: action.name,
    ...(warning !== undefined && { warning }),
    ...('count' in target && { count: target.count }),
    fields: Object.keys(values),
    values: Object.fromEntries(Object.entries(values).filter(([name]) => isOpen(name))),
  }
}

/** The state that a record comes to by an action which says no more of what it has done. */
function moved(resource: Resource, { name }: Action, target: Target): Partial<Row> {
  const { moves, done } = actionOf(resource, name) ?? {}
  const isSaid = moves && done === undefined && 'record' in target
  return isSaid ? { [moves.field]: stateAfter(moves, target.record) } : {}
}

/** The fields of what an action asks for and answers, and of the state that it sets. */
export function saidFields(resource: Resource, name: string): Fields | undefined {
  const { input, answer, moves } = actionOf(resource, name) ?? {}
  const { [moves?.field ?? '']: state } = resource.fields
  if (!input && !answer) return undefined
  return { ...(moves && state && { [moves.field]: state }), ...answer, ...input }
}

/** What the handler of an action answered, or which record an edited one has become, by which it is closed. */
function outcomeOf(
  resource: Resource,
  { name, answer = {} }: Pick<Action, 'name' | 'answer'>,
  target: Target,
  data: Row,
  isWarned: boolean,
): Readonly<Record<string, unknown>> {
  const before: Partial<Row> = 'record' in target ? target.record : {}
  const isBecome = (one: string, value: unknown) => {
    const field: Field | undefined = resource.fields[one]
    return field?.options.computed && targetOf(field) && value !== before[one]
  }
  const isEnd = name === 'update' && (isWarned || isClosed(resource, data))
  return Object.fromEntries(
    Object.entries(data).filter(
      ([one, value]) => value !== null && (isEnd ? isBecome(one, value) : one in answer),
    ),
  )
}
