import { z } from 'zod'

import type { User } from './access.ts'
import type { Field, Fields } from './field.ts'
import { kindOf } from './fields/index.ts'
import { mayWrite } from './visible.ts'

/** Messages by field, as the wire carries them (specification 7). */
export type FieldErrors = Record<string, string[]>

export interface Validation {
  values: Record<string, unknown>
  errors: FieldErrors | undefined
}

const required = 'Fill in this field'
const unknown = 'This field cannot be set here'

/** Checks a new record: every field the user may set, nothing else, defaults filled in. */
export function validateNew(fields: Fields, user: User, body: unknown): Validation {
  return validate(fields, user, body, (schema) => schema)
}

/** Checks changes: any of the fields the user may set, nothing else. */
export function validateChanges(fields: Fields, user: User, body: unknown): Validation {
  return validate(fields, user, body, (schema, field) =>
    (field.options.optional ? bare(field) : kindOf(field).schema(field)).optional(),
  )
}

function validate(
  fields: Fields,
  user: User,
  body: unknown,
  adapt: (schema: z.ZodType, field: Field) => z.ZodType,
): Validation {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { values: {}, errors: { '': ['Send one record as a JSON object'] } }
  }
  const values: Record<string, unknown> = {}
  const errors: FieldErrors = {}
  for (const name of Object.keys(body)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field || !mayWrite(user, field)) errors[name] = [unknown]
  }
  for (const [name, field] of Object.entries(fields)) {
    if (errors[name] || !mayWrite(user, field)) continue
    const given = Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined
    const result = adapt(schemaOf(field), field).safeParse(emptied(given, field))
    if (!result.success) errors[name] = result.error.issues.map(({ message }) => message)
    else if (result.data !== undefined) values[name] = result.data
  }
  return { values, errors: Object.keys(errors).length > 0 ? errors : undefined }
}

const schemas = new WeakMap<Field, z.ZodType>()

/** The schema of a field in a new record: emptiness and default around the kind's own rules. */
export function schemaOf(field: Field): z.ZodType {
  const known = schemas.get(field)
  if (known) return known
  const schema = withDefault(field)
  schemas.set(field, schema)
  return schema
}

function withDefault(field: Field): z.ZodType {
  const { optional, default: value } = field.options
  if (value !== undefined) return (optional ? bare(field) : present(field)).default(value)
  return optional ? bare(field).default(null) : present(field)
}

const bare = (field: Field) => kindOf(field).schema(field).nullable()

function present(field: Field): z.ZodType {
  return z
    .unknown()
    .refine((value) => value !== undefined && value !== null, { error: required, abort: true })
    .pipe(kindOf(field).schema(field) as z.ZodType<unknown, any>)
}

/** An empty text means no value. */
function emptied(value: unknown, { options }: Field): unknown {
  if (value !== '' && value !== null) return value
  if (options.optional) return value === undefined ? undefined : null
  return options.default === undefined ? null : undefined
}
