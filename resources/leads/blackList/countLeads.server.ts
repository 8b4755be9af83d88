import { mayUnmask, ValueError, type User } from '#schema'
import {
  compareMasked,
  contextOf,
  fingerprints,
  invalid,
  transact,
  type Api,
  type Backend,
  type Context,
} from '#server'

import { msg } from '../../msg.server.ts'
import { lead } from '../lead/lead.ts'
import { blackList, countedLeads, isLookedFor, type BlackListEntry } from './blackList.ts'
import { areLeadsFew } from './blockExisting.server.ts'
import { countContract, type CountedLeads } from './countLeads.ts'
import { areLeadsCompleted } from '../intake/olderLeads.server.ts'
import { leadsUnder } from './leadsUnder.server.ts'
import { contactOf, isPart, listedValue } from './listedKeys.server.ts'

type Entry = Parameters<typeof listedOf>[0]

/** Returns, for the person who makes an entry, what it would do to the leads that are there. */
export function countRoute(app: Api, backend: Backend): void {
  const config = { access: { permission: 'lead.black_list.create' } }
  const path = `/${blackList.api}/count`
  app.post(path, { schema: countContract, config }, async (request) =>
    transact(backend, request, async (scope) => {
      const is_later = isLookedFor(request.body) && !(await areLeadsFew(scope.sql))
      const leads = is_later ? null : await countUnder(request.body, contextOf(scope))
      return { data: { leads, is_later, is_growing: !(await areLeadsCompleted(scope.sql)) } }
    }),
  )
}

/** Who sees contacts masked is told of one whole contact at a time, and it is counted. */
async function countUnder(
  { type, value }: Entry,
  context: Context,
): Promise<CountedLeads['leads']> {
  const listed = listedOf({ type, value }, context.backend)
  if (!listed) return null
  const contact = type === 'email' || type === 'phone' ? contactOf(value) : undefined
  if (contact) await compareMasked(lead, { [contact.type]: contact.value }, context)
  else if (!seesContacts(context.user)) return null
  return (await leadsUnder([{ type, ...listed }], context, { limit: countedLeads })).length
}

export const seesContacts = (user: User): boolean => mayUnmask(user, lead.fields.email)

/**
 * Throws 422, under a field, for a part of contacts that somebody lists who sees them masked: the leads that it keeps out
 * would tell of it.
 */
export function refusePart(
  { type }: Partial<BlackListEntry>,
  user: User,
  field: keyof BlackListEntry,
): void {
  if (type === undefined || !isPart(type) || seesContacts(user)) return
  throw invalid({ [field]: [msg('you_list_whole_contacts_only')] })
}

/** Undefined for what is no value of the type yet. */
function listedOf(
  { type, value }: { type: Parameters<typeof listedValue>[0]; value: string },
  backend: Backend,
) {
  try {
    return listedValue(type, value, fingerprints(backend))
  } catch (error) {
    if (error instanceof ValueError) return undefined
    throw error
  }
}
