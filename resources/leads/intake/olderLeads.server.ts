import { sql } from 'kysely'

import type { Context, Schedule } from '#server'

import { batch, giveKeys, fingerprintAlternates } from './olderLeadChores.server.ts'

/** Gives the leads of earlier releases what new ones are made with, some thousand at a time, until all have it. */
export const completeOlderLeads: Schedule = {
  every: 5,
  async run(context) {
    for (const [chore, complete] of Object.entries(chores)) await work(chore, complete, context)
  },
}

/** What a migration has asked for, by the names of the chores. Returns how many leads were completed. */
const chores = { 'complete leads': giveKeys, 'fingerprint alternates': fingerprintAlternates }

/** Whether all leads have what new ones are made with. */
export async function areLeadsCompleted(database: Context['sql']): Promise<boolean> {
  const { rows } = await sql`
    select from chores where name = any(${Object.keys(chores)}::text[])`.execute(database)
  return rows.length === 0
}

type Complete = (context: Context) => Promise<number>

async function work(chore: string, complete: Complete, context: Context): Promise<void> {
  const { rows } = await sql`select from chores where name = ${chore}`.execute(context.sql)
  if (rows.length === 0 || (await complete(context)) === batch) return
  await sql`delete from chores where name = ${chore}`.execute(context.sql)
}
