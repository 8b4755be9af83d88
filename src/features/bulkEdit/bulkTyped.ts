import type { User } from '#schema'

import { controlsOf } from '../../kinds/kinds.controls.browser.ts'
import type { FormField } from '../../browser/views/forms/layout.ts'
import { readForm, type ReadForm, type Typed } from '../../browser/views/forms/values.ts'

/** What stands for "no value" in a field, undefined where there must be one. */
export function emptyOf({ field }: FormField): unknown {
  if (field.options.optional) return null
  const nothing = controlsOf(field).write?.(null, field)
  return Array.isArray(nothing) ? nothing : undefined
}

/** The values of a bulk edit. Nobody empties a field of many records by leaving an input blank. */
export function readBulk(
  wanted: readonly FormField[],
  user: User,
  typed: Typed,
  emptied: readonly string[],
): ReadForm {
  const given = wanted.filter(({ name }) => !emptied.includes(name))
  const { values, errors } = readForm(given, user, typed, undefined)
  const blank = given.filter(({ name }) => isBlank(typed[name]))
  const missing = blank.map(({ name }) => [name, 'Fill in this field'])
  const empty = wanted
    .filter(({ name }) => emptied.includes(name))
    .map((one) => [one.name, emptyOf(one)])
  return {
    values: { ...values, ...Object.fromEntries(empty) },
    errors: { ...errors, ...Object.fromEntries(missing) },
  }
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)
