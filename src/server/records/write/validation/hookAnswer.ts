import { isObject, renderMessage, valueSchema, type Field, type Resource } from '#schema'

import type { Row } from '../../read/select.ts'

interface Hook {
  readonly resource: Resource
  readonly name: string
  /** What it was called with, which was checked before. */
  readonly given: Row
  readonly isDevelopment: boolean
}

/**
 * Returns the values that a hook answered. Throws, naming resource and hook, for a value that its field does not take, and in
 * development for a field that is not there: a fault of the business, which no client can mend.
 */
export function checkedAnswer(
  { resource, name, given, isDevelopment }: Hook,
  answer: unknown,
): Row {
  const fault = (why: string) => new Error(`${resource.name}.${name}: ${why}`)
  if (!isObject(answer)) throw fault('a hook returns the values')
  for (const [key, value] of Object.entries(answer)) {
    if (value === undefined || value === given[key]) continue
    const field: Field | undefined = resource.fields[key]
    if (!field && isDevelopment) throw fault(`returns "${key}", which is no field`)
    const why = field && refusal(field, value)
    if (why !== undefined) throw fault(`returns a wrong "${key}": ${renderMessage(why)}`)
  }
  return answer
}

function refusal(field: Field, value: unknown): string | undefined {
  if (value === null) return field.options.optional ? undefined : 'it may not be empty'
  return valueSchema(field).safeParse(value).error?.issues[0]?.message
}
