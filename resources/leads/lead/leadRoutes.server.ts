import { sql } from 'kysely'
import { z } from 'zod'

import type { Api, Backend, Sql } from '#server'

import { privacyRoute } from '../privacy/privacyReport.server.ts'
import { failureStatuses } from './status/failureStatuses.ts'
import { lead } from './lead.ts'

/** The two plain lists of specification 7, and what is told of a person's privacy. */
export function leadRoutes(app: Api, backend: Backend): void {
  privacyRoute(app, backend)
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
    () => failures(backend),
  )
}

/** The words that brokers use for the leads they took. */
async function lastStatuses({ database }: Backend): Promise<{ status: string }[]> {
  const values = await distinctWords('leads', 'broker_status', database.sql)
  return values.map((status) => ({ status }))
}

/** Ours, and those that rules of integrations have set besides. */
async function failures({ database }: Backend): Promise<string[]> {
  const values = await distinctWords('sends', 'failure_status', database.sql)
  return [...new Set([...failureStatuses, ...values])]
}

/** The first 500 words of a column. Steps from one to the next in its index, over no row twice. */
async function distinctWords(table: string, column: string, database: Sql): Promise<string[]> {
  const word = sql`${sql.ref(column)} collate "und-x-icu"`
  // The index of the words holds no other row, and is taken where the statement says so.
  const some = sql`${sql.ref(column)} is not null`
  const known = table === 'leads' ? sql`${some} and deleted_at is null` : some
  const { rows } = await sql<{ word: string }>`
    with recursive known as (
      select min(${word}) as word from ${sql.table(table)} where ${known}
      union all
      select (
        select min(${word}) from ${sql.table(table)} where ${word} > known.word and ${known}
      ) from known where known.word is not null
    )
    select word from known where word is not null limit 500`.execute(database)
  return rows.map((row) => row.word)
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
