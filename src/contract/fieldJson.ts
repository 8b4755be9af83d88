import { z } from 'zod'

import { kindOf, schemaOf, targetOf, type Field, type Fields } from '#schema'

import type { Json } from './contract.ts'

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

export const needing = (...permissions: Field['options']['readBy'][]): Json => {
  const names = permissions.filter((one) => typeof one === 'string')
  return names.length > 0 ? { 'x-permissions': names } : {}
}

export const fieldJson = (field: Field): Json => ({
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

export function jsonOf(schema: z.core.$ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json
}
