import { z } from 'zod'

import { moment } from '../../server/kernel/describe.ts'

const change = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })

const entry = z.object({
  id: z.int(),
  at: moment,
  action: z.string(),
  version: z.int().nullable(),
  user: z.object({ id: z.int(), label: z.string().nullable() }).nullable(),
  job_id: z.int().nullable(),
  changes: z.array(change),
})

/** `History` for readers of the API. */
export const historyAnswer = z.object({
  data: z.array(entry),
  meta: z.object({
    next: z.int().nullable().describe('The `before` that asks for older entries'),
    labels: z
      .record(z.string(), z.record(z.string(), z.string()))
      .describe('What the records are called that values point at, by field and id'),
  }),
})
