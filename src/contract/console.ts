import { z } from 'zod'

import { contentOf, dataOf, documented } from './contract.ts'

const tags = ['Console']
const address = z.string().optional()

export const health = {
  tags,
  summary: 'Whether the server answers',
  response: { 200: dataOf(z.object({ status: z.literal('ok') })) },
}

export const help = {
  tags,
  summary: 'The addresses of the help menu',
  response: {
    200: dataOf(z.object({ documentation: address, support: address, contact: address })),
  },
}

export const events = {
  tags,
  summary: 'What changes, as it changes: server-sent events without values',
  response: { 200: contentOf('text/event-stream') },
}

export const openApi = {
  tags,
  summary: 'The calls you may make, as OpenAPI 3.1',
  response: { 200: documented({ type: 'object' }) },
}
