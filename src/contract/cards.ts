import { z } from 'zod'

import { periods } from '#schema'

import { dataOf, type DataOf } from './contract.ts'

/** How often something happened on each of some days, and on as many days before. */
export const seriesShape = {
  value: z.number().describe('The sum of the days shown'),
  percentage: z.number().describe('Against as many days before'),
  before: z.number().optional().describe('The sum of as many days before'),
  increase: z.boolean().describe('Whether it is not less'),
  labels: z.array(z.iso.date()).describe('Days in your time zone; today is the last'),
  datasets: z.array(z.number()),
}

export const periodQuery = z.object({
  days: z.coerce.number<string>().pipe(z.literal(periods)).default(7).describe('How many days'),
})

const declared = z.object({
  resource: z.string(),
  card: z.string(),
  ...seriesShape,
})

export const declaredCardsContract = {
  tags: ['Dashboard'],
  summary: 'The cards of the last days',
  querystring: periodQuery,
  response: { 200: dataOf(z.array(declared)) },
}

const series = z.object(seriesShape)

export type Series = z.output<typeof series>

/** A declared card with its numbers. */
export type CardNumbers = DataOf<typeof declaredCardsContract>[number]
