import { z } from 'zod'

import { byId, dataOf, documented, keyHeader, moment } from '#contract'

import { msg } from '../../msg.ts'
import { partnerFields } from './partnerFields.ts'

const tags = ['Partner']

/** One lead. What is wrong with it is said by field where it is taken in, so that nothing is lost. */
const oneLead = documented({
  type: 'object',
  properties: {
    ...Object.fromEntries(
      partnerFields.map((name) => [name, { type: ['string', 'number', 'null'] }]),
    ),
    is_test: { type: 'boolean' },
  },
})

const state = z.enum(['accepted', 'updated', 'duplicate', 'refused'])
const fieldErrors = z.record(z.string(), z.array(z.string()))

/** Most leads of one call. */
const maxLeads = 500

export const takeContract = {
  tags,
  summary: 'A partner brings a lead',
  headers: keyHeader,
  body: oneLead,
  response: {
    201: dataOf(
      z.object({
        id: z.int(),
        state: z.literal('accepted'),
        external_id: z.string().nullable(),
      }),
    ),
    200: dataOf(
      z.object({
        id: z.int().optional().describe('Of a lead that the partner brought itself'),
        state: z.literal('updated'),
        external_id: z.string().nullable(),
      }),
    ).describe('The lead was there already, and what it lacked was filled'),
  },
}

export const takeManyContract = {
  tags,
  summary: 'A partner brings up to 500 leads',
  headers: keyHeader,
  body: z.array(z.unknown()).min(1).max(maxLeads),
  response: {
    207: z.object({
      data: z.array(
        z.object({
          index: z.int(),
          state,
          id: z.int().optional(),
          external_id: z.string().nullish(),
          duplicate_of: z.int().optional(),
          message: z.string().optional(),
          errors: fieldErrors.optional(),
        }),
      ),
      summary: z.object({
        total: z.int(),
        accepted: z.int(),
        updated: z.int(),
        duplicate: z.int(),
        refused: z.int(),
      }),
    }),
  },
}

/** A lead as who brought it sees it. The last six are there only where its source shows them (product.md 8.3). */
const shownLead = z.object({
  id: z.int(),
  state: z.literal('accepted'),
  external_id: z.string().nullable(),
  click_id: z.string().nullable(),
  is_test: z.boolean(),
  created_at: moment,
  status: z.string().nullable().optional(),
  status_group: z.string().nullable().optional(),
  status_at: moment.nullable().optional(),
  ftd: z.boolean().optional(),
  ftd_at: moment.nullable().optional(),
  /** The broker gave no date, or one that cannot be: `ftd_at` is when we found the deposit. */
  ftd_detected: z.boolean().optional(),
})

export type ShownLead = z.infer<typeof shownLead>

export const showContract = {
  tags,
  summary: 'A lead that the partner brought',
  params: byId,
  response: { 200: dataOf(shownLead) },
}

const day = z.union([z.iso.date(), z.iso.datetime({ offset: true })], msg('partner_no_date'))
const number = (max: number, standard: number) =>
  z.coerce.number<string>().int().min(1).max(max).default(standard)

export const searchContract = {
  tags,
  summary: 'The leads that the partner brought',
  querystring: z.strictObject({
    from: day.optional(),
    to: day.optional(),
    date: z.enum(['created', 'status', 'ftd']).default('created'),
    page: number(100_000, 1),
    per_page: number(500, 50),
  }),
  response: {
    200: z.object({
      data: z.array(shownLead),
      meta: z.object({ page: z.int(), per_page: z.int(), total: z.int() }),
    }),
  },
}

export type LeadSearch = z.output<typeof searchContract.querystring>
