import { z } from 'zod'

import { cleanLine, operations, type Filter } from '#schema'
import { msg } from '../texts/serverMsg.ts'
import {
  byId,
  contentOf,
  dataOf,
  documented,
  queryMessage,
  refusedWith,
  type DataOf,
} from './contract.ts'

const tags = ['Console']
const address = z.string().optional()

const health = {
  tags,
  summary: 'Whether the server answers',
  response: { 200: dataOf(z.object({ status: z.literal('ok') })) },
}

const help = {
  tags,
  summary: 'The addresses of the help menu',
  response: {
    200: dataOf(z.object({ documentation: address, support: address, contact: address })),
  },
}

const events = {
  tags,
  summary: 'What changes, as it changes: server-sent events without values',
  response: { 200: contentOf('text/event-stream') },
}

const openApi = {
  tags,
  summary: 'The calls you may make, as OpenAPI 3.1',
  response: { 200: documented({ type: 'object' }) },
}

export const consoleContract = { health, help, events, openApi }

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

const textQuery = {
  text: z
    .string(badText)
    .overwrite(cleanLine)
    .min(2, badText)
    .max(200, badText)
    .describe('Words, or the number of a record: 123, #123'),
}

const searching = { tags: ['Console'], response: { 200: answer } }

const byAddress = {
  ...searching,
  summary: 'Find records in all resources at once',
  querystring: z.strictObject(textQuery),
}

const byBody = {
  ...searching,
  summary: 'The same for words out of addresses',
  body: refusedWith(z.strictObject(textQuery, badBody), 400, queryMessage),
}

export const searchContract = { byAddress, byBody }

const names = z.array(z.string()).readonly()

const why = {
  tags: ['Permissions'],
  summary: 'Why somebody with one role may or may not do something',
  params: byId,
  querystring: refusedWith(
    z.strictObject({
      resource: z.string().max(60),
      operation: z.enum(operations),
      record: z.coerce
        .number()
        .int()
        .positive()
        .optional()
        .describe('To learn whether the rule lets it through'),
    }),
    400,
    msg('ask_with_a_resource_an_operation_and'),
  ),
  response: {
    200: dataOf(
      z.object({
        answer: z
          .enum(['all', 'some', 'none', 'never'])
          .describe('`never`: an operation that nobody has'),
        remedies: z
          .array(z.object({ grant: names, withdraw: names }))
          .readonly()
          .describe('Any one of these sets of permissions would open more'),
        only: z
          .custom<Filter>()
          .optional()
          .describe('With `some`: the condition that a record must satisfy'),
        fields: z
          .array(
            z.object({
              field: z.string(),
              state: z.enum(['hidden', 'masked', 'read_only']),
              permission: z.string(),
            }),
          )
          .describe('The fields that are not open, each with the permission that would open it'),
        record: z
          .boolean()
          .nullable()
          .optional()
          .describe('Whether the rule lets the record through; null when there is none'),
      }),
    ),
  },
}

/** What the gate would answer somebody with the role who asks for one operation of one resource. */
export type Decision = DataOf<typeof why>

const whyOfUser = { ...why, summary: 'Why a user may or may not do something' }

export const explainContract = { why, whyOfUser }
