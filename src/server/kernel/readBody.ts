import type { z } from 'zod'

import { invalid } from './errors.ts'

/** Of all that is wrong with a body, as many places are named. */
const mostNamed = 100

/** Takes a body that has exactly the keys of the schema; none is as one without keys. Throws 422 with messages by field. */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const result = schema.safeParse(body ?? {}, { error: inWords })
  if (result.success) return result.data
  // A map, because a key called `constructor` must stay a key.
  const errors = new Map<string, string[]>()
  for (const { place, message } of result.error.issues.flatMap(placesOf).slice(0, mostNamed)) {
    errors.set(place, [...(errors.get(place) ?? []), message])
  }
  throw invalid(Object.fromEntries(errors))
}

/** Where an issue lies: within what holds it, by dots; each key that is not known is a place of its own. */
function placesOf({ path, message, ...issue }: z.core.$ZodIssue) {
  if (issue.code !== 'unrecognized_keys') return [{ place: path.join('.'), message }]
  return issue.keys.slice(0, mostNamed).map((key) => ({
    place: [...path, key].join('.'),
    message: 'This field cannot be set here',
  }))
}

/** What a body's schema says where it has no words of its own: for people, who may have written a script. */
export function inWords(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'Fill in this field' : (types[issue.expected] ?? unfit)
  }
  if (issue.code === 'too_big' || issue.code === 'too_small') return sizeWords(issue)
  if (issue.code === 'unrecognized_keys') return `"${issue.keys[0]}" cannot be set here`
  if (issue.code === 'invalid_value') return 'Choose one from the list'
  return unfit
}

const unfit = 'This value does not fit here'

const types: Record<string, string> = {
  array: 'Send a list',
  object: 'Send a JSON object',
  record: 'Send a JSON object',
  string: 'Enter text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Enter yes or no',
}

type SizeIssue = Extract<z.core.$ZodRawIssue, { code: 'too_big' | 'too_small' }>

function sizeWords(issue: SizeIssue): string {
  const isMost = issue.code === 'too_big'
  const size = isMost ? issue.maximum : issue.minimum
  if (issue.origin === 'string') {
    return isMost ? `Use at most ${size} characters` : `Use at least ${size} characters`
  }
  if (issue.origin === 'array' || issue.origin === 'set') {
    return isMost ? `List at most ${size}` : `List at least ${size}`
  }
  return isMost ? `Enter ${size} or less` : `Enter ${size} or more`
}
