import { z } from 'zod'

import { dataOf, periodQuery, type DataOf } from '#contract'

const part = z.object({
  rows: z.array(
    z.object({
      id: z.int().nullable().describe('Null for leads without any'),
      label: z.string(),
      count: z.int(),
    }),
  ),
  others: z.int().describe('Leads of all others together'),
})

export const breakdownContract = {
  tags: ['Dashboard'],
  summary: 'Leads of the last days by source, country and status, without tests',
  querystring: periodQuery,
  response: {
    200: dataOf(
      z.object({ source: part.optional(), country: part.optional(), status: part.optional() }),
    ),
  },
}

export const todayContract = {
  tags: ['Dashboard'],
  summary: 'The numbers of today, and of the days before to the same time',
  response: {
    200: dataOf(
      z.object({
        until: z.iso.datetime().describe('The last quarter of an hour that is over'),
        cards: z.array(
          z.object({
            label: z.string(),
            value: z.int(),
            usual: z.number().describe('The mean of the seven days before, to the same time'),
            before: z.array(z.int()).describe('Each of them, the last one is yesterday'),
          }),
        ),
      }),
    ),
  },
}

export type Today = DataOf<typeof todayContract>
export type Breakdown = DataOf<typeof breakdownContract>
export type BreakdownPart = z.output<typeof part>
