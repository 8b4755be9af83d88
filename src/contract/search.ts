import { z } from 'zod'

import { cleanLine } from '#schema'
import { queryMessage, refusedWith } from './contract.ts'
import { msg } from '../texts/serverMsg.ts'

const found = z.object({
  id: z.int(),
  title: z.string(),
  detail: z
    .string()
    .nullable()
    .describe('Another field that was searched, masked where you see it masked'),
  open: z.enum(['show', 'edit']).nullable().describe('The view in which you may open it'),
  embed: z
    .record(z.string(), z.unknown())
    .describe('Fields that travel with the title: colours, a flag'),
})

const foundOf = z.object({ resource: z.string(), records: z.array(found), has_more: z.boolean() })

const answer = z.object({
  data: z.array(foundOf),
  meta: z.object({
    left_out: z.array(z.string()).describe('Resources in which the search took too long'),
  }),
})

export type Found = z.output<typeof found>
export type FoundOf = z.output<typeof foundOf>
export type SearchAnswer = z.output<typeof answer>

const badText = 'text must have 2 to 200 characters.'
const badBody = msg('send_the_words_as_a_json_object')

const words = {
  text: z
    .string(badText)
    .overwrite(cleanLine)
    .min(2, badText)
    .max(200, badText)
    .describe('Words, or the number of a record: 123, #123'),
}

const contract = { tags: ['Console'], response: { 200: answer } }

export const byAddress = {
  ...contract,
  summary: 'Find records in all resources at once',
  querystring: z.strictObject(words),
}

export const byBody = {
  ...contract,
  summary: 'The same for words out of addresses',
  body: refusedWith(z.strictObject(words, badBody), 400, queryMessage),
}
