import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { field, kindOf } from '#schema'

import { readBody } from '../auth/body.ts'
import type { Backend } from '../backend.ts'
import { invalid } from '../errors.ts'
import { readPreferences, removePreference, writePreference } from './preferences.ts'

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
export function preferenceRoutes(app: FastifyInstance, { database }: Backend): void {
  const config = { access: 'signed-in' } as const
  app.get('/profile/preferences', { config }, async ({ user }) => {
    const known = await readPreferences(database.sql, user.id)
    return {
      data: Object.fromEntries(known.map(({ key, value }) => [key, value])),
      meta: {
        updated_at: Object.fromEntries(known.map(({ key, updated_at }) => [key, updated_at])),
      },
    }
  })
  app.put<ByKey>('/profile/preferences/:key', { config }, async ({ user, params, body }) => {
    const key = keyOf(params)
    const data = await writePreference(database, user.id, {
      key,
      ...readBody(preferenceBody, body),
    })
    return { message: 'Preference successfully saved', data }
  })
  app.delete<ByKey>('/profile/preferences/:key', { config }, async ({ user, params }) => {
    const key = keyOf(params)
    await removePreference(database.sql, user.id, key)
    return { message: 'Preference successfully deleted', data: { key } }
  })
}

function keyOf({ key }: ByKey['Params']): string {
  if (/^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*$/.test(key) && key.length <= 100) return key
  throw invalid({ key: ['A key has only a–z, 0–9, _ and dots, and at most 100 characters'] })
}
