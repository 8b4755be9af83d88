import { z } from 'zod'

import { contentOf, dataOf, type DataOf } from '#contract'

/** By what FTD statistics are grouped (product.md 9.4). */
const groupings = [
  'department',
  'broker',
  'company',
  'source',
  'country',
  'language',
  'funnel',
  'user',
  'day',
  'week',
  'month',
] as const

export type Grouping = (typeof groupings)[number]

/** What they are filtered by, by ids. */
export const filterNames = [
  'department',
  'broker',
  'company',
  'source',
  'country',
  'language',
  'user',
] as const

export type FilterName = (typeof filterNames)[number]

const ids = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,99}$/)
  .transform((text) => text.split(',').map(Number))
  .optional()

export const statisticsQuery = z
  .object({
    by: z.enum(groupings).default('department'),
    then_by: z.enum(groupings).optional().describe('Second grouping'),
    basis: z
      .enum(['send', 'ftd'])
      .default('send')
      .describe('`send`: FTDs of the sends of the days; `ftd`: FTDs that happened in the days'),
    from: z.iso.date().optional().describe('The first day; 30 days before the last unless given'),
    to: z.iso.date().optional().describe('The last day; today unless given'),
    department: ids,
    broker: ids,
    company: ids,
    source: ids,
    country: ids,
    language: ids,
    user: ids,
    funnel: z.string().max(120).optional(),
  })
  .strict()

export type StatisticsQuery = z.output<typeof statisticsQuery>

const numbers = {
  offered: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  failed: z.int(),
  unknown: z.int(),
  returned: z.int(),
  acceptance: z.number().nullable().describe('Accepted of offered, in percent'),
  ftds: z.int(),
  rate: z.number().nullable().describe('CR: FTDs of accepted, in percent'),
  median_days: z.number().nullable().describe('Days from the send to the FTD'),
  last_ftd_at: z.string().nullable(),
}

const part = z.object({
  key: z.union([z.string(), z.number()]).nullable(),
  label: z.string().nullable(),
})

export const statisticsContract = {
  tags: ['Broker departments'],
  summary: 'FTD statistics of sends, without tests',
  querystring: statisticsQuery,
  response: {
    200: dataOf(
      z.object({
        from: z.iso.date(),
        to: z.iso.date(),
        zone: z.string().describe('The time zone in which days begin'),
        as_of: z.string().nullable(),
        rows: z.array(z.object({ ...numbers, part, second: part.optional() })),
        is_cut: z.boolean().describe('Whether there are more rows than these'),
        total: z.object(numbers),
      }),
    ),
  },
}

export const exportContract = {
  tags: ['Broker departments'],
  summary: 'FTD statistics as a file',
  querystring: statisticsQuery,
  response: { 200: contentOf('text/csv') },
}

export type Statistics = DataOf<typeof statisticsContract>
export type StatisticsRow = Statistics['rows'][number]
export type StatisticsNumbers = Statistics['total']
