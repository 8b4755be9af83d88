import { sql } from 'kysely'

import { getRecord, idPath, type Api, type Backend, type Sql } from '#server'

import { lead, type Lead } from '../lead/lead.ts'
import { leadsOf, personOf } from './person.server.ts'
import { privacyContract, type Receiver } from './privacyReport.ts'

/** Tells those who erase what the person agreed to and who has the person, before they do and after. */
export function privacyRoute(app: Api, backend: Backend): void {
  const config = { access: { permission: 'lead.erase' } }
  const { sql: database } = backend.database
  const path = `/${lead.api}/${idPath}/privacy`
  app.get(path, { schema: privacyContract, config }, async ({ user, params: { id } }) => {
    const seen: Partial<Lead> = await getRecord(backend, lead, user, id)
    const { consent_at = null, consent_text = null, consent_url = null, consent_ip = null } = seen
    const { rows } = await sql<Lead>`select * from leads where id = ${id}`.execute(database)
    const found = await Promise.all(rows.map((one) => leadsOf(personOf(one), database)))
    const ids = found.flat().map((one) => one.id)
    const receivers = await receiversOf(ids, database)
    return { data: { consent_at, consent_text, consent_url, consent_ip, receivers } }
  })
}

/**
 * The departments that leads have reached, or may have, by their names: those to be told of an erasure (GDPR, article 19).
 * One that said no has the person as well as one that accepted; one that could not be called has not.
 */
export async function receiversOf(ids: readonly number[], database: Sql): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    select b.name || ' / ' || d.branch_name as name, last.send, last.state, last.at
    from (
      select distinct on (s.department) s.department, s.id as send, s.state,
        coalesce(s.sent_at, s.answered_at, s.created_at) as at
      from sends s where s.lead = any(${[...ids]}::bigint[]) and (${hasReached})
      order by s.department, s.id desc
    ) last
    join broker_departments d on d.id = last.department join brokers b on b.id = d.broker_id
    order by 1`.execute(database)
  return rows
}

/** A send whose call left us: its state says so, or an attempt that was answered, or whose end is unknown. */
const hasReached = sql`
  s.state in ('sending', 'sent', 'returned', 'unknown') or exists (
    select from send_attempts a where a.send = s.id and (
      a.finished_at is null or a.outcome = 'unknown'
      or (a.request is not null and a.http_status is not null)
    )
  )`
