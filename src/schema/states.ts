import type { Field, Fields } from '../kinds/field.ts'
import type { Machine } from '../kinds/choice/states.ts'
import type { User } from './access.ts'
import { withConditions } from './query/conditions.ts'
import { sentence } from './texts/label.ts'

/** What an action does to the state of a record: the field, and by state the one that comes next. */
export interface Moves {
  readonly field: string
  readonly to: Readonly<Record<string, string>>
}

/** The declared actions with those that the fields of states yield. */
export function withTransitions(
  fields: Fields,
  permission: string,
  actions: Readonly<Record<string, { readonly input?: Fields }>> = {},
): Record<string, object> {
  const declared = Object.entries(actions).map(([name, action]): [string, object] => [
    name,
    action.input ? { ...action, input: withConditions(action.input) } : action,
  ])
  const all: Record<string, object> = Object.fromEntries(declared)
  for (const [field, one] of Object.entries(fields)) {
    for (const [name, to] of Object.entries(movesOf(one))) {
      const derived = { label: sentence(name), permission: `${permission}.${name}`, bulk: true }
      all[name] = { ...derived, ...all[name], moves: { field, to } }
    }
  }
  return all
}

/** By action, what follows each state that it may leave. */
export function movesOf(
  field: Field & { transitions?: Machine },
): Record<string, Record<string, string>> {
  const moves: Record<string, Record<string, string>> = {}
  for (const [from, actions] of Object.entries(field.transitions ?? {})) {
    for (const [name, to] of Object.entries(actions)) moves[name] = { ...moves[name], [from]: to }
  }
  return moves
}

interface Possible {
  readonly moves?: Moves
  when?(record: object, user: User): boolean
}

/** Whether an action of somebody who has the right to it may be done to a record as it is now. */
export function isPossible({ moves, when }: Possible, record: object, user: User): boolean {
  return (!moves || stateAfter(moves, record) !== undefined) && (when?.(record, user) ?? true)
}

/** The state that a record will be in; undefined where the action does not leave the one that it is in. */
export function stateAfter({ field, to }: Moves, record: object): string | undefined {
  const { [field]: state } = record as Record<string, unknown>
  return Object.hasOwn(to, String(state)) ? to[String(state)] : undefined
}
