import { z } from 'zod'

import { byId, dataOf, doneWith, jobOnly, keyHeader } from '#contract'
import type { Resource } from '#schema'

/** How many records of a resource point at the one that is to go; of those that the user may not list, no name is told. */
const pointing = z.object({
  resource: z.string().nullable(),
  count: z.int(),
  is_more: z.boolean().describe('Whether there are more than that'),
})

const preview = z.object({
  pointing: z.array(pointing),
  refusal: z.string().nullable().describe('Why it cannot be done'),
})

export type MergePreview = z.output<typeof preview>

/** Merging a record into another of its resource: what it would move, and the job that does it. */
export const mergeContract = ({ label, one }: Resource) => ({
  preview: {
    tags: [label],
    summary: `What would become of the records that point at ${one}`,
    params: byId,
    querystring: z.object({ into: z.coerce.number<string>().int().positive().optional() }),
    response: { 200: dataOf(preview) },
  },
  start: {
    tags: [label],
    summary: `Merge ${one} into another`,
    description:
      'A job moves everything that points at it, and deletes it at the end. It cannot be undone; cancelled, it leaves both.',
    params: byId,
    headers: keyHeader,
    body: z.strictObject({ into: z.int().positive() }),
    response: { 202: doneWith(jobOnly) },
  },
})
