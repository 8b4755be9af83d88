import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'

import type { Backend } from '#server'

import { failureStatuses } from './failureStatuses.ts'
import { lead } from './lead.ts'

/** The two plain lists of specification 7. */
export function leadRoutes(app: FastifyInstance, backend: Backend): void {
  app.get(
    '/lead/last/statuses/all',
    { config: { access: { permission: 'options.statusesOfSent.all' }, about: aboutStatuses } },
    () => lastStatuses(backend),
  )
  app.get(
    '/lead/history/send/failure/statuses',
    {
      config: {
        access: { permission: 'options.statuses.sendHistoryFailure' },
        about: aboutFailures,
      },
    },
    () => failureStatuses,
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

const group = lead.label

const aboutStatuses = {
  group,
  summary: 'The words that brokers use for leads',
  answers: { 200: z.array(z.object({ status: z.string() })) },
}

const aboutFailures = {
  group,
  summary: 'Why sends fail',
  answers: { 200: z.array(z.string()) },
}
