import { recordContract, type TabCount } from '#contract'
import {
  fieldOf,
  isObject,
  kindOf,
  mayRead,
  QueryError,
  targetOf,
  viewRule,
  type DeclaredView,
  type Resource,
} from '#schema'

import type { Api } from '../../kernel/behavior/serverParts.ts'
import type { Backend } from '../../kernel/backend.ts'
import { badRequest } from '../../kernel/errors.ts'
import { authorOf, isAllowed } from '../../kernel/guard.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { admit, readQuery, type Asker } from './admit.ts'
import { countTabs, type Tab } from './values/countTabs.ts'
import { countValues, valuesLimit } from './values/countValues.ts'
import { listWork } from './list.ts'
import { listOptions } from './values/options.ts'
import { whereOf } from './where.ts'

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

/** Each value of a field, among the records that the filters of the list let in. */
async function valueTabs(
  resource: Resource,
  name: string,
  body: Readonly<Record<string, unknown>>,
  asker: Asker,
): Promise<TabCount[]> {
  const { [name]: _own, ...others } = body
  const query = await admit(resource, readQuery(resource, asker.user, others), asker)
  const values = await valuesOf(resource, name, asker)
  const found = await countValues({ ...asker, resource, name, query, among: values })
  const byValue = new Map(found?.values.map((one) => [one.value, one]))
  const none = { count: found?.isWhole ? 0 : null, is_more: false }
  return values.map((value) => byValue.get(value) ?? { value, ...none })
}

async function valuesOf(
  resource: Resource,
  name: string,
  { backend, user }: Asker,
): Promise<(string | number)[]> {
  const field = fieldOf(resource, name)
  if (!field || !mayRead(user, field)) return []
  const choices = kindOf(field).choices?.(field)
  if (choices) return Object.keys(choices).slice(0, valuesLimit)
  const target = backend.resource(targetOf(field) ?? '')
  const { options } = target
  if (!options || !isAllowed({ permission: options.permission }, user)) return []
  const asked = { search: '', ids: undefined, limit: valuesLimit, inactive: true }
  const { data } = await listOptions(backend, target, user, asked)
  return data.map(({ id }) => Number(id))
}
