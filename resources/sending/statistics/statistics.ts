import { z } from 'zod'

import { byId, contentOf, dataOf, fileDelimiter, type DataOf } from '#contract'

import { fileColumns, statisticsPeriods } from './statisticsNames.ts'
import { groupings } from './groupings.ts'

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
    period: z.enum(statisticsPeriods).default('last_30_days'),
    from: z.iso.date().optional().describe('The first day; that of the period unless given'),
    to: z.iso.date().optional().describe('The last day; that of the period unless given'),
    test: z.enum(['no', 'yes', 'both']).default('no').describe('Sends that are tests'),
    tag: z.coerce.number<string>().int().optional().describe('Sends of leads that have it'),
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
  summary: 'FTD statistics of sends',
  querystring: statisticsQuery,
  response: {
    200: dataOf(
      z.object({
        from: z.iso.date(),
        to: z.iso.date(),
        zone: z.string().describe('The time zone in which days begin'),
        as_of: z.string().nullable().describe('Later changes are not counted yet'),
        rows: z.array(
          z.object({
            ...numbers,
            part,
            second: part.optional(),
            cap_today: z.string().nullable().optional().describe('By department: `12 / 50`'),
          }),
        ),
        is_cut: z.boolean().describe('Whether there are more rows than these'),
        total: z.object(numbers),
      }),
    ),
  },
}

export const departmentStatisticsContract = {
  ...statisticsContract,
  summary: 'FTD statistics of the sends to a department',
  params: byId,
}

const column = `(?:${fileColumns.join('|')})`

const fileQuery = statisticsQuery.extend({
  columns: z
    .string()
    .regex(new RegExp(`^${column}(?:,${column}){0,${fileColumns.length - 1}}$`))
    .transform((text) => new Set(text.split(',')))
    .optional()
    .describe('What stands beside the groupings; all of it unless given'),
  delimiter: fileDelimiter,
  bom: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true')
    .describe('Begins with a byte order mark, by which some spreadsheets know UTF-8'),
})

export type FileQuery = z.output<typeof fileQuery>

export const exportContract = {
  tags: ['Broker departments'],
  summary: 'FTD statistics as a file',
  querystring: fileQuery,
  response: { 200: contentOf('text/csv') },
}

export type Statistics = DataOf<typeof statisticsContract>
export type StatisticsRow = Statistics['rows'][number]
export type StatisticsNumbers = Statistics['total']
