import { z } from 'zod'

import { byId, dataOf, type DataOf } from '#contract'

import { seenLimit } from '../../leads/statusSetting/brokerWord.ts'

export const brokerStatusesContract = {
  tags: ['Broker departments'],
  summary: 'The words that a department has for its sends, those that stand for no status first',
  params: byId,
  response: {
    200: dataOf(
      z.array(
        z.object({
          broker_status: z.string(),
          seen: z.int().describe(`Sends that have it, counted up to ${seenLimit}`),
          status: z
            .object({
              id: z.int(),
              label: z.string().nullable(),
              text_color: z.string(),
              bg_color: z.string(),
            })
            .nullable()
            .describe('Ours that it stands for'),
        }),
      ),
    ),
  },
}

export type BrokerStatus = DataOf<typeof brokerStatusesContract>[number]
