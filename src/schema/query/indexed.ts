import { fieldOf, isMasked, reachedOf } from '../access.ts'
import type { Field } from '../../kinds/field.ts'
import type { Operator } from '../../kinds/kind.ts'
import type { Resource } from '../resource.ts'
import { uniqueGroup } from '../fields/fieldNames.ts'
import { parentField, titleColumnFields } from './lookup.ts'
import { kindOf, targetOf } from '../../kinds/kinds.ts'
import { searchForm } from './searched.ts'
import { rangedBy, filtersMeant, namesMeant } from './storedFilters.ts'

/**
 * What the index of a field of a large resource is for: `order` follows the field and then the id, `groups` has the
 * records of each of few values by time, `lookup` finds values only, `presence` has the records with a value by time.
 */
export type IndexForm = 'order' | 'groups' | 'lookup' | 'presence'

/** The form of the index that a field of a large resource has of its own; undefined when it has none. */
export function indexForm(resource: Resource, name: string): IndexForm | undefined {
  const field = fieldOf(resource, name)
  if (!field || !isStored(field)) return undefined
  if (resource.view) return viewForm(resource.view, name, field)
  if (name === 'id' || name === 'created_at') return 'order'
  const { index, unique } = field.options
  if (!index && !unique && searchForm(field) !== 'exact' && !targetOf(field)) return undefined
  if (index === 'sparse' && isLongText(field)) return 'presence'
  const isListed = resource.list.includes(name) || titleColumnFields(resource).includes(name)
  if (index === 'lookup' || !isListed) return 'lookup'
  if (targetOf(field) || kindOf(field).values) return 'groups'
  return kindOf(field).sortable === false ? 'lookup' : 'order'
}

/** Whether the index that has the order of a field leaves out the records without a value. */
export function isSparseOrder(resource: Resource, name: string): boolean {
  const { index, optional } = fieldOf(resource, name)?.options ?? {}
  return index === 'sparse' && optional === true && indexForm(resource, name) === 'order'
}

/** Whether a text is too long to stand in an index: that tells only which records have one. */
export const isLongText = (field: Field): boolean =>
  kindOf(field).multiline?.(field) === true && kindOf(field).search === 'fragment'

/** Whether a column of the table holds the field. */
export const isStored = (field: Field): boolean =>
  !field.options.derived && kindOf(field).column(field) !== null

/** Whether a function makes the value of the record: the database knows nothing of it. */
export const isFromFunction = ({ options: { derived } }: Field): boolean =>
  typeof derived === 'function'

/** Whether the values of a field have an order that the database knows. */
export const isSortable = (field: Field): boolean =>
  kindOf(field).sortable !== false && !isFromFunction(field)

function viewForm({ sorts }: NonNullable<Resource['view']>, name: string, { options }: Field) {
  if (sorts.includes(name)) return 'order'
  return options.index || name === 'id' ? 'lookup' : undefined
}

/** Whether a list may filter by a field with an operator. A large resource needs an index that finds the answer. */
export function mayFilter(resource: Resource, name: string, operator: Operator): boolean {
  const field = fieldOf(resource, name)
  if (!field || isFromFunction(field) || !kindOf(field).operators.includes(operator)) return false
  const reached = reachedOf(resource, name)
  if (reached) {
    const { target } = reached
    // Of many records that many others point at, an index finds the answer where few of them have a value.
    const isFound =
      target.size !== 'large' ||
      resource.size !== 'large' ||
      (operator === 'equals' && isDistinctive(field))
    return (
      isFound &&
      resource.filters?.includes(name) === true &&
      mayFilter(target, reached.name, operator)
    )
  }
  const stored = rangedBy(field)
  if (stored) return operator === 'range' && mayFilter(resource, stored.field, operator)
  const meant = filtersMeant(field)
  if (meant) {
    const isFound = (one: string) => mayFilter(resource, one, 'empty')
    return operator === 'equals' && namesMeant(meant).every(isFound)
  }
  if (operator === 'below') return treeOf(resource, field) !== undefined
  if (resource.size !== 'large') return true
  if (operator === 'contains') return hasFragments(field)
  if (kindOf(field).column(field) === null) return targetOf(field) !== undefined
  const form = indexForm(resource, name)
  if (form === undefined) {
    return isFirst(resource, name) || (operator === 'equals' && hasFragments(field))
  }
  if (form === 'presence') return operator === 'empty'
  return operator !== 'empty' || field.options.index !== 'lookup'
}

/** Whether few records have a value in common: it is searched for, as a contact or a name is. */
const isDistinctive = (field: Field): boolean =>
  searchForm(field) !== false && !kindOf(field).isShared?.(field)

/**
 * The fields of which it can be told which values the records of a list have: those with choices, those that point at
 * records, and those whose values many records share, where they are masked for no user. A large resource needs an index
 * that finds the values.
 */
export const countedFields = (resource: Resource): string[] =>
  Object.entries<Field>(resource.fields).flatMap(([name, field]) => {
    const kind = kindOf(field)
    const isFew =
      kind.choices?.(field) !== undefined || targetOf(field) !== undefined || kind.isShared?.(field)
    return isFew && !isMasked(field) && mayFilter(resource, name, 'equals') ? [name] : []
  })

/** The resource whose records a field points at, where they are a tree. */
export function treeOf(resource: Resource, field: Field): Resource | undefined {
  const name = targetOf(field)
  const target = name === resource.name ? resource : resource.peer?.(name ?? '')
  return target && parentField(target) ? target : undefined
}

/** Whether a list of any length may be sorted by a field. A large resource needs an index in that order. */
export function maySort(resource: Resource, name: string): boolean {
  const field = fieldOf(resource, name)
  if (!field || !isSortable(field)) return false
  if (resource.view) return resource.view.sorts.includes(name)
  if (resource.size !== 'large') return true
  const form = indexForm(resource, name)
  const isSparseGroup = form === 'groups' && field.options.index === 'sparse'
  return (form === 'order' || form === 'groups') && !isSparseGroup
}

/** The trigram index behind the search box finds fragments. */
const hasFragments = (field: Field) => searchForm(field) === 'fragment'

/** Whether the field stands first in an index of all records that the resource declares. */
function isFirst(resource: Resource, name: string): boolean {
  const { indexes = [], unique = [] } = resource
  return [
    ...indexes.filter((columns) => !sparseAmong(resource, columns)),
    ...unique.map((one) => uniqueGroup(one).names),
  ].some(([first]) => first && unsigned(first) === name)
}

const unsigned = (column: string) => column.replace(/^-/, '')

/** The column, of those of an index, that few records have a value in: these alone stand in the index. */
export const sparseAmong = ({ fields }: Resource, columns: readonly string[]) =>
  columns.map(unsigned).find((name) => fields[name]?.options.index === 'sparse')
