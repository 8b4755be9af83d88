import type { Field, Operator } from './field.ts'
import { kindOf } from './fields/index.ts'
import { fieldOf } from './lookup.ts'
import type { Resource } from './resource.ts'

/** Whether a list may filter by a field with an operator. A large resource needs an index that finds the answer. */
export function mayFilter(resource: Resource, name: string, operator: Operator): boolean {
  const field = fieldOf(resource, name)
  if (!field || !kindOf(field).operators.includes(operator)) return false
  if (resource.size !== 'large') return true
  if (operator === 'contains') return hasFragments(field)
  const isFound = isOrdered(resource, name) || 'target' in field
  return isFound || (operator === 'equals' && hasFragments(field))
}

/** Whether a list may be sorted by a field. A large resource needs an index in that order. */
export function maySort(resource: Resource, name: string): boolean {
  const field = fieldOf(resource, name)
  if (!field || !kindOf(field).sortable) return false
  if (resource.view) return resource.view.sorts.includes(name)
  return resource.size !== 'large' || isOrdered(resource, name) || 'target' in field
}

/** Whether an index stands behind filters by the field's value. */
export function isIndexed(resource: Resource, name: string): boolean {
  const field = fieldOf(resource, name)
  return (
    field !== undefined && (isOrdered(resource, name) || 'target' in field || hasFragments(field))
  )
}

/** The trigram index behind the search box: fragments and exact values, no order. */
const hasFragments = (field: Field) =>
  field.options.search === true && kindOf(field).search === 'fragment'

function isOrdered(resource: Resource, name: string): boolean {
  const { index, unique } = fieldOf(resource, name)?.options ?? {}
  const firsts = [...(resource.indexes ?? []), ...(resource.unique ?? [])].map(([first]) => first)
  const own = index === true || unique === true || name === 'id' || name === 'created_at'
  return own || firsts.some((first) => first?.replace(/^-/, '') === name)
}
