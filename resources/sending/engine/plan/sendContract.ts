import { z } from 'zod'

import { dataOf, doneWith, jobOnly, keyHeader } from '#contract'

import { maxDepartments } from './maxDepartments.ts'

const count = z.int().min(1).max(1_000_000).nullish()
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** What the dialog asks for beside the leads (product.md 6.1). */
export const sendValues = z.strictObject({
  departments: z
    .array(z.int().positive())
    .min(1)
    .max(20)
    .meta({ description: 'One, or those of a rotation' }),
  max_departments: z.int().min(1).max(20).default(maxDepartments).meta({
    description: 'Of a rotation: departments that one lead is offered to in turn, at most',
  }),
  integration: z.int().positive().nullish(),
  scheduled_at: z.iso.datetime({ offset: true }).nullish(),
  order: z.enum(['oldest', 'newest', 'shuffle']).default('oldest'),
  pacing: z
    .strictObject({
      interval_min: z.int().min(0).max(86_400).nullish(),
      interval_max: z.int().min(0).max(86_400).nullish(),
      per_hour: count,
      per_day: count,
      window_from: time.nullish(),
      window_to: time.nullish(),
      weekdays: z.array(z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])).nullish(),
    })
    .optional(),
  is_canary: z.boolean().default(false).meta({ description: 'Send the first 5, then ask' }),
  stop_percent: z.int().min(1).max(100).default(50),
  stop_first: z.int().min(1).max(1_000).default(20),
  is_forced: z.boolean().default(false).meta({
    description: 'Leads that may be at another department too; needs lead.send.force',
  }),
  note: z.string().max(500).nullish(),
})

export type SendValues = z.output<typeof sendValues>

/** Leads by their ids, or all that a filter matches but some; or those of sends that are selected so. */
const selection = {
  of: z
    .enum(['leads', 'sends'])
    .default('leads')
    .meta({ description: 'What is selected: leads, or sends whose leads go elsewhere' }),
  ids: z.array(z.int().positive()).min(1).max(10_000).optional(),
  filter: z.record(z.string(), z.unknown()).optional(),
  exclude: z.array(z.int().positive()).max(10_000).optional(),
  values: sendValues,
}

const preview = z.object({
  count: z.int().meta({ description: 'Leads that are selected' }),
  checked: z.int().meta({ description: 'Those that were looked at one by one, the first ones' }),
  planned: z.int(),
  waiting: z.int().meta({ description: 'Those of the planned that cannot go at once' }),
  skipped: z.int(),
  departments: z.array(z.object({ id: z.int(), count: z.int() })),
  reasons: z.array(
    z.object({
      department: z
        .int()
        .meta({ description: 'Of a rotation the one that it waits for, or the first of all' }),
      status: z.string(),
      message: z.string().nullable().describe('More about it, where there is more than one cause'),
      others: z
        .array(
          z.object({ department: z.int(), status: z.string(), message: z.string().nullable() }),
        )
        .describe('Why the other departments of a rotation do not take them now either'),
      count: z.int(),
      waits: z.boolean(),
      leads: z.array(z.object({ id: z.int(), name: z.string() })).max(10),
    }),
  ),
  sample: z
    .object({
      department: z.int(),
      method: z.string(),
      url: z.string(),
      body: z.string().nullable(),
    })
    .nullable()
    .meta({ description: 'What the first lead would be sent as, contacts masked' }),
  confirm_token: z.string(),
})

export type SendPreview = z.output<typeof preview>

const tags = ['Leads']

export const previewContract = {
  tags,
  summary: 'What would become of leads that are sent',
  body: z.strictObject(selection),
  response: { 200: dataOf(preview) },
}

export const sendContract = {
  tags,
  summary: 'Send leads, as the preview has shown it',
  headers: keyHeader,
  body: z.strictObject({
    ...selection,
    expected_count: z.int().min(1),
    confirm_token: z.string().max(100),
  }),
  response: { 202: doneWith(jobOnly) },
}
