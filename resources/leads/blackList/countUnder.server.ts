import { mayUnmask, ValueError, type User } from '#schema'
import { compareMasked, fingerprints, type Backend, type Context } from '#server'

import { lead } from '../lead/lead.ts'
import { countedLeads } from './blackList.ts'
import type { CountedLeads } from './countLeads.ts'
import { leadsUnder } from './leadsUnder.server.ts'
import { contactOf, listedValue } from './listedKeys.server.ts'

type Entry = Parameters<typeof listedOf>[0]

/** Who sees contacts masked is told of one whole contact at a time, and it is counted. */
export async function countUnder(
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
