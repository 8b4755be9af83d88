import {
  actionRule,
  fieldOf,
  isOnList,
  isPossible,
  kindOf,
  matches,
  mayFilter,
  namesInRule,
  mayRead,
  mayReadSome,
  mayWrite,
  searchedFields,
  sectionsOf,
  type ActionDeclaration,
  type Field,
  type Filter,
  type Operation,
  type Resource,
  type User,
} from '#schema'

import type { Row } from './row.ts'

/** One field with its name, as lists of columns, filters and inputs carry it. */
export interface NamedField {
  readonly name: string
  readonly field: Field
}

export interface NamedAction extends ActionDeclaration {
  readonly name: string
}

/** Whether the user may do this at all, or to this very record when one is given. */
export function may(resource: Resource, operation: Operation, user: User, record?: Row): boolean {
  if (operation === 'create' && !canBeFilledIn(resource)) return false
  // Records that are seen for what is done to them where they are listed have no page.
  if (operation === 'show' && !resource.operations.includes('show')) return false
  const isChange = operation === 'edit' || operation === 'delete'
  if (isChange && record && isClosed(resource, record)) return false
  if (operation === 'delete' && record && isUndeletable(resource, record, user)) return false
  return isLetIn(resource.access[operation](user), operation, record)
}

/** Whether nothing is changed in a record any more, what was changed before not taken back either. */
export const isClosed = ({ closed }: Resource, record: Row): boolean =>
  closed?.when(record as never) === true

const isUndeletable = ({ undeletable }: Resource, record: Row, user: User): boolean =>
  undeletable?.when(record as never, user) === true

/** Whether the form of a new record may begin as another one is. */
export const mayDuplicate = (resource: Resource, user: User): boolean =>
  resource.duplicate !== false && may(resource, 'create', user)

/** Whether the user puts all records in order by hand. */
export function mayArrange(resource: Resource, user: User): boolean {
  const field = resource.arranged === undefined ? undefined : fieldOf(resource, resource.arranged)
  return field !== undefined && mayWrite(user, field) && resource.access.edit(user) === true
}

/** Whether a rule lets a record in. What looks beyond the record, the server has judged. */
export function isLetIn(rule: boolean | Filter, action: string, record: Row | undefined): boolean {
  if (typeof rule !== 'object' || record === undefined) return rule !== false
  const judged = record.may?.[action]
  if (judged !== undefined) return judged
  // Of a record whose fields in question the user may not read, only the server can judge.
  return !namesInRule(rule).every((name) => name in record) || matches(rule, record)
}

/** A form without a field that every record needs makes no record: those are made elsewhere, as saved views are. */
function canBeFilledIn({ fields, form }: Resource): boolean {
  const inForm = new Set(sectionsOf(form).flatMap(([, names]) => names))
  return Object.entries<Field>(fields).every(([name, { options }]) => {
    const comesByItself = options.computed || options.optional || options.default !== undefined
    return comesByItself || inForm.has(name)
  })
}

/** The fields among the names that exist for the user, in the order given. */
export function readableFields(
  resource: Resource,
  user: User,
  names: readonly string[],
): NamedField[] {
  return names.flatMap((name) => {
    const field = fieldOf(resource, name)
    return field && mayReadSome(user, field) ? [{ name, field }] : []
  })
}

export const writableNames = (resource: Resource, user: User): ReadonlySet<string> =>
  new Set(
    Object.entries<Field>(resource.fields)
      .filter(([, field]) => mayWrite(user, field))
      .map(([name]) => name),
  )

/** Whether the user may edit a column's cells in place, where they may edit the record. */
export function mayInline(resource: Resource, user: User, name: string): boolean {
  const field = resource.editableColumns?.includes(name) ? fieldOf(resource, name) : undefined
  return field !== undefined && mayWrite(user, field) && may(resource, 'edit', user)
}

/** The filters of a list that the user may set: those of the declaration, and one for each other column that is shown. */
export function filtersOf(
  resource: Resource,
  user: User,
  shown: readonly NamedField[],
): NamedField[] {
  const { filters = [] } = resource
  const columns = shown.map(({ name }) => name).filter((name) => !filters.includes(name))
  return readableFields(resource, user, [...filters, ...columns]).filter(
    ({ name, field }) =>
      mayRead(user, field) &&
      kindOf(field).operators.some((operator) => mayFilter(resource, name, operator)),
  )
}

/** Whether the search box would look anywhere but in the ids. */
export function maySearch(resource: Resource, user: User): boolean {
  return searchedFields(resource).some(([, field]) => mayRead(user, field))
}

/** The declared actions that the user may do, on one record when it is given. */
export function actionsOf(resource: Resource, user: User, record?: Row): NamedAction[] {
  return declaredActions(resource)
    .filter((action) => !isOnList(action))
    .filter((action) => isLetIn(actionRule(action)(user), action.name, record))
    .filter((action) => record === undefined || isPossible(action, record, user))
}

/** The declared actions without a record that the user may do. */
export const listActionsOf = (resource: Resource, user: User): NamedAction[] =>
  declaredActions(resource).filter((one) => isOnList(one) && actionRule(one)(user) === true)

const declaredActions = ({ actions = {} }: Resource): NamedAction[] =>
  Object.entries<ActionDeclaration>(actions).map(([name, action]) => ({ ...action, name }))
