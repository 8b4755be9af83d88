import { z } from 'zod'

import { dataOf } from '#contract'

import { entryTypes } from './blackList.ts'

type EntryType = keyof typeof entryTypes

const counted = z.object({
  leads: z
    .int()
    .nullable()
    .describe(
      'Counted up to 10,000; null for what is no value of the type, and where they take long',
    ),
  is_later: z.boolean().describe('They are looked for by a job once the entry is made'),
  is_growing: z
    .boolean()
    .describe('Leads of an earlier release still wait for their fingerprints: more may be blocked'),
})
export type CountedLeads = z.output<typeof counted>

/** How many leads an entry would block that is not made yet. */
export const countContract = {
  tags: ['Black list'],
  summary: 'How many existing leads an entry would block that holds everywhere',
  body: z.strictObject({
    type: z.literal(Object.keys(entryTypes) as EntryType[]),
    value: z.string().max(300),
  }),
  response: { 200: dataOf(counted) },
}
