import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'

import { memoizeByObject } from '#schema'
import { placesOf, prepared, type Backend } from '#server'

import type { CallSecrets } from './request/auth.server.ts'
import { integration, type Integration } from './integration.ts'
import { integrationSecret } from './integrationSecret.ts'

/** An integration as it is now, with its secrets opened. */
export interface LoadedIntegration {
  readonly integration: Integration
  readonly secrets: CallSecrets
}

const heldMs = 3_000
const cacheOf = memoizeByObject<Backend, LRUCache<number, LoadedIntegration>>(
  () => new LRUCache({ max: 500, ttl: heldMs }),
)

/** Integrations ready for calls, by their ids; what was loaded within three seconds is not asked for again. */
export async function loadForCall(
  ids: readonly number[],
  backend: Backend,
): Promise<Map<number, LoadedIntegration>> {
  const cache = cacheOf(backend)
  // Taken out at once: what is held now may be too old when the others have come.
  const found = new Map(
    ids.flatMap((id) => {
      const held = cache.get(id)
      return held ? [[id, held]] : []
    }),
  )
  const missing = [...new Set(ids)].filter((id) => !found.has(id))
  for (const one of await load(missing, backend)) {
    cache.set(one.integration.id, one)
    found.set(one.integration.id, one)
  }
  return found
}

/** The same; of what is held, only what has not changed since: with the versions of now. */
export async function loadVersions(
  versions: ReadonlyMap<number, number>,
  backend: Backend,
): Promise<Map<number, LoadedIntegration>> {
  const cache = cacheOf(backend)
  for (const [id, version] of versions) {
    if (cache.peek(id)?.integration.version !== version) cache.delete(id)
  }
  return loadForCall([...versions.keys()], backend)
}

/** One integration as it stands this moment. */
export async function reloadForCall(
  id: number,
  backend: Backend,
): Promise<LoadedIntegration | undefined> {
  cacheOf(backend).delete(id)
  return (await loadForCall([id], backend)).get(id)
}

interface Loaded {
  readonly id: number
  readonly record: Integration & { readonly auth_secret: string | null }
  readonly headers: readonly { id: number; name: string; value: string }[]
}

async function load(ids: readonly number[], backend: Backend): Promise<LoadedIntegration[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Loaded>`${prepared}
    select i.id, to_jsonb(i) as record, coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'value', s.value) order by s.name)
      from integration_secrets s where s.integration = i.id), '[]') as headers
    from send_integrations i where i.id = any(${[...ids]}::bigint[])`.execute(backend.database.sql)
  return rows.map(({ id, record, headers }) => ({
    integration: record,
    secrets: {
      secret: opened(backend, record.auth_secret, placesOf(integration, 'auth_secret', id)),
      headers: Object.fromEntries(
        headers.flatMap(({ id: header, name, value }) => {
          const secret = opened(backend, value, placesOf(integrationSecret, 'value', header))
          return secret === null ? [] : [[name, secret]]
        }),
      ),
    },
  }))
}

const opened = ({ secrets }: Backend, sealed: string | null, places: readonly string[]) =>
  sealed === null ? null : (secrets.decrypt(sealed, places) ?? null)
