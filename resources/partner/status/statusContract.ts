import { z } from 'zod'

import { byId, dataOf, keyHeader } from '#contract'

import { msg } from '../../msg.ts'
import { returnReasons } from '../../sending/send/returnReasons.ts'

const tags = ['Partner']

/** Most rows of one call. */
const maxRows = 500

const fieldErrors = z.record(z.string(), z.array(z.string()))

export const tellContract = {
  tags,
  summary: 'A broker tells the statuses of up to 500 leads that were sent to it',
  headers: keyHeader,
  body: z.array(z.unknown()).min(1).max(maxRows),
  response: {
    207: z.object({
      data: z.array(
        z.object({
          index: z.int(),
          state: z
            .enum(['updated', 'kept', 'unknown_lead', 'refused'])
            .describe(
              'What is kept is of a call of ours that is not answered yet: it is written then',
            ),
          /** Our id of the lead. */
          id: z.int().optional(),
          errors: fieldErrors.optional(),
        }),
      ),
      summary: z.object({
        total: z.int(),
        updated: z.int(),
        kept: z.int(),
        unknown_lead: z.int(),
        refused: z.int(),
      }),
    }),
  },
}

export type StatusesAnswer = z.output<(typeof tellContract.response)[207]>

const reasons = Object.keys(returnReasons) as (keyof typeof returnReasons)[]

export const returnContract = {
  tags,
  summary: 'A broker gives back a lead that was sent to it',
  params: byId,
  headers: keyHeader,
  body: z
    .strictObject({
      reason: z.enum(reasons, msg('partner_no_reason', { reasons: reasons.join(', ') })),
      note: z.string().max(200).nullish().meta({ description: 'Needed where the reason is other' }),
    })
    .refine(({ reason, note }) => reason !== 'other' || note?.trim(), {
      path: ['note'],
      error: msg('say_what_the_reason_is'),
    }),
  response: { 200: dataOf(z.object({ id: z.int(), state: z.literal('returned') })) },
}
