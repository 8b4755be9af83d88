import { sql } from 'kysely'

import type { Context } from '#server'

import { blackList, isLookedFor, type BlackListEntry } from './blackList.ts'
import { blockLeads } from './blockPeople.server.ts'
import { leadsUnder } from './leadsUnder.server.ts'
import { lookedThrough, lastLead } from './blockJob.server.ts'

/** More existing leads than these are blocked by a job. */
const atOnce = 100

/** Blocks the leads that are there, as far as an entry says so. */
export async function blockExisting(entry: BlackListEntry, context: Context): Promise<void> {
  if (!entry.block_existing || entry.scope !== 'all') return
  const { value: name, id } = entry
  const isSoon = !isLookedFor(entry) || (await areLeadsFew(context.sql))
  const ids = isSoon ? await leadsUnder([entry], context, { limit: atOnce + 1 }) : undefined
  if (!ids || ids.length > atOnce) return startJob({ name, parameters: { entry: id } }, context)
  await blockLeads(ids, context)
}

/** The same of entries of one import. All leads are looked through for all of them together. */
export async function blockImported(
  entries: readonly BlackListEntry[],
  context: Context,
): Promise<void> {
  const meant = entries.filter(({ block_existing, scope }) => block_existing && scope === 'all')
  const found = meant.filter((entry) => !isLookedFor(entry))
  await blockLeads(await leadsUnder(found, context), context)
  const id = meant.find(isLookedFor)?.import
  if (!id) return
  // One that has not begun will see these too: it cannot begin before they are there.
  const { rows } = await sql`
    select from jobs where type = ${jobType} and state = 'queued'
      and (parameters ->> 'import')::bigint = ${id} for share`.execute(context.sql)
  if (rows.length > 0) return
  await startJob({ name: `#${id}`, parameters: { import: id } }, context)
}

/** Whether so few leads are there that all are soon looked through. */
export const areLeadsFew = async (database: Context['sql']): Promise<boolean> =>
  (await lastLead(database)) <= lookedThrough

const jobType = 'black_list.block'

async function startJob(
  { name, parameters }: { name: string; parameters: object },
  { backend, user, sql: database }: Context,
): Promise<void> {
  await backend.jobs.start(database, {
    type: jobType,
    name: `${blackList.label}: ${name}`,
    user_id: user.id,
    parameters,
  })
}
