import { z } from 'zod'

import { encodings, importOptions } from '#contract'

/** What an import keeps of how it was ordered, in `imports.options`. */
export const storedOptions = z.object({
  /** Same file, same order: the same text. */
  key: z.string(),
  size: z.number(),
  headers: z.array(z.string()),
  encoding: z.enum(encodings),
  reading: z.object({
    delimiter: z.string(),
    quote: z.string(),
    escape: z.string(),
    spreadsheet: z.boolean().optional(),
    ignore_first_line: z.boolean(),
  }),
  ...importOptions.pick({
    mapping: true,
    settings: true,
    date_order: true,
    decimal_sign: true,
    mode: true,
    duplicates: true,
  }).shape,
  /** The job that goes on with the records. */
  follow: z
    .object({ type: z.string(), name: z.string(), parameters: z.record(z.string(), z.unknown()) })
    .optional(),
})

export type StoredOptions = z.infer<typeof storedOptions>
