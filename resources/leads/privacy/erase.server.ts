import { conflict, notify, recordAudit, type Context } from '#server'

import { keepOut } from '../blackList/keepOut.server.ts'
import { lead, type Lead } from '../lead/lead.ts'
import { emptyFailedLeads, emptyLeads } from './empty.server.ts'
import { failedIdsOf, leadsOfPerson } from './person.server.ts'
import type { Receiver } from './receivers.ts'
import { receiversOf } from './receivers.server.ts'
import { msg } from '../../msg.server.ts'

/**
 * Empties all leads of a person, what did not pass intake, and the values in the audit log (product.md 15.3). Dates, source,
 * country, status and deposits stay for statistics; the person stays on the black list.
 */
export async function erasePerson(of: Lead, reason: string, context: Context) {
  if (of.stage === 'erased') throw conflict(msg('this_lead_is_erased'))
  const { sql: database, user, backend } = context
  const leads = await leadsOfPerson(of, database, { isHeld: true })
  const ids = leads.map(({ id }) => id)
  await keepOut(leads, { reason, origin: 'request' }, context)
  const failed = await failedIdsOf(leads, context)
  const departments = await receiversOf(ids, database)
  await askToTell(departments, context)
  await emptyFailedLeads(failed, context)
  await emptyLeads(ids, context)
  const others = ids.filter((id) => id !== of.id)
  await recordAudit(
    database,
    ...others.map((record_id) => ({
      user_id: user.id,
      action: 'erase',
      resource: lead.name,
      record_id,
      detail: { reason },
    })),
  )
  backend.log.info({ leads: ids.length }, 'a person was erased')
  return {
    leads: ids.length,
    failed: failed.length,
    departments: departments.map(({ name }) => name),
  }
}

/** Each department is a task of its own for those who erase. */
async function askToTell(departments: readonly Receiver[], { sql: database }: Context) {
  for (const { name, send } of departments) {
    await notify(database, {
      event: 'erase_notice',
      title: 'A department is to be told of an erasure',
      message:
        '%{name} has received a person whose data is erased now, or may have. Ask it to erase them too.',
      values: { name },
      about: { resource: 'sends', id: send },
      to: { permission: 'lead.erase' },
    })
  }
}
