import { sql } from 'kysely'

import type { Context, DeclaredJob } from '#server'

import { isLookedFor, type BlackListEntry } from './blackList.ts'
import { blockLeads, blocksLeads } from './blockPeople.server.ts'
import { leadsUnder, type IdRange } from './leadsUnder.server.ts'

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

const partSize = 500

/** Leads that are looked through in one part of a job; so many are soon looked through. */
export const lookedThrough = 50_000

export async function lastLead(database: Context['sql']): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from leads`.execute(
    database,
  )
  return rows[0]?.last ?? 0
}
