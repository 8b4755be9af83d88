import { fieldOf, mayFilter, suffixes, type Resource } from '#schema'

import type { Json } from './contract.ts'
import { groupsReference, one, oneOrMany } from './groups.ts'
import { needing } from './fieldJson.ts'

/** What selects records for an action on many: the keys of the list, by the name of the schema. */
export const filterJson = (resource: Resource): Record<string, Json> => ({
  [`${resource.name}_filter`]: {
    type: 'object',
    properties: { search: { type: 'string' }, ...filterKeys(resource), where: groupsReference },
  },
})

export const filterReference = ({ name }: Resource): Json => ({
  $ref: `#/components/schemas/${name}_filter`,
})

/** Every key by which a list is filtered, with the operator behind a field's name: `created_at_from`. */
export function filterKeys(resource: Resource): Json {
  const names = new Set([...(resource.filters ?? []), 'id', 'created_at', 'updated_at'])
  const keys = [...names].flatMap((name) => {
    const field = fieldOf(resource, name)
    if (!field) return []
    const { readBy, unmaskBy } = field.options
    const plain = mayFilter(resource, name, 'equals')
      ? [[name, { ...oneOrMany, ...needing(readBy) }]]
      : []
    const others = Object.entries(suffixes)
      .filter(([, operator]) => mayFilter(resource, name, operator))
      .map(([suffix]) => [
        `${name}_${suffix}`,
        { ...operands[suffix], ...needing(readBy, suffix === 'empty' ? undefined : unmaskBy) },
      ])
    return [...plain, ...others]
  })
  return Object.fromEntries(keys)
}

const operands: Readonly<Record<string, Json>> = {
  from: { ...one, description: 'This value and those after it' },
  to: { ...one, description: 'This value and those before it' },
  not: { ...oneOrMany, description: 'None of these' },
  contains: { type: 'string', description: 'A part of the value' },
  empty: { type: 'boolean', description: 'Without a value, or with one' },
  below: { ...oneOrMany, description: 'These records and all below them' },
}
