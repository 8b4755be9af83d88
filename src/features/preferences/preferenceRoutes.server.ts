import { preferenceContract as contract } from '#contract'

import type { Api } from '../../server/kernel/api.ts'
import type { Backend } from '../../server/kernel/backend.ts'
import { assertStorable } from '../../server/records/write/validateWrite.ts'
import { readPreferences, removePreference, writePreference } from './preferences.server.ts'
import { msg } from '../../texts/serverMsg.ts'

const config = { access: 'signed-in' } as const

/** How a person likes to see the console, kept for every browser they use. Nobody reaches another person's. */
export function preferenceRoutes(app: Api, { database, business }: Backend): void {
  app.get('/profile/preferences', { schema: contract.list, config }, async ({ user }) => {
    const known = await readPreferences(database.sql, user.id)
    return {
      data: Object.fromEntries(known.map(({ key, value }) => [key, value])),
      meta: {
        updated_at: Object.fromEntries(known.map(({ key, updated_at }) => [key, updated_at])),
      },
    }
  })
  const path = '/profile/preferences/:key'
  app.put(path, { schema: contract.write, config }, async ({ user, params, body }) => {
    assertStorable(business, { value: body.value })
    const data = await writePreference(database, user.id, { ...params, ...body })
    return { message: msg('preference_successfully_saved'), data }
  })
  app.delete(path, { schema: contract.remove, config }, async ({ user, params: { key } }) => {
    await removePreference(database.sql, user.id, key)
    return { message: msg('preference_successfully_deleted'), data: { key } }
  })
}
