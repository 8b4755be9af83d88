import { notify, recordAudit, withdrawExports, type Context } from '#server'

import { keepOut } from '../blackList/keepOut.server.ts'
import { leadComment } from '../comment/leadComment.ts'
import { failedLead } from '../failedLead/failedLead.ts'
import { leadChange } from '../history/leadChange.ts'
import { lead } from '../lead/lead.ts'
import { send } from '../../sending/send/send.ts'
import { request } from '../../settings/request.ts'
import { emptyFailedLeads, emptyLeads } from './empty.server.ts'
import { forgetAsked } from './forgetAsked.server.ts'
import { findPerson, keysOfContacts, writtenContacts, type Sought } from './person.server.ts'
import { writtenNames } from './writtenWays.server.ts'
import type { Receiver } from './privacyReport.ts'
import { receiversOf } from './privacyReport.server.ts'
import { deleteReportedRows } from './reportedRows.server.ts'
import { msg } from '../../msg.server.ts'

/**
 * Empties all leads of a person, what did not pass intake or a check, and the values in the audit log (product.md 15.3). Dates, source,
 * country, status and deposits stay for statistics; the person stays on the black list. Returns undefined where nothing was
 * kept.
 */
export async function erasePerson(sought: Sought, reason: string, context: Context) {
  const { sql: database, user, backend } = context
  const { leads, failed } = await findPerson(sought, database, { isHeld: true })
  const ids = leads.filter(({ stage }) => stage !== 'erased').map(({ id }) => id)
  const reported = await deleteReportedRows(keysOfContacts(sought, leads), database)
  if (ids.length + failed.length + reported === 0) return undefined
  await keepOut([...leads, ...peopleOf(sought)], { reason, origin: 'request' }, context)
  const departments = await receiversOf(
    leads.map(({ id }) => id),
    database,
  )
  await askToTell(departments, context)
  await forgetAsked(
    { contacts: writtenContacts(sought, leads), names: writtenNames(leads) },
    database,
  )
  await emptyFailedLeads(failed, context)
  await emptyLeads(ids, context)
  await withdrawExports(holdsPeople, msg('the_file_may_hold_an_erased_person'), context)
  const entry = { user_id: user.id, action: 'erase', detail: { reason } }
  await recordAudit(
    database,
    // The action has its own line.
    ...ids
      .filter((id) => id !== sought.lead)
      .map((record_id) => ({ ...entry, resource: lead.name, record_id })),
    ...failed.map((record_id) => ({ ...entry, resource: failedLead.name, record_id })),
  )
  backend.log.info({ leads: ids.length, failed: failed.length }, 'a person was erased')
  return {
    leads: ids.length,
    failed: failed.length,
    departments: departments.map(({ name }) => name),
  }
}

/** What tells of people: a file of it may hold the person, and nobody reads it to find out. */
const holdsPeople = [
  ...[lead, failedLead, send, leadChange, leadComment, request].map(({ name }) => name),
  'audit_entries',
]

/** A person known by failed leads alone is kept out by what was given. */
const peopleOf = ({ contacts }: Sought) =>
  contacts.map(({ type, texts }) => ({ [`${type}_key`]: texts.at(-1) }))

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
