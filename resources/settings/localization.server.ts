import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { notFound, type Backend, type Behavior } from '#server'

import type { localization } from './localization.ts'

export const localizationBehavior: Behavior<typeof localization> = { routes }

interface ByLanguage {
  Params: { lng: string }
}

/** Texts for the browser. The login page needs them too, so they are open to everybody. */
function routes(app: FastifyInstance, backend: Backend): void {
  const config = { access: 'public' } as const
  app.get('/localizations', { config }, () => languages(backend))
  app.get<ByLanguage>('/localizations/:lng', { config }, async ({ params }, reply) => {
    reply.header('cache-control', 'no-cache')
    return translations(params.lng, backend)
  })
}

/** The locale state of specification 3: display name by language code. */
async function languages({ database }: Backend): Promise<Record<string, string>> {
  const { rows } = await sql<{ code: string; name: string }>`
    select code, name from locales where is_active order by name`.execute(database.sql)
  return Object.fromEntries(rows.map(({ code, name }) => [code, name]))
}

/** Texts by `group.key`. 404 for a language that is not there or not active. */
async function translations(lng: string, { database }: Backend): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string | null; value: string }>`
    select t."group" || '.' || t.key as name, t.value
    from locales l left join localizations t on t.locale = l.id
    where l.code = ${lng} and l.is_active order by 1`.execute(database.sql)
  if (rows.length === 0) throw notFound()
  return Object.fromEntries(
    rows.flatMap(({ name, value }) => (name === null ? [] : [[name, value]])),
  )
}
