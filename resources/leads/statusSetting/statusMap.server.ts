import { sql } from 'kysely'
import { z } from 'zod'

import type { Api, Backend, Behavior, Sql } from '#server'

import type { BrokerWord } from './brokerWord.ts'
import { brokerWords, byKey, wordKey } from './brokerWords.server.ts'
import { statusMap } from './statusMap.ts'

export const statusMapBehavior: Behavior<typeof statusMap> = {
  prepare: ({ ...values }) => {
    const { broker_status } = values
    return broker_status ? { ...values, compared_as: wordKey(broker_status) } : values
  },

  afterCreate: (_record, { sql: database }) => countSeen(database),
  afterUpdate: (_record, _previous, { sql: database }) => countSeen(database),

  schedules: { seen: { every: 15, run: ({ sql: database }) => countSeen(database) } },

  routes(app: Api, backend: Backend) {
    const schema = {
      tags: [statusMap.label],
      summary: 'Words of brokers that stand for no status of ours',
      response: { 200: z.object({ data: z.array(word) }) },
    }
    const config = { access: { permission: 'lead.statusSetting.view' } }
    app.get(`/${statusMap.api}/unmapped`, { schema, config }, async () => ({
      data: await unmapped(backend.database.sql),
    }))
  },
}

const word = z.object({
  broker_status: z.string(),
  seen: z.int().meta({ description: 'Leads that have it, counted up to 10,000' }),
  last_seen_at: z.string().nullable(),
})

/** The words that no mapping of all departments knows, the most frequent first. */
async function unmapped(database: Sql): Promise<BrokerWord[]> {
  const { rows } = await sql<{ compared_as: string }>`
    select compared_as from status_maps where department is null`.execute(database)
  const known = new Set(rows.map(({ compared_as }) => compared_as))
  const words = [...byKey(await brokerWords(database)).entries()]
  return words
    .flatMap(([key, one]) => (known.has(key) ? [] : [one]))
    .toSorted((one, other) => other.seen - one.seen)
}

/** Writes what is seen of each word beside its mapping for all departments; nobody has changed the mapping by that. */
async function countSeen(database: Sql): Promise<void> {
  const words = [...byKey(await brokerWords(database))].map(([key, one]) => ({ ...one, key }))
  await sql`
    update status_maps m set seen = coalesce(w.seen, 0), last_seen_at = w.last_seen_at
    from status_maps known left join jsonb_to_recordset(${JSON.stringify(words)}::jsonb)
      as w(key text, seen int, last_seen_at timestamptz) on w.key = known.compared_as
    where m.id = known.id and m.department is null
      and (m.seen, m.last_seen_at) is distinct from (coalesce(w.seen, 0), w.last_seen_at)`.execute(
    database,
  )
}
