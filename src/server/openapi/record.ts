import { z } from 'zod'

import {
  kindOf,
  mayRead,
  mayWrite,
  schemaOf,
  type Field,
  type Fields,
  type Resource,
  type User,
  targetOf,
} from '#schema'

import { jsonOf, moment, type Json } from '../kernel/describe.ts'
import { groupsReference } from './groups.ts'

/** A record as the user reads it. */
export function recordSchema(resource: Resource, user: User): Json {
  return {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      created_at: jsonOf(moment),
      updated_at: jsonOf(moment),
      version: { type: 'integer' },
      ...Object.fromEntries(readable(resource.fields, user).map(withSchema)),
      labels: { type: 'object', description: 'What the records are called that it points at' },
    },
  }
}

/** An entry of an option list, as the user reads it. */
export function optionSchema(resource: Resource, user: User): Json {
  const names = resource.options?.fields ?? [resource.title].flat()
  const fields = readable(resource.fields, user).filter(([name]) => names.includes(name))
  return {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      ...Object.fromEntries(
        // A reference stands there as an option of its own.
        fields.map(([name, field]) => (targetOf(field) ? [name, {}] : withSchema([name, field]))),
      ),
    },
  }
}

/** What the user may send of these fields: all that is needed for a new record, or anything to change one. */
export function inputSchema(fields: Fields, user: User, { isNew }: { isNew: boolean }): Json {
  const own = Object.entries<Field>(fields).filter(([, field]) => mayWrite(user, field))
  const needed = own.filter(([, { options }]) => !options.optional && options.default === undefined)
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(withSchema)),
    ...(isNew && { required: needed.map(([name]) => name) }),
    additionalProperties: false,
  }
}

/** The keys of a list request: the same in the address, or in a body where they would be too long for it. */
export function listKeys(resource: Resource, user: User): Json {
  const names = (resource.filters ?? []).filter((name) => {
    const field: Field | undefined = resource.fields[name]
    return !field || mayRead(user, field)
  })
  const keys = names.map((name) => [name, {}])
  return {
    type: 'object',
    properties: {
      search: { type: 'string' },
      sort: { type: 'string', description: 'Fields with commas between them; `-` turns one round' },
      fields: {
        type: 'string',
        description:
          'The fields that the answer holds, with commas between them; all when not given. id, created_at, updated_at and version always come',
      },
      page: { type: 'integer', minimum: 1 },
      per_page: { type: 'integer', minimum: 1 },
      ...Object.fromEntries(keys),
      where: groupsReference,
    },
  }
}

const readable = (fields: Fields, user: User) =>
  Object.entries<Field>(fields).filter(([, field]) => mayRead(user, field))

function withSchema([name, field]: [string, Field]): [string, Json] {
  const { $schema: _, ...schema } = z.toJSONSchema(schemaOf(field), {
    io: 'input',
    unrepresentable: 'any',
  })
  const { help } = field.options
  return [
    name,
    {
      ...schema,
      ...(help && { description: help }),
      ...(kindOf(field).writeOnly && { writeOnly: true }),
    },
  ]
}
