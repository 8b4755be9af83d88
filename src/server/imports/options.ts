import { z } from 'zod'

import { encodings } from './encoding.ts'

/** No line end, NUL or half of a character. */
const character = z
  .string()
  .refine((text) => [...text].length === 1 && !/[\0\r\n\p{Cs}]/u.test(text), {
    error: 'Give one character',
  })

/** How a file is read. What is left out is guessed or usual. */
export const readingOptions = z.strictObject({
  upload_id: z.uuid('Upload the file first'),
  delimiter: character.optional(),
  quote: z.union([character, z.literal('')]).default('"'),
  escape: character.default('"'),
  ignore_first_line: z.boolean().default(true),
  encoding: z.enum(encodings).optional(),
})

/** Which column becomes which field, by place; null leaves a column out. */
const mapping = z.array(z.string().max(60).nullable()).min(1).max(1_000)

export const importOptions = z.strictObject({
  ...readingOptions.shape,
  mapping,
  settings: z.record(z.string(), z.unknown()).default({}),
  date_order: z.enum(['ymd', 'dmy', 'mdy']).default('ymd'),
  decimal_sign: z.enum(['.', ',']).default('.'),
})

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
  mapping,
  settings: z.record(z.string(), z.unknown()),
  date_order: z.enum(['ymd', 'dmy', 'mdy']),
  decimal_sign: z.enum(['.', ',']),
})

export type ReadingOptions = z.infer<typeof readingOptions>
export type ImportOptions = z.infer<typeof importOptions>
export type KeptOptions = z.infer<typeof keptOptions>
