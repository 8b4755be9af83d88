import { z } from 'zod'

import type { Resource } from '#schema'
import { byId, contentOf, dataOf, doneWith, keyHeader, type DataOf } from './contract.ts'
import { encodings } from './encodings.ts'
import { msg } from '../texts/serverMsg.ts'

/** No line end, NUL or half of a character. */
const character = z
  .string()
  .refine((text) => [...text].length === 1 && !/[\0\r\n\p{Cs}]/u.test(text), {
    error: msg('give_one_character'),
  })

/** How a file is read. What is left out is guessed or usual. */
const readingOptions = z.strictObject({
  upload_id: z.uuid(msg('upload_the_file_first')),
  delimiter: character.optional(),
  quote: z.union([character, z.literal('')]).default('"'),
  escape: character.default('"'),
  ignore_first_line: z.boolean().default(true),
  encoding: z.enum(encodings).optional(),
})

/** Which column becomes which field, by place; null leaves a column out. */
export const importMapping = z.array(z.string().max(60).nullable()).min(1).max(1_000)

export const importOptions = z.strictObject({
  ...readingOptions.shape,
  mapping: importMapping,
  settings: z.record(z.string(), z.unknown()).default({}),
  date_order: z.enum(['ymd', 'dmy', 'mdy']).default('ymd'),
  decimal_sign: z.enum(['.', ',']).default('.'),
})

export type ReadingOptions = z.output<typeof readingOptions>
export type ImportOptions = z.output<typeof importOptions>

const warning = z.string().optional().describe('The very same file has come in before')

const started = z.object({ id: z.int(), job_id: z.int(), warning })
export type ImportStarted = z.output<typeof started>

export const preview = ({ label }: Resource) => ({
  tags: [label],
  summary: 'What an import of an uploaded file would find',
  body: readingOptions,
  response: {
    200: dataOf(
      z.object({
        encoding: z.enum(encodings),
        encodings: z
          .array(z.object({ encoding: z.enum(encodings), example: z.string() }))
          .optional()
          .describe(
            'What else it may be, when the encoding is not certain: the import wants one chosen',
          ),
        total: z.int().optional().describe('Rows of the whole file that are not blank'),
        delimiter: z.string(),
        headers: z.array(z.string()),
        rows: z.array(z.array(z.string())),
        guess: z.array(z.string().nullable()).describe('The field that each column may be'),
        warning,
      }),
    ),
  },
})

export type ImportPreview = DataOf<ReturnType<typeof preview>>

export const begin = ({ label }: Resource) => ({
  tags: [label],
  summary: 'Import an uploaded file as a job',
  headers: keyHeader,
  body: importOptions,
  response: { 202: doneWith(started) },
})

export const report = ({ label }: Resource) => ({
  tags: [label],
  summary: 'The rows that an import refused, and why',
  params: byId,
  response: { 200: contentOf('text/csv') },
})
