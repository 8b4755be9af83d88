import { z } from 'zod'

import { byId } from '#contract'

const receiver = z.object({
  name: z.string().describe('Its broker and the department'),
  send: z.int().describe('The last send that reached it, or may have'),
  state: z.string().describe('What became of that send'),
  at: z.string(),
})

/** A department that has received a person, or may have. */
export type Receiver = z.output<typeof receiver>

export const receiversContract = {
  tags: ['Leads'],
  summary: 'The departments that have received the person of a lead, or may have, by any lead',
  params: byId,
  response: { 200: z.object({ data: z.array(receiver) }) },
}
