import { isSortable, perPageLimit, systemFields, type Field, type Resource } from '#schema'

import type { Json } from './contract.ts'
import { groupsReference } from './groups.ts'
import { needing } from './fieldJson.ts'
import { filterKeys } from './filterJson.ts'

/** The keys of a list request: the same in the address, or in a body where they would be too long for it. */
export function listKeys(resource: Resource): Json {
  return {
    type: 'object',
    properties: {
      search: { type: 'string', maxLength: 200 },
      sort: sortJson(resource),
      fields: {
        type: 'string',
        description:
          'The fields that the answer holds, with commas between them; all when not given, and no other where given. id, created_at, updated_at and version always come',
      },
      page: { type: 'integer', minimum: 1, default: 1 },
      per_page: { type: 'integer', minimum: 1, maximum: perPageLimit, default: 25 },
      ...filterKeys(resource),
      where: groupsReference,
    },
  }
}

/** One field, which a reader must know to sort by it, or several. */
function sortJson(resource: Resource): Json {
  const sorts = Object.entries<Field>({ ...systemFields, ...resource.fields })
    .filter(([, field]) => isSortable(field))
    .map(([name, { options }]) => ({
      enum: [name, `-${name}`],
      ...needing(options.readBy, options.unmaskBy),
    }))
  return {
    type: 'string',
    description: 'One of these fields, or up to five with commas between them; `-` turns one round',
    anyOf: [...sorts, { type: 'string', pattern: ',' }],
  }
}
