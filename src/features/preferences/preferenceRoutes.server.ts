import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { field, kindOf } from '#schema'

import { readBody } from '../../server/kernel/readBody.ts'
import type { Backend } from '../../server/kernel/backend.ts'
import { invalid } from '../../server/kernel/errors.ts'
import { doneWith, moment } from '../../server/kernel/describe.ts'
import { assertStorable } from '../../server/records/write/forbiddenText.ts'
import { readPreferences, removePreference, writePreference } from './preferences.server.ts'

interface ByKey {
  Params: { key: string }
}

/** Most characters of one value as JSON. */
const valueLimit = 8_192
const oneYear = 365 * 24 * 3_600_000

const json = field.json()

const preferenceBody = z.strictObject({
  value: kindOf(json)
    .schema(json)
    .refine((value) => JSON.stringify(value).length <= valueLimit, 'Too large: at most 8 KB'),
  age: z.int().min(0).max(oneYear).default(0),
})

/** How a person likes to see the console, kept for every browser they use. Nobody reaches another person's. */
export function preferenceRoutes(app: FastifyInstance, { database, business }: Backend): void {
  const access = 'signed-in'
  app.get('/profile/preferences', { config: { access, about: aboutAll } }, async ({ user }) => {
    const known = await readPreferences(database.sql, user.id)
    return {
      data: Object.fromEntries(known.map(({ key, value }) => [key, value])),
      meta: {
        updated_at: Object.fromEntries(known.map(({ key, updated_at }) => [key, updated_at])),
      },
    }
  })
  const path = '/profile/preferences/:key'
  app.put<ByKey>(path, { config: { access, about: aboutOne } }, async (request) => {
    const { user, params, body } = request
    const key = keyOf(params)
    const { value, age } = readBody(preferenceBody, body)
    assertStorable(business, { value })
    const data = await writePreference(database, user.id, { key, value, age })
    return { message: 'Preference successfully saved', data }
  })
  app.delete<ByKey>(path, { config: { access, about: aboutNone } }, async ({ user, params }) => {
    const key = keyOf(params)
    await removePreference(database.sql, user.id, key)
    return { message: 'Preference successfully deleted', data: { key } }
  })
}

function keyOf({ key }: ByKey['Params']): string {
  if (/^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*$/.test(key) && key.length <= 100) return key
  throw invalid({ key: ['A key has only a–z, 0–9, _ and dots, and at most 100 characters'] })
}

const group = 'Profile'

const aboutAll = {
  group,
  summary: 'How you like to see the console',
  answers: {
    200: z.object({
      data: z.record(z.string(), z.unknown()),
      meta: z.object({ updated_at: z.record(z.string(), moment) }),
    }),
  },
}

const aboutOne = {
  group,
  summary: 'Keep one preference, unless a newer one is there',
  body: z.object({
    value: z.unknown(),
    age: z.int().min(0).optional().describe('Milliseconds since you made the change'),
  }),
  answers: {
    200: doneWith(z.object({ key: z.string(), value: z.unknown(), updated_at: moment })),
  },
}

const aboutNone = {
  group,
  summary: 'Forget one preference',
  answers: { 200: doneWith(z.object({ key: z.string() })) },
}
