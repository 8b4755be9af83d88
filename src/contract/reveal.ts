import { z } from 'zod'

import { perPageLimit, type Resource } from '#schema'

import { byId } from './contract.ts'

const reason = z.string().trim().max(500).optional()

const values = z.record(z.string(), z.unknown())

const allowance = z.object({
  left: z.int().describe('Actions left within the hour'),
  limit: z.int(),
})

/** One record: one masked field of it, or all. */
const revealRecord = ({ label, one }: Resource) => ({
  tags: [label],
  summary: `Masked values of ${one} in the clear; the audit log keeps who asked`,
  params: byId,
  body: z.strictObject({ field: z.string().optional(), reason }),
  response: {
    200: z.object({
      data: z.union([z.object({ values }), z.object({ field: z.string(), value: z.unknown() })]),
      meta: allowance,
    }),
  },
})

/** The page of a list. */
const revealPage = ({ label }: Resource) => ({
  tags: [label],
  summary: `Masked values of a page of ${label} in the clear, by id`,
  body: z.strictObject({
    ids: z.array(z.int().positive()).min(1).max(perPageLimit),
    fields: z.array(z.string()).min(1).max(100).optional(),
    reason,
  }),
  response: { 200: z.object({ data: z.record(z.string(), values), meta: allowance }) },
})

export type RecordReveal = z.output<ReturnType<typeof revealRecord>['body']>

export type PageReveal = z.output<ReturnType<typeof revealPage>['body']>

/** Values in the clear, and how many more actions of the hour are left. */
export interface Revealed<Data> {
  readonly data: Data
  readonly meta: z.output<typeof allowance>
}

export const revealContract = { record: revealRecord, page: revealPage }
