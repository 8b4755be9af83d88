import type { User } from '#schema'
import { contextOf, invalid, transact, type Api, type Backend } from '#server'

import { msg } from '../../msg.server.ts'
import { blackList, isLookedFor, type BlackListEntry } from './blackList.ts'
import { areLeadsFew } from './blockExisting.server.ts'
import { countContract } from './countLeads.ts'
import { areLeadsCompleted } from '../intake/olderLeads.server.ts'
import { isPart } from './listedKeys.server.ts'
import { countUnder, seesContacts } from './countUnder.server.ts'

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
