import * as z from 'zod/mini'

import { type User, isMask, isMasked, mayWrite, isObject, ownValue } from './access.ts'
import type { Field, Fields } from '../kinds/field.ts'
import { fixedDefault, initialValue, isPreset } from './query/preset.ts'
import { kindOf } from '../kinds/kinds.ts'
import { type Problem, takeValue, valueSchema, withPlace } from '../kinds/take.ts'
import { msg } from '../texts/msg.ts'

/** Messages by field, as the wire carries them. */
export type FieldErrors = Record<string, string[]>

export interface Validation {
  values: Record<string, unknown>
  errors: FieldErrors | undefined
}

const unknown = msg('this_field_cannot_be_set_here')
const maskTyped = msg('enter_the_whole_value_you_see_it')

/** Most keys that are no field and are named in the answer; a body may hold many thousands. */
const maxUnknownKeys = 100

/**
 * Checks a new record: every field the user may set, nothing else, defaults filled in. `presets` are the defaults that were
 * found in other records.
 */
export function validateNew(
  fields: Fields,
  user: User,
  body: unknown,
  presets: Readonly<Record<string, unknown>> = {},
): Validation {
  return validate(fields, user, body, presets)
}

/** Checks changes: any of the fields the user may set, nothing else. What is not given stays as it is. */
export function validateChanges(fields: Fields, user: User, body: unknown): Validation {
  return validate(fields, user, body)
}

function validate(
  fields: Fields,
  user: User,
  body: unknown,
  presets?: Readonly<Record<string, unknown>>,
): Validation {
  if (!isObject(body)) {
    return { values: {}, errors: { '': [msg('send_one_record_as_a_json_object')] } }
  }
  const given = new Map<string, unknown>(Object.entries(body))
  const names = new Set([...given.keys(), ...(presets ? Object.keys(fields) : [])])
  const values: Record<string, unknown> = {}
  const errors = new Map<string, string[]>()
  let strangers = 0
  for (const name of names) {
    const field = ownValue<Field>(fields, name)
    const initial = field && presets && (presets[name] ?? beginningOf(field, user))
    if (field && mayWrite(user, field)) {
      const taken =
        isMasked(field) && isMask(given.get(name))
          ? { problems: [{ path: [], message: maskTyped }] }
          : takeValue(field, given.get(name), presets && { initial })
      if ('problems' in taken) tellProblems(errors, name, field, taken.problems)
      else if (taken.value !== undefined) values[name] = taken.value
    } else if (!given.has(name)) {
      // What the declaration fixes stands in the table; what depends on the person does not.
      if (field && initial !== undefined && typeof field.options.default === 'function')
        values[name] = initial
    } else if ((strangers += 1) <= maxUnknownKeys) errors.set(name, [unknown])
  }
  // From entries, because a key called __proto__ must stay a key.
  return { values, errors: errors.size > 0 ? Object.fromEntries(errors) : undefined }
}

function beginningOf(field: Field, user: User): unknown {
  const { default: initial } = field.options
  // A value that is no list and is the same for every user.
  const isPlain = typeof initial !== 'function' && typeof initial !== 'object'
  return isPlain ? initial : initialValue(field, user)
}

/** The first problem of the field, with its place within the value; of rows each stands under its own cell. */
function tellProblems(
  errors: Map<string, string[]>,
  name: string,
  field: Field,
  problems: readonly Problem[],
): void {
  const { cells, isNested } = kindOf(field)
  for (const problem of cells ? problems : problems.slice(0, 1)) {
    if (cells) errors.set([name, ...problem.path].join('.'), [problem.message])
    else errors.set(name, [isNested ? withPlace(problem) : problem.message])
  }
}

/** The schema of a field in a new record, with its emptiness and default: for documents. */
export function schemaOf(field: Field): z.ZodMiniType {
  const { optional } = field.options
  const initial = fixedDefault(field)
  const schema = optional ? z.nullable(valueSchema(field)) : valueSchema(field)
  if (initial !== undefined) return z._default(schema, initial)
  return optional && !isPreset(field) ? z._default(schema, null) : schema
}
