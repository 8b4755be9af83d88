import { z } from 'zod'

import {
  fieldOf,
  isMasked,
  kindOf,
  parentField,
  schemaOf,
  type Field,
  type Fields,
  type Resource,
} from '#schema'

import { moment, type Json } from './contract.ts'
import { groupsReference } from './groups.ts'

/** A record as those read it who may read all of it. */
export const recordJson = ({ fields }: Resource): Json => ({
  type: 'object',
  properties: {
    id: { type: 'integer' },
    created_at: jsonOf(moment),
    updated_at: jsonOf(moment),
    version: { type: 'integer' },
    ...Object.fromEntries(Object.entries<Field>(fields).flatMap(readable)),
    may: {
      type: 'object',
      description: 'What the reader may do with it, where a rule looks at other records',
    },
    labels: { type: 'object', description: 'What the records are called that it points at' },
  },
  additionalProperties: false,
})

/** An entry of an option list. */
export function optionJson(resource: Resource): Json {
  const { fields, options, title } = resource
  const names = options?.fields ?? [title].flat()
  const chosen = Object.entries<Field>(fields).filter(([name]) => names.includes(name))
  const properties = chosen.flatMap(([name, field]): [string, Json][] =>
    // A reference stands there as an option of its own.
    'target' in field ? [[name, needing(field.options.readBy)]] : readable([name, field]),
  )
  return {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      ...Object.fromEntries(properties),
      ...(parentField(resource) && {
        path: { type: 'string', description: 'What it is called, after all above it' },
      }),
      inactive: { type: 'boolean', description: 'Set where it is no longer offered' },
    },
  }
}

/** What may be sent of these fields: all that is needed for a new record, or anything to change one. */
export function inputJson(fields: Fields, { isNew }: { isNew: boolean }): Json {
  const own = Object.entries<Field>(fields).filter(([, { options }]) => !options.computed)
  const needed = own.filter(([, { options }]) => !options.optional && options.default === undefined)
  return {
    type: 'object',
    properties: Object.fromEntries(
      own.map(([name, field]) => {
        const { readBy, writeBy } = field.options
        return [name, { ...fieldJson(field), ...needing(readBy, writeBy) }]
      }),
    ),
    ...(isNew && { required: needed.map(([name]) => name) }),
    additionalProperties: false,
  }
}

/** The keys of a list request: the same in the address, or in a body where they would be too long for it. */
export function listKeys(resource: Resource): Json {
  const keys = (resource.filters ?? []).map((name) => {
    const field = fieldOf(resource, name)
    return [name, needing(field?.options.readBy)]
  })
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

/** A field as an answer holds it; nothing of one whose value is never told. */
function readable([name, field]: [string, Field]): [string, Json][] {
  const { writeOnly, shown, choices } = kindOf(field)
  if (writeOnly && !shown) return []
  const json = shown ? jsonOf(shown) : fieldJson(field)
  const isOpen = choices && field.options.computed
  const value = isMasked(field) ? { anyOf: [json, mask] } : isOpen ? { anyOf: [json, other] } : json
  return [[name, { ...value, ...needing(field.options.readBy) }]]
}

/** The engine itself may write more than the choices that people filter by. */
const other: Json = { type: 'string', description: 'Of the engine, or of another release' }

const mask: Json = { type: 'string', pattern: '•', description: 'Masked' }

const needing = (...permissions: Field['options']['readBy'][]): Json => {
  const names = permissions.filter((one) => typeof one === 'string')
  return names.length > 0 ? { 'x-permissions': names } : {}
}

const fieldJson = (field: Field): Json => ({
  ...withCells(jsonOf(schemaOf(field)), kindOf(field).cells?.(field)),
  ...(field.options.help && { description: field.options.help }),
  ...(kindOf(field).writeOnly && { writeOnly: true }),
})

/** The list of rows in the schema of a field, with what a row holds. */
function withCells(json: Json, cells: Fields | undefined): Json {
  if (!cells) return json
  const { anyOf, type } = json
  if (Array.isArray(anyOf)) return { ...json, anyOf: anyOf.map((one) => withCells(one, cells)) }
  return type === 'array' ? { ...json, items: inputJson(cells, { isNew: true }) } : json
}

function jsonOf(schema: z.core.$ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json
}

export const withVersion = (json: Json): Json => ({
  ...json,
  properties: {
    ...(json['properties'] as Json),
    version: { type: 'integer', description: 'Refused when the record has another one by now' },
  },
})
