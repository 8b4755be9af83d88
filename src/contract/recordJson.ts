import { z } from 'zod'

import {
  fieldOf,
  isMasked,
  isSortable,
  kindOf,
  mayFilter,
  parentField,
  nobody,
  perPageLimit,
  schemaOf,
  suffixes,
  systemFields,
  targetOf,
  type Field,
  type Fields,
  type Resource,
} from '#schema'

import { moment, type Json } from './contract.ts'
import { groupsReference, one, oneOrMany } from './groups.ts'

/**
 * A record as those read it who may read all of it. `x-field` names a field that a rule gives to some readers, or of some
 * records.
 */
export function recordJson({ name: owner, fields }: Resource): Json {
  const values = Object.entries<Field>(fields).flatMap(([name, field]) => {
    const isRuled = typeof field.options.readBy === 'function' || field.isReachable !== undefined
    const ruled = isRuled && { 'x-field': `${owner}.${name}` }
    return readable([name, field]).map(([one, json]): [string, Json] => [
      one,
      { ...json, ...ruled },
    ])
  })
  const always = values.filter(([name]) => !kindOf(fields[name]).shown)
  return {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      created_at: jsonOf(moment),
      updated_at: jsonOf(moment),
      version: { type: 'integer' },
      ...Object.fromEntries(values),
      labels: {
        type: 'object',
        description: 'What the records are called that it points at, by field',
      },
      may: {
        type: 'object',
        additionalProperties: { type: 'boolean' },
        description: 'What you may do with this record, where its references decide that',
      },
    },
    required: [
      'id',
      'created_at',
      'updated_at',
      'version',
      ...always.map(([name]) => name),
      'labels',
    ],
    additionalProperties: false,
  }
}

/** What an action answers. */
export const answerJson = (fields: Fields): Json => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries<Field>(fields).flatMap(readable)),
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
        // A change leaves alone what it does not hold.
        const { default: initial, ...json } = fieldJson(field)
        const begins = isNew && initial !== undefined && { default: initial }
        return [name, { ...json, ...begins, ...needing(readBy, writeBy) }]
      }),
    ),
    ...(isNew && { required: needed.map(([name]) => name) }),
    additionalProperties: false,
  }
}

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
function filterKeys(resource: Resource): Json {
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

/** A field as an answer holds it; nothing of one whose value is never told. */
function readable([name, field]: [string, Field]): [string, Json][] {
  const { writeOnly, shown, choices } = kindOf(field)
  if ((writeOnly && !shown) || field.options.readBy === nobody) return []
  const { default: _, ...json } = shown ? jsonOf(shown) : fieldJson(field)
  const isOpen = choices && field.options.computed
  const value = isMasked(field) ? { anyOf: [json, mask] } : isOpen ? { anyOf: [json, other] } : json
  return [[name, { ...value, ...needing(field.options.readBy) }]]
}

/** The engine itself may write more than the choices that people filter by. */
const other: Json = { type: 'string', description: 'Of the engine, or of another release' }

const mask: Json = { type: 'string', pattern: '•', description: 'Masked' }

export const needing = (...permissions: Field['options']['readBy'][]): Json => {
  const names = permissions.filter((one) => typeof one === 'string')
  return names.length > 0 ? { 'x-permissions': names } : {}
}

const fieldJson = (field: Field): Json => ({
  ...withCells(jsonOf(schemaOf(field)), kindOf(field).cells?.(field)),
  ...formatOf(field),
  ...(targetOf(field) && { 'x-reference': targetOf(field) }),
  ...(field.options.help && { description: field.options.help }),
  ...(kindOf(field).writeOnly && { writeOnly: true }),
})

const formats = { day: 'date', moment: 'date-time' }

function formatOf(field: Field): Json {
  const { dated, format } = kindOf(field)
  const name = dated ? formats[dated] : format
  return name ? { format: name } : {}
}

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
