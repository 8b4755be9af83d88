import { z } from 'zod'

import { operations, type Filter } from '#schema'
import { byId, dataOf, refusedWith, type DataOf } from './contract.ts'
import { msg } from '../texts/serverMsg.ts'

const names = z.array(z.string()).readonly()

export const why = {
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
