import { z } from 'zod'

import { encodings, importMapping } from '#contract'

/** What an import keeps of how it was ordered, in `imports.options`. */
export const keptOptions = z.object({
  /** Same file, same order: the same text. */
  key: z.string(),
  size: z.number(),
  headers: z.array(z.string()),
  encoding: z.enum(encodings),
  reading: z.object({
    delimiter: z.string(),
    quote: z.string(),
    escape: z.string(),
    ignore_first_line: z.boolean(),
  }),
  mapping: importMapping,
  settings: z.record(z.string(), z.unknown()),
  date_order: z.enum(['ymd', 'dmy', 'mdy']),
  decimal_sign: z.enum(['.', ',']),
})

export type KeptOptions = z.infer<typeof keptOptions>
