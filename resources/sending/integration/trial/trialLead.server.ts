import { sql } from 'kysely'

import { getRecord, notFound, type Backend, type Context, type Sql } from '#server'

import { makeTestLeads } from '../../../leads/lead/testLeads.server.ts'
import { lead as leads } from '../../../leads/lead/lead.ts'
import { leadsToSend, type SendLead } from '../request/sendLead.server.ts'

type User = Context['user']

/** A lead as this user may see it: contacts masked, restricted fields left out. 404 for one that they may not see. */
export async function seenLead(backend: Backend, user: User, id: number): Promise<SendLead> {
  const seen = new Map(Object.entries(await getRecord(backend, leads, user, id)))
  const found = (await leadsToSend([id], backend.database.sql)).get(id)
  if (!found) throw notFound()
  const plain = Object.entries(found).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'object' && value !== null ? value : (seen.get(name) ?? null),
  ])
  const { country, language, source, tags } = found
  return { ...Object.fromEntries(plain), id, country, language, source, tags }
}

/** The test lead that a trial is for: the one that is named, or the newest. Undefined for one that is none. */
export async function testLead(
  id: number | undefined,
  database: Sql,
): Promise<SendLead | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from leads where is_test and deleted_at is null and stage <> 'erased'
      and (${id ?? null}::bigint is null or id = ${id ?? null}::bigint)
    order by id desc limit 1`.execute(database)
  const [found] = rows
  return found && (await leadsToSend([found.id], database)).get(found.id)
}

/** A test lead where there is none yet, of the first source, which may rest; undefined without a source. */
export async function firstTestLead(context: Context): Promise<SendLead | undefined> {
  const { rows } = await sql<{ source: number; country: number }>`
    select s.id as source, c.id as country from sources s, countries c
    order by s.is_active desc, s.id, c.iso_3166_2 = 'GB' desc, c.id limit 1`.execute(context.sql)
  if (!rows[0]) return undefined
  await makeTestLeads({ ...rows[0], count: 1 }, context)
  return testLead(undefined, context.sql)
}
