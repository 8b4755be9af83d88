import { z } from 'zod'

import { cleanLine, field, kindOf } from '#schema'

import { inWords } from '../bodyWords.ts'
import { invalid } from '../errors.ts'

/** Takes a body that has exactly the keys of the schema. Throws 422 with messages by field. */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const result = schema.safeParse(body, { error: inWords })
  if (result.success) return result.data
  // A map, because a key called `constructor` must stay a key.
  const errors = new Map<string, string[]>()
  for (const issue of result.error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [undefined]
    for (const name of names) {
      const place = [...issue.path, ...(name === undefined ? [] : [name])].join('.')
      const message = name === undefined ? issue.message : 'This field cannot be set here'
      errors.set(place, [...(errors.get(place) ?? []), message])
    }
  }
  throw invalid(Object.fromEntries(errors))
}

const required = 'Fill in this field'

/** Text that is not empty. */
export const someText = (max: number) =>
  z.string(required).min(1, required).max(max, `Use at most ${max} characters`)

/** A name as users carry it (product.md 11.17). */
export const personName = z
  .string(required)
  .overwrite(cleanLine)
  .min(2, 'Use at least 2 characters')
  .max(120, 'Use at most 120 characters')

const emailField = field.email()

/** An e-mail address in the form it is stored in. */
export const emailAddress = kindOf(emailField).schema(emailField).pipe(z.string())
