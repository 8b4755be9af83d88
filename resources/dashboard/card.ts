import { z } from 'zod'

import { dataOf, periodQuery, seriesShape, type DataOf } from '#contract'

export const cardsContract = {
  tags: ['Dashboard'],
  summary: 'The numbers of the last days',
  querystring: periodQuery,
  response: { 200: dataOf(z.array(z.object({ label: z.string(), ...seriesShape }))) },
}

/** One card of the dashboard. */
export type Card = DataOf<typeof cardsContract>[number]
