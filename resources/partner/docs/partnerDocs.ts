import { z } from 'zod'

import { byId, dataOf, type DataOf } from '#contract'

const describedField = z.object({
  name: z.string(),
  type: z.enum([
    'text',
    'email',
    'phone',
    'number',
    'amount',
    'boolean',
    'date',
    'moment',
    'code',
    'url',
  ]),
  max: z.int().nullable().describe('Characters'),
})

const partnerDocs = z.object({
  auth_type: z.enum(['none', 'token', 'basic', 'signature']),
  headers: z.array(z.string()).describe('What each call must carry'),
  calls_per_minute: z.int(),
  endpoints: z.array(
    z.object({
      name: z.enum(['take', 'take_many', 'show', 'search', 'tell', 'return', 'docs']),
      method: z.enum(['GET', 'POST']),
      path: z.string(),
    }),
  ),
  lead_fields: z
    .array(describedField)
    .describe('Of a lead that is brought: an email or a phone is needed'),
  status_fields: z
    .array(describedField)
    .describe(
      'Of a row of statuses: the status, and one of id, send_id and api_lead_id are needed',
    ),
  return_reasons: z.array(z.string()),
  example: z.string().nullable().describe('For a shell; null while the API is closed'),
})

const response = { 200: dataOf(partnerDocs) }

export const ownDocsContract = {
  tags: ['Partner'],
  summary: 'What the partner may call, how, and with which fields',
  response,
}

export const departmentDocsContract = {
  tags: ['Broker departments'],
  summary: 'What the department may call as a partner, how, and with which fields',
  params: byId,
  response,
}

export type PartnerDocs = DataOf<typeof departmentDocsContract>
export type DescribedField = PartnerDocs['lead_fields'][number]
