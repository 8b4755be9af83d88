import { z } from 'zod'

import { dataOf, type DataOf } from '#contract'

export const cardsContract = {
  tags: ['Dashboard'],
  summary: 'The numbers of the last seven days',
  response: {
    200: dataOf(
      z.array(
        z.object({
          label: z.string(),
          value: z.int().describe('The sum of the days shown'),
          percentage: z.number().describe('Against the seven days before'),
          before: z.int().optional().describe('The sum of the seven days before'),
          increase: z.boolean().describe('Whether it is not less'),
          labels: z.array(z.iso.date()).describe('Days in your time zone; today is the last'),
          datasets: z.array(z.int()),
        }),
      ),
    ),
  },
}

/** One card of the dashboard. */
export type Card = DataOf<typeof cardsContract>[number]
