import { z } from 'zod'

import { byId, dataOf } from '#contract'

const receiver = z.object({
  name: z.string().describe('Its broker and the department'),
  send: z.int().describe('The last send that reached it, or may have'),
  state: z.string().describe('What became of that send'),
  at: z.string(),
})

/** A department that has received a person, or may have. */
export type Receiver = z.output<typeof receiver>

const text = z.string().nullable()

const report = z.object({
  consent_at: text,
  consent_text: text,
  consent_url: text,
  consent_ip: text,
  receivers: z
    .array(receiver)
    .describe('The departments that have received the person, or may have, by any lead'),
})

/** What a lead's person agreed to, and who has the person. */
export type PrivacyReport = z.output<typeof report>

export const privacyContract = {
  tags: ['Leads'],
  summary: 'What the person of a lead agreed to, and who has received the person',
  params: byId,
  response: { 200: dataOf(report) },
}
