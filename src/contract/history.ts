import { z } from 'zod'

import type { Resource } from '#schema'
import { byId, doneWith, moment, recordOf } from './contract.ts'

const change = z
  .object({ field: z.string(), before: z.unknown(), after: z.unknown() })
  .describe('Null is empty. Masked values arrive masked, secrets as •••')

const entry = z.object({
  id: z.int(),
  at: moment,
  action: z
    .string()
    .describe(
      '`create`, `update`, `delete`, `restore`, `reveal`, `export` or the name of an action',
    ),
  version: z.int().nullable().describe('The version that the write made'),
  user: z
    .object({ id: z.int(), label: z.string().nullable() })
    .nullable()
    .describe('Null for the system, and where you may not learn the names of others'),
  by: z
    .object({ resource: z.string(), id: z.int(), label: z.string() })
    .nullable()
    .optional()
    .describe('The record at whose word the system did it; null where you may not learn which'),
  job_id: z.int().nullable(),
  changes: z.array(change),
  note: z.string().optional().describe('What made the change, where it says so'),
  disclosed: z
    .object({ fields: z.array(z.string()), reason: z.string().nullable() })
    .optional()
    .describe(
      'What was shown in the clear or taken out, and why: for those who read the audit log',
    ),
})

const event = z.object({
  kind: z.literal('event'),
  event: z.string().describe('What happened, like `sent`'),
  at: moment,
  about: z
    .object({ resource: z.string(), id: z.int() })
    .nullable()
    .describe('The other record that tells it; null for the record itself'),
  values: z
    .record(z.string(), z.string())
    .describe('Names and words of it, as far as you may read them'),
})

const timeline = z.object({
  data: z.array(z.discriminatedUnion('kind', [entry.extend({ kind: z.literal('change') }), event])),
  meta: z.object({
    next: z.string().nullable().describe('The `before` that asks for what is older'),
    labels: z
      .record(z.string(), z.record(z.string(), z.string()))
      .describe('The titles of the records that values point at, by field and id'),
  }),
})

/** Lines of one page, the newest first: changes, and what else happened in the time between its ends. */
export type Timeline = z.output<typeof timeline>
export type TimelineLine = Timeline['data'][number]
/** What happened to a record beside its own changes. */
export type TimelineEvent = z.output<typeof event>
/** The changes of one page alone. */
export type History = {
  readonly data: readonly HistoryEntry[]
  readonly meta: Omit<Timeline['meta'], 'next'> & { readonly next: number | null }
}
/** One write of a record, as far as the user may see the record's fields. */
export type HistoryEntry = z.output<typeof entry>
/** One field before and after a write. */
export type FieldChange = z.output<typeof change>

export const read = ({ label, one }: Resource) => ({
  tags: [label],
  summary: `What changed on ${one}, and what else happened to it`,
  params: byId,
  querystring: z.strictObject({
    before: z
      .string()
      .regex(/^\d{1,16}(_-?\d{1,16})?$/)
      .optional()
      .meta({ description: 'As `next` says it, or the number of a change' }),
  }),
  response: { 200: timeline },
})

const reversion = z.strictObject({
  entry: z.int().positive().describe('Of the history: its old values come back'),
  version: z.int().positive().describe('Of the record, as it was looked at'),
})

export type Reversion = z.output<typeof reversion>

export const revert = (resource: Resource) => ({
  tags: [resource.label],
  summary: `Take a change of ${resource.one} back`,
  params: byId,
  body: reversion,
  response: { 200: doneWith(recordOf(resource)) },
})
