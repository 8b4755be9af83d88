import { sql } from 'kysely'

import { notify, type Context, type Schedule } from '#server'

import { brokerWatches } from './brokerWatches.server.ts'
import { sendWatches } from './sendWatches.server.ts'
import { sourceWatches } from './sourceWatches.server.ts'
import type { Found, Watch } from './watch.server.ts'

const watches: readonly Watch[] = [...sendWatches, ...brokerWatches, ...sourceWatches]

/** Looks every five minutes; each fact is told once to each person. */
export const watchSchedule: Schedule = {
  every: 5,
  run: async ({ sql: database }: Context) => {
    for (const { event, title, message, to, resource, found, words } of watches) {
      const { rows } = await sql<Found>`
        select found.*, found.since::text as since from (${found}) found limit 200`.execute(
        database,
      )
      for (const row of rows) {
        const { id, since, ...own } = row
        const values = { ...own, ...words?.(row) }
        const about = { resource, id }
        const notice = { event, title, message, values, about, onceSince: since }
        await notify(database, { ...notice, to: { permission: to } })
      }
    }
  },
}
