import { z } from 'zod'

import { personName, timeZone } from './body.ts'

const pageSizes = new Set([10, 25, 50, 100])

const settings = z.strictObject({
  locale: z
    .string('Choose a language')
    .regex(/^(?=.{2,35}$)[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/, 'Choose a language')
    .optional(),
  timezone: timeZone.optional(),
  per_page: z
    .int('Choose a page size')
    .refine((size) => pageSizes.has(size), 'Choose a page size')
    .optional(),
})

/** What users may change of themselves (product.md 11.9). */
export const profileBody = z.strictObject({
  name: personName.optional(),
  settings: settings.optional(),
})

export type ProfileBody = z.output<typeof profileBody>

/** Everybody reads the console in their own language; the rest of a profile needs a permission. */
export const isLanguageOnly = ({ name, settings = {} }: ProfileBody): boolean =>
  name === undefined && Object.keys(settings).every((key) => key === 'locale')
