import { sql } from 'kysely'

import type { Context, DeclaredJob } from '#server'

import { blackList, isLookedFor, type BlackListEntry } from './blackList.ts'
import { blockLeads, blocksLeads } from './keepOut.server.ts'
import { leadsUnder, type IdRange } from './leadsUnder.server.ts'

/** More existing leads than these are blocked by a job. */
const atOnce = 100
const partSize = 500

/** Leads that are looked through in one part of a job; so many are soon looked through. */
const lookedThrough = 50_000

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

async function lastLead(database: Context['sql']): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from leads`.execute(
    database,
  )
  return rows[0]?.last ?? 0
}

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

/** Parts are ids of leads, or a range of ids in which they are looked for. */
export const blockJob: DeclaredJob = {
  async plan({ job, ...context }) {
    const entries = await entriesOf(job.parameters, context.sql)
    if (entries.some(isLookedFor)) return rangesOf(context.sql)
    const ids = await leadsUnder(entries, context)
    return Array.from({ length: Math.ceil(ids.length / partSize) }, (_, part) => {
      const payload = ids.slice(part * partSize, (part + 1) * partSize)
      return { size: payload.length, payload }
    })
  },
  async run({ payload }, { job, ...context }) {
    if (Array.isArray(payload)) return blockLeads(payload as number[], context)
    const entries = await entriesOf(job.parameters, context.sql)
    await blockLeads(await leadsUnder(entries, context, { among: payload as IdRange }), context)
  },
}

async function rangesOf(database: Context['sql']) {
  const last = await lastLead(database)
  return Array.from({ length: Math.ceil(last / lookedThrough) }, (_, part) => {
    const after = part * lookedThrough
    const size = Math.min(lookedThrough, last - after)
    return { size, payload: { after, upTo: after + size } satisfies IdRange }
  })
}

/** Those that still block leads; of an import the ones whose leads are looked for. */
async function entriesOf(
  { entry, import: id }: Readonly<Record<string, unknown>>,
  database: Context['sql'],
): Promise<BlackListEntry[]> {
  const { rows } = await sql<BlackListEntry>`
    select id, type, value, hash from black_list
    where ${blocksLeads} and (id = ${entry ?? null}::bigint or import = ${id ?? null}::bigint)
    order by id`.execute(database)
  return entry === undefined ? rows.filter(isLookedFor) : rows
}
