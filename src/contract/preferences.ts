import { z } from 'zod'

import { field, kindOf } from '#schema'
import { doneWith, moment } from './contract.ts'
import { msg } from '../texts/serverMsg.ts'

const tags = ['Profile']

/** Most characters of one value as JSON. */
const maxValueLength = 8_192
const oneYearMs = 365 * 24 * 3_600_000

const json = field.json()
const badKey = 'A key has only a–z, 0–9, _ and dots, and at most 100 characters'
const byKey = z.object({
  key: z.string().regex(/^(?=.{1,100}$)[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*$/, badKey),
})

export const list = {
  tags,
  summary: 'How you like to see the console',
  response: {
    200: z.object({
      data: z.record(z.string(), z.unknown()),
      meta: z.object({ updated_at: z.record(z.string(), moment) }),
    }),
  },
}

const preference = z.object({ key: z.string(), value: z.unknown(), updated_at: moment })

export type Preference = z.output<typeof preference>

const change = z.strictObject({
  value: z
    .pipe(kindOf(json).schema(json), z.unknown())
    .refine(
      (value) => JSON.stringify(value).length <= maxValueLength,
      msg('too_large_at_most_8_kb'),
    ),
  age: z
    .int()
    .min(0)
    .max(oneYearMs)
    .default(0)
    .describe('Milliseconds since you made the change; an older one than the server’s is dropped'),
})

export type PreferenceChange = z.output<typeof change> & z.output<typeof byKey>

export const write = {
  tags,
  summary: 'Keep one preference, unless a newer one is there',
  params: byKey,
  body: change,
  response: { 200: doneWith(preference) },
}

export const remove = {
  tags,
  summary: 'Forget one preference',
  params: byKey,
  response: { 200: doneWith(byKey) },
}
