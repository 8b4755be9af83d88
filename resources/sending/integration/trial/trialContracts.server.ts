import { z } from 'zod'

import { byId, dataOf, documented, keyHeader } from '#contract'

import { integration } from '../integration.ts'

const tags = [integration.label]
const object = documented({ type: 'object' })

/** What somebody typed in the place of a lead's own values. */
const typed = z.record(z.string().max(60), z.string().max(2_000)).optional()
const leadId = z.int().positive().optional()

const request = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
})

const warnings = z.array(z.object({ place: z.string(), message: z.string() }))

export const previewContract = {
  tags,
  summary: 'What a call would be, without secrets; nothing leaves',
  body: z.strictObject({
    values: z.record(z.string().max(60), z.unknown()).optional(),
    lead: leadId,
    typed,
  }),
  response: {
    200: dataOf(
      z.object({
        request: request.optional(),
        refused: z.string().optional(),
        message: z.string().optional(),
        faults: z.record(z.string(), z.array(z.string())),
        warnings,
      }),
    ),
  },
}

export const previewOneContract = {
  ...previewContract,
  summary: 'What a call of a kept integration would be, without secrets; nothing leaves',
  params: byId,
}

export const testContract = {
  tags,
  summary: 'Make a real call with a test lead, and say what the answer means',
  params: byId,
  headers: keyHeader,
  body: z.strictObject({ lead: leadId, typed }),
  response: {
    200: dataOf(
      z.object({
        send: z.int(),
        request: request.optional(),
        answer: object.optional(),
        outcome: object,
        rows: z.array(z.int()),
        proposal: z.array(object),
      }),
    ),
  },
}

export const templatesContract = {
  tags,
  summary: 'Beginnings for integrations',
  response: { 200: dataOf(z.array(z.object({ template: z.string(), values: object }))) },
}

export const healthContract = {
  tags,
  summary: 'How an integration is doing',
  params: byId,
  response: { 200: dataOf(object) },
}

export const allHealthContract = {
  tags,
  summary: 'How all integrations are doing',
  response: { 200: dataOf(z.array(object)) },
}
