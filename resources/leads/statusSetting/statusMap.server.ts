import { z } from 'zod'

import type { Api, Backend, Behavior } from '#server'

import { applyMapping, leadsToMap } from '../../sending/sync/applyMapping.server.ts'
import { msg } from '../../msg.server.ts'
import { applyJob, applyRoutes } from './applyRoutes.server.ts'
import { wordKey } from './brokerWords.server.ts'
import { countSeen, unmappedWords } from './mappedWords.server.ts'
import { statusMap } from './statusMap.ts'

export const statusMapBehavior: Behavior<typeof statusMap> = {
  prepare: ({ ...values }) => {
    const { broker_status } = values
    return broker_status ? { ...values, compared_as: wordKey(broker_status) } : values
  },

  afterCreate: ({ id }, { sql: database }) => countSeen(database, id),
  afterUpdate: ({ id }, _previous, { sql: database }) => countSeen(database, id),

  schedules: { seen: { every: 15, run: ({ sql: database }) => countSeen(database) } },

  jobs: { apply: applyJob(leadsToMap, applyMapping) },

  routes(app: Api, backend: Backend) {
    const schema = {
      tags: [statusMap.label],
      summary: 'Words of brokers that stand for no status of ours',
      response: { 200: z.object({ data: z.array(word) }) },
    }
    const config = { access: { permission: 'lead.statusSetting.view' } }
    app.get(`/${statusMap.api}/unmapped`, { schema, config }, async () => ({
      data: await unmappedWords(backend.database.sql),
    }))
    applyRoutes(app, backend, {
      resource: statusMap,
      leadsOf: leadsToMap,
      preview: 'How many leads have a word that a mapping says otherwise than they have it',
      start: 'Apply a mapping to the leads that have its word already',
      moved: (count) => msg('the_mapping_now_reaches_leads', { count: count.toLocaleString('en') }),
      begun: msg('the_mapping_is_applied_in_the_background'),
    })
  },
}

const word = z.object({
  broker_status: z.string(),
  seen: z.int().meta({ description: 'Leads that have it, counted up to 10,000' }),
  last_seen_at: z.string().nullable(),
})
