import { recordContract } from '#contract'
import { isObject, QueryError, viewRule, type DeclaredView, type Resource } from '#schema'

import type { Api } from '../../kernel/behavior/serverParts.ts'
import type { Backend } from '../../kernel/backend.ts'
import { badRequest } from '../../kernel/errors.ts'
import { authorOf } from '../../kernel/guard.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { readQuery, type Asker } from './admit.ts'
import { countTabs, type Tab } from './values/countTabs.ts'
import { listWork } from './list.ts'
import { whereOf } from './where.ts'
import { valueTabs } from './values/valueTabs.ts'

/** `POST /{api}/tabs/search`: the tabs over the list, with how many of the records that the user may list each holds. */
export function tabRoute(app: Api, backend: Backend, resource: Resource): void {
  const config = { access: { resource, operation: 'list' }, work: listWork(resource) } as const
  const schema = recordContract(resource).tabs
  app.post(`/${resource.api}/tabs/search`, { schema, config }, async (request) => {
    const { user, body } = request
    if (!isObject(body)) throw badRequest(msg('send_the_filter_as_a_json_object'))
    const asker = { backend, user, author: authorOf(request) }
    const data = await (resource.tabs === true
      ? countTabs(backend, resource, viewTabs(resource, asker))
      : valueTabs(resource, String(resource.tabs), body, asker))
    return { data }
  })
}

/** Each declared view that the user has. */
function viewTabs(resource: Resource, { user }: Asker): Tab[] {
  const rule = resource.access.list(user)
  return Object.entries<DeclaredView>(resource.views ?? {}).flatMap(([value, view]): Tab[] => {
    if (viewRule(view)(user) !== true) return []
    try {
      const query = readQuery(resource, user, { ...view.filter })
      const isOpen = query.comparisons.length === 0
      const where = whereOf(resource, user, { ...query, looksIntoMasked: false }, rule)
      return [{ value, where: isOpen ? where : undefined }]
    } catch (error) {
      // Of a field that the user may not know.
      if (error instanceof QueryError) return []
      throw error
    }
  })
}
