import type { z } from 'zod'

import type { FieldErrors } from '#schema'

import { inWords } from '../bodyWords.ts'
import { invalid } from '../errors.ts'

/** The body of a request, or 422 with what is wrong under each key. */
export function checked<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const result = schema.safeParse(body ?? {}, { error: inWords })
  if (result.success) return result.data
  const errors: FieldErrors = {}
  for (const { path, message } of result.error.issues) {
    const name = String(path[0] ?? '')
    errors[name] = [...(errors[name] ?? []), message]
  }
  throw invalid(errors)
}
