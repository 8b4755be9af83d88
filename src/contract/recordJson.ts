import {
  isMasked,
  kindOf,
  parentField,
  nobody,
  type Field,
  type Fields,
  type Resource,
} from '#schema'

import { moment, type Json } from './contract.ts'
import { needing, fieldJson, jsonOf } from './fieldJson.ts'

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

export const withVersion = (json: Json): Json => ({
  ...json,
  properties: {
    ...(json['properties'] as Json),
    version: { type: 'integer', description: 'Refused when the record has another one by now' },
  },
})
