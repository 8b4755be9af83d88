import type { Rule } from './access.ts'
import type { Field } from '../kinds/field.ts'
import type { Filter } from './filter.ts'
import type { ActionDeclaration, Counted, FormLayout, Resource } from './resource.ts'
import { systemFields } from './systemFields.ts'

/** A field of the resource by its name, the system's own included. Undefined when there is none. */
export function fieldOf(resource: Resource, name: string): Field | undefined {
  if (Object.hasOwn(resource.fields, name)) return resource.fields[name]
  return Object.hasOwn(systemFields, name)
    ? systemFields[name as keyof typeof systemFields]
    : undefined
}

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
