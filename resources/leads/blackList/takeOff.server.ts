import { sql } from 'kysely'

import { recordAudit, type Context } from '#server'

import { stagesBySends } from '../../sending/engine/outcome/followLeads.server.ts'
import { lead } from '../lead/lead.ts'
import { ruledStatuses, ruleFor } from '../statusSetting/statusRules.server.ts'
import { blackList, type BlackListEntry } from './blackList.ts'
import { isListed } from './isListed.server.ts'
import { idsOf } from './leadsUnder.server.ts'
import { msg } from '../../msg.server.ts'

/** Takes entries off the list, and sets the leads free that they alone block. */
export async function takeOff(entries: readonly BlackListEntry[], context: Context): Promise<void> {
  if (entries.length === 0) return
  await sql`
    update black_list set deleted_at = now(), updated_at = now(), version = version + 1
    where id = any(${entries.map(({ id }) => id)}::bigint[])`.execute(context.sql)
  await unblock(entries, context)
}

/**
 * Takes the entries off that the status of some leads brought while a file was imported which is undone now. One that a person
 * has changed since stays, as does one whose person has a lead with such a status still.
 */
export async function takeOffUndone(
  ids: readonly number[],
  undone: { readonly import: number; readonly job: number },
  context: Context,
): Promise<string[]> {
  const { rows } = await sql<BlackListEntry>`
    select b.* from black_list b
    where b.hash in (select unnest(array[email_hmac, phone_hmac, alt_email_hmac, alt_phone_hmac])
        from leads where id = any(${[...ids]}::bigint[]))
      and b.origin = 'status' and b.version = 1 and b.deleted_at is null
      and exists (
        select from audit_log a join imports i on i.id = ${undone.import} and a.job_id = i.job
        where a.resource = ${blackList.name} and a.record_id = b.id and a.action = 'create')
    order by b.id for no key update of b`.execute(context.sql)
  const held = await heldByStatus(rows, context)
  const entries = rows.filter(({ hash }) => !held.has(hash))
  await takeOff(entries, context)
  const line = { user_id: context.user.id, job_id: undone.job, action: 'remove' }
  const of = { resource: blackList.name, detail: { import: undone.import } }
  await recordAudit(context.sql, ...entries.map(({ id }) => ({ ...line, ...of, record_id: id })))
  return entries.map(() => msg('an_entry_of_the_black_list_was_taken_off'))
}

/** The hashes of entries that some living lead brings by the status that it has. */
async function heldByStatus(
  entries: readonly BlackListEntry[],
  context: Context,
): Promise<Set<string | null>> {
  const isRuled = sql`status in (select status from lead_status_settings where add_to_black_list)`
  const ids = await idsOf(entries, isRuled, context.sql)
  const leads = await context.records(lead).find({ id: { in: ids } })
  const known = await ruledStatuses(
    leads.map(({ status }) => status),
    context.sql,
  )
  const bringing = leads.filter((one) => {
    const status = known.get(one.status ?? 0)
    return status && ruleFor(status, one)?.add_to_black_list
  })
  return new Set(
    bringing.flatMap((one) => [
      one.email_hmac,
      one.phone_hmac,
      one.alt_email_hmac,
      one.alt_phone_hmac,
    ]),
  )
}

const partSize = 500

/** Lets the leads of entries that hold no more go back to where their sends stand, if no other entry holds them. */
export async function unblock(
  entries: readonly BlackListEntry[],
  context: Context,
  note?: string,
): Promise<void> {
  const ids = await idsOf(entries, sql`stage = 'blocked'`, context.sql)
  for (let from = 0; from < ids.length; from += partSize) {
    await context.records(lead).updateAll(
      ids.slice(from, from + partSize),
      async (held) => {
        const listed = await isListed(held, {}, context)
        const free = held.filter((_, place) => listed[place] === undefined)
        const stages = await stagesBySends(free, context.sql)
        return new Map([...stages].map(([id, stage]) => [id, { stage }]))
      },
      note ? { detail: { note } } : {},
    )
  }
}
