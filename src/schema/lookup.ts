import { fieldOf, type Rule } from './access.ts'
import type { Field } from '../kinds/field.ts'
import type { Operator } from '../kinds/kind.ts'
import type { Filter } from './filter.ts'
import type { ActionDeclaration, Counted, FormLayout, Resource } from './resource.ts'
import { kindOf, targetOf } from '../kinds/kinds.ts'
import { msg } from '../texts/msg.ts'

/** The value under a name that a client gave: what every object inherits, like `constructor`, is none. */
export const ownValue = <Value>(
  values: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined => (Object.hasOwn(values, name) ? values[name] : undefined)

export const actionNamed = ({ actions = {} }: Resource, name: string) =>
  ownValue<ActionDeclaration>(actions, name)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function titleFields(resource: Resource): readonly string[] {
  return typeof resource.title === 'string' ? [resource.title] : resource.title
}

/** The field by whose day a sum counts, and what the records that it counts must match. */
export function countedBy(sum: Counted): { readonly by: string; readonly where: Filter } {
  return typeof sum === 'string' ? { by: sum, where: {} } : sum
}

/** The sections of a form or show view, each a heading ('' when there is none) with its fields. */
export function sectionsOf(
  layout: FormLayout<string>,
): [heading: string, names: readonly string[]][] {
  return Array.isArray(layout) ? [['', layout]] : Object.entries(layout as Record<string, string[]>)
}

/** Every permission string that the declaration reads, each once. */
export function permissionsOf(resource: Resource): string[] {
  const rules = Object.values<Rule>(resource.access).flatMap((rule) => rule.permissions ?? [])
  const fields = Object.values<Field>(resource.fields).flatMap(({ options }) => [
    options.readBy,
    options.writeBy,
    options.unmaskBy,
    options.exportBy,
  ])
  const actions = Object.values<ActionDeclaration>(resource.actions ?? {}).map((a) => a.permission)
  const options = [resource.options?.permission ?? []].flat()
  return [...new Set([...rules, ...fields, ...actions, ...options].filter(isText))]
}

const isText = (value: unknown): value is string => typeof value === 'string'

/**
 * What the index of a field of a large resource is for: `order` follows the field and then the id, `groups` has the
 * records of each of few values by time, `lookup` finds values only.
 */
export type IndexForm = 'order' | 'groups' | 'lookup'

/** The form of the index that a field of a large resource has of its own; undefined when it has none. */
export function indexForm(resource: Resource, name: string): IndexForm | undefined {
  const field = fieldOf(resource, name)
  if (!field || kindOf(field).column(field) === null) return undefined
  if (resource.view) return viewForm(resource.view, name, field)
  if (name === 'id' || name === 'created_at') return 'order'
  const { index, unique, search } = field.options
  const isFound = search === true && kindOf(field).search === 'exact'
  if (!index && !unique && !isFound && !targetOf(field)) return undefined
  if (index === 'lookup' || !resource.list.includes(name)) return 'lookup'
  if (targetOf(field) || kindOf(field).values) return 'groups'
  return kindOf(field).sortable ? 'order' : 'lookup'
}

function viewForm({ sorts }: NonNullable<Resource['view']>, name: string, { options }: Field) {
  if (sorts.includes(name)) return 'order'
  return options.index || name === 'id' ? 'lookup' : undefined
}

/** Whether a list may filter by a field with an operator. A large resource needs an index that finds the answer. */
export function mayFilter(resource: Resource, name: string, operator: Operator): boolean {
  const field = fieldOf(resource, name)
  if (!field || !kindOf(field).operators.includes(operator)) return false
  if (resource.size !== 'large') return true
  if (operator === 'contains') return hasFragments(field)
  if (kindOf(field).column(field) === null) return targetOf(field) !== undefined
  const form = indexForm(resource, name)
  if (form === undefined) {
    return isFirst(resource, name) || (operator === 'equals' && hasFragments(field))
  }
  return operator !== 'empty' || field.options.index !== 'lookup'
}

/** Whether a list of any length may be sorted by a field. A large resource needs an index in that order. */
export function maySort(resource: Resource, name: string): boolean {
  const field = fieldOf(resource, name)
  if (!field || !kindOf(field).sortable) return false
  if (resource.view) return resource.view.sorts.includes(name)
  if (resource.size !== 'large') return true
  const form = indexForm(resource, name)
  const isSparseGroup = form === 'groups' && field.options.index === 'sparse'
  return (form === 'order' || form === 'groups') && !isSparseGroup
}

/** The trigram index behind the search box finds fragments. */
const hasFragments = (field: Field) =>
  field.options.search === true && kindOf(field).search === 'fragment'

/** Whether the field stands first in an index that the resource declares. */
function isFirst({ indexes = [], unique = [] }: Resource, name: string): boolean {
  return [...indexes, ...unique].some(([first]) => first?.replace(/^-/, '') === name)
}

/** Why a national number is refused without a country. */
export const countryNeeded = msg('choose_a_country_or_enter_the_number')

/** Returns the names of the fields whose values are national phone numbers, which the record's country completes. */
export function nationalPhones(resource: Resource, values: object): string[] {
  if (!resource.phoneCountry) return []
  return Object.entries(values).flatMap(([name, value]) => {
    const field = fieldOf(resource, name)
    return field && kindOf(field).isNational?.(value) ? [name] : []
  })
}
