import { z } from 'zod'

import { duplicateActions, importModes, type Resource } from '#schema'
import {
  byId,
  contentOf,
  dataOf,
  doneWith,
  idOnly,
  jobOnly,
  keyHeader,
  type DataOf,
} from './contract.ts'
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
  spreadsheet: z
    .boolean()
    .default(false)
    .describe('Made of a spreadsheet: the cell `Empty` is blank, which is a word in a CSV'),
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
  mode: z
    .enum(importModes)
    .default('new')
    .describe(
      '`fill` also writes what is empty in records that are there; `update` only changes those whose ids the file has; `outcomes` tells what became of records, where the resource has such files',
    ),
  duplicates: z
    .enum(duplicateActions)
    .default('usual')
    .describe(
      'What is done with rows that are there already: `usual` is what the resource says of them. In the mode `new` alone; `mark` may need a permission of its own',
    ),
  note: z.string().trim().max(500).default('').describe('Stands beside the import, for people'),
  check: z.boolean().default(false).describe('Saves nothing: only tells what an import would do'),
})

export type ReadingOptions = z.output<typeof readingOptions>
export type ImportOptions = z.output<typeof importOptions>

const warning = z.string().optional().describe('The very same file has come in before')

const started = z.object({ id: z.int(), job_id: z.int(), warning })
export type ImportStarted = z.output<typeof started>

export const preview = ({ label }: Resource) => ({
  tags: [label],
  summary: `What an import of an uploaded file would find: ${label}`,
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

export const before = ({ label }: Resource) => ({
  tags: [label],
  summary: `Whether an uploaded file was imported before: ${label}`,
  params: z.object({ id: readingOptions.shape.upload_id }),
  response: { 200: dataOf(z.object({ warning })) },
})

export type ImportedBefore = DataOf<ReturnType<typeof before>>

export const begin = ({ label }: Resource) => ({
  tags: [label],
  summary: `Import an uploaded file as a job: ${label}`,
  headers: keyHeader,
  body: importOptions,
  response: { 202: doneWith(started) },
})

export const report = ({ label }: Resource) => ({
  tags: [label],
  summary: `The rows that an import refused, and why: ${label}`,
  params: byId,
  response: { 200: contentOf('text/csv') },
})

export const undo = ({ label }: Resource) => ({
  tags: [label],
  summary: `Take back what an import has done, as far as nobody has worked with it since, as a job: ${label}`,
  params: byId,
  headers: keyHeader,
  response: { 202: doneWith(jobOnly) },
})

/** Checks an ordered file once more, or takes it in; `follow` is what may be asked to be done with the records then. */
export const proceed = ({ label }: Resource, summary: string, follow?: z.ZodType) => ({
  tags: [label],
  summary: `${summary}: ${label}`,
  params: byId,
  headers: keyHeader,
  ...(follow && { body: follow }),
  response: { 202: doneWith(started) },
})

export const cancel = ({ label }: Resource) => ({
  tags: [label],
  summary: `End the work on a file after the rows at hand; what is done stays done: ${label}`,
  params: byId,
  response: { 200: doneWith(idOnly) },
})

const importFound = z.object({
  id: z.int(),
  name: z.string(),
  state: z.string(),
  job_id: z.int().nullable(),
  total: z.int().describe('Rows of the file'),
  created: z.int(),
  updated: z.int().describe('Rows whose record was there and was filled or changed'),
  refused: z.int(),
  undone: z.int().describe('Records that were taken back'),
  undo_job: z.int().nullable(),
  follow_job: z.int().nullable().describe('The job that goes on with the records'),
  may_undo: z.boolean(),
  is_check: z.boolean().describe('Whether the last work on it was a check, which saves nothing'),
  checked: z
    .object({ created: z.int(), updated: z.int(), refused: z.int() })
    .nullable()
    .describe('What a check has found: nothing of it is saved'),
  mode: z.enum(importModes),
  duplicates: z.enum(duplicateActions),
  order: importOptions
    .pick({ mapping: true, settings: true, date_order: true, decimal_sign: true })
    .nullable()
    .describe('How it was ordered, for the person who did'),
  message: z.string().nullable(),
  note: z.string().nullable(),
  has_file: z.boolean().describe('Whether it may still be checked or taken in'),
  headers: z.array(z.string()),
  reasons: z.array(z.object({ code: z.string(), count: z.int(), example: z.string() })),
  remarks: z
    .array(
      z.object({ code: z.string(), message: z.string(), count: z.int(), rows: z.array(z.int()) }),
    )
    .describe('What was noticed of rows that came in all the same, with the first of them'),
  problems: z.array(
    z.object({
      row_number: z.int(),
      code: z.string(),
      reason: z.string(),
      cells: z.array(z.string()),
    }),
  ),
})

export type ImportFound = z.output<typeof importFound>

export const one = ({ label }: Resource) => ({
  tags: [label],
  summary: `How an import stands, its counts, its refused rows by reason and the first of them: ${label}`,
  params: byId,
  response: { 200: dataOf(importFound) },
})

const templateContent = z.strictObject({
  columns: z.record(z.string().max(1_000), z.string().max(60)).describe('Fields by header'),
  settings: z.record(z.string(), z.unknown()).default({}),
  date_order: importOptions.shape.date_order,
  decimal_sign: importOptions.shape.decimal_sign,
  mode: importOptions.shape.mode,
  duplicates: importOptions.shape.duplicates,
  reading: readingOptions
    .pick({ delimiter: true, quote: true, escape: true, ignore_first_line: true })
    .optional()
    .describe('How the file was cut into cells; of a spreadsheet there is none'),
})

const templateBody = templateContent.extend({ name: z.string().trim().min(1).max(80) })
const storedTemplate = templateBody.extend({ id: z.int() })

export type ImportTemplate = z.output<typeof storedTemplate>

export const templates = ({ label }: Resource) => ({
  tags: [label],
  summary: `How you have files taken in, kept under names: ${label}`,
  response: {
    200: dataOf(z.array(storedTemplate)).extend({
      columns: z
        .record(z.string(), z.array(z.string()))
        .describe('What the columns of files are called in every language, by the field'),
    }),
  },
})

export const keepTemplate = ({ label }: Resource) => ({
  tags: [label],
  summary: `Keep how files are taken in; what has the same name is replaced: ${label}`,
  body: templateBody,
  response: { 200: doneWith(idOnly) },
})

export const changeTemplate = ({ label }: Resource) => ({
  tags: [label],
  summary: `Change what is kept under a name, or the name: ${label}`,
  params: byId,
  body: templateBody,
  response: { 200: doneWith(idOnly) },
})

export const dropTemplate = ({ label }: Resource) => ({
  tags: [label],
  summary: `Forget how files are taken in: ${label}`,
  params: byId,
  response: { 200: doneWith(idOnly) },
})
