import type { FieldChange } from '#contract'
import {
  type Filter,
  type Resource,
  type User,
  isInHistory,
  matches,
  mayReadSome,
  readRule,
  type Field,
  kindOf,
  shown,
} from '#schema'

import type { Backend } from '../../kernel/backend.ts'
import type { Row } from './select.ts'

/** The values of one write as a user sees them; undefined when the user sees nothing of it. */
export type See = (write: Write) => Write | undefined

/** Whether every user who sees the record sees all its states, as they stand in the audit log. */
export function seesAllStates({ business }: Backend, resource: Resource, user: User): boolean {
  const { present } = business.behaviors[resource.name] ?? {}
  const fields = Object.values<Field>(resource.fields)
  const isWhole = fields.every((field) => typeof readRule(user, field) === 'boolean')
  return resource.access.show(user) === true && isWhole && !present
}

/**
 * Goes back through the writes of a record, which must all come by, the newest first. States in which the user could
 * not have seen the record are left out; the others pass what a record passes on its way to a reader.
 * @param now the record as it is stored. @param rule who sees it, @param rules and its fields, by what it holds itself.
 */
export function createSee(
  backend: Backend,
  resource: Resource,
  user: User,
  { now, rule, rules }: { now: Row; rule: boolean | Filter; rules: ReadRules },
): See {
  if (seesAllStates(backend, resource, user)) return (write) => write
  const isSeen = (state: Row) => rule === true || (rule !== false && matches(rule, state))
  let state = now
  return ({ before, after }) => {
    const made = { ...state, ...after }
    const earlier = { ...state, ...(before && emptied(after)), ...before }
    state = earlier
    const part = (one: Row, changed: Row | null) =>
      changed && isSeen(one)
        ? pick(presented(backend, resource, user, { state: one, rules }), changed)
        : null
    const seen = { before: part(earlier, before), after: part(made, after) }
    const isPlainAction = !before && !after && isSeen(made)
    return seen.before || seen.after || isPlainAction ? seen : undefined
  }
}

/** What the log leaves out of a state before a write was empty. */
const emptied = (after: Row | null): Row =>
  Object.fromEntries(Object.keys(after ?? {}).map((name) => [name, null]))

const pick = (row: Row, names: Row): Row =>
  Object.fromEntries(
    Object.keys(names).flatMap((name) => (name in row ? [[name, row[name] ?? null]] : [])),
  )

/** Who reads which fields, by name. */
export type ReadRules = Readonly<Record<string, boolean | Filter>>

function presented(
  backend: Backend,
  resource: Resource,
  user: User,
  { state, rules }: { state: Row; rules: ReadRules },
): Row {
  const { present } = backend.business.behaviors[resource.name] ?? {}
  const fields = Object.entries<Field>(resource.fields).filter(([name]) => {
    const rule = rules[name] ?? false
    return typeof rule === 'boolean' ? rule : matches(rule, state)
  })
  const values = fields.map(([name, field]) => [name, shownValue(field, state[name])])
  const record: Row = { id: state['id'], ...Object.fromEntries(values) }
  return present ? present(record as never, user, backend) : record
}

/** What the audit log holds of a write: the changed fields only. */
export interface Write {
  readonly before: Row | null
  readonly after: Row | null
}

/** The fields that a write changed, that people are told of and that the user may read, in the order of the declaration. */
export function changesOf(resource: Resource, user: User, { before, after }: Write): FieldChange[] {
  return Object.entries<Field>(resource.fields)
    .filter(
      ([name, field]) =>
        mayReadSome(user, field) &&
        (name in (before ?? {}) || name in (after ?? {})) &&
        isInHistory(resource, name),
    )
    .map(([name, field]) => ({
      field: name,
      before: shownValue(field, before?.[name]),
      after: shownValue(field, after?.[name]),
    }))
    .filter(({ before: old, after: now }) => !isNone(old) || !isNone(now))
}

/** A new record is told by what it has, and not by the lists that have nothing in them yet. */
const isNone = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length === 0)

/** A value of the audit log as it is shown. */
function shownValue(field: Field, value: unknown): unknown {
  // What no user may read stands in the log as dots already.
  return kindOf(field).writeOnly ? (value ?? null) : shown(field, value)
}
