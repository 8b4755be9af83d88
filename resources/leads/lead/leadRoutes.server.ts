import { sql } from 'kysely'
import { z } from 'zod'

import type { Api, Backend } from '#server'

import { failureStatuses } from './failureStatuses.ts'
import { lead } from './lead.ts'

/** The two plain lists of specification 7. */
export function leadRoutes(app: Api, backend: Backend): void {
  app.get(
    '/lead/last/statuses/all',
    { schema: statusesContract, config: { access: { permission: 'options.statusesOfSent.all' } } },
    () => lastStatuses(backend),
  )
  app.get(
    '/lead/history/send/failure/statuses',
    {
      schema: failuresContract,
      config: { access: { permission: 'options.statuses.sendHistoryFailure' } },
    },
    async () => [...failureStatuses],
  )
}

/** The words that brokers use for the leads they took. Steps from one to the next in the index, over no row twice. */
async function lastStatuses({ database }: Backend): Promise<{ status: string }[]> {
  const { rows } = await sql<{ status: string }>`
    with recursive words as (
      select min(broker_status collate "und-x-icu") as status from leads where deleted_at is null
      union all
      select (
        select min(broker_status collate "und-x-icu") from leads
        where broker_status collate "und-x-icu" > words.status and deleted_at is null
      ) from words where words.status is not null
    )
    select status from words where status is not null limit 500`.execute(database.sql)
  return rows
}

const tags = [lead.label]

const statusesContract = {
  tags,
  summary: 'The words that brokers use for leads',
  response: { 200: z.array(z.object({ status: z.string() })) },
}

const failuresContract = {
  tags,
  summary: 'Why sends fail',
  response: { 200: z.array(z.string()) },
}
