import { z } from 'zod'

import { cleanLine, field, kindOf, zoneNamed } from '#schema'

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

/** A time zone as the world spells it. */
export const timeZone = z
  .string('Choose a time zone')
  .refine((text) => zoneNamed(text) !== undefined, 'Choose a time zone')
  .overwrite((text) => zoneNamed(text) ?? text)

const emailField = field.email()

/** An e-mail address in the form it is stored in. */
export const emailAddress = kindOf(emailField).schema(emailField).pipe(z.string())
