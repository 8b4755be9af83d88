import { recordContract, type TabCount } from '#contract'
import {
  countedFields,
  fieldOf,
  isObject,
  mayRead,
  namedBy,
  targetOf,
  type Resource,
} from '#schema'

import type { Api } from '../../../kernel/behavior/serverParts.ts'
import type { Backend } from '../../../kernel/backend.ts'
import { badRequest } from '../../../kernel/errors.ts'
import { authorOf, isAllowed } from '../../../kernel/guard.ts'
import { msg } from '../../../../texts/serverMsg.ts'
import { admit, readQuery, type Asker } from '../admit.ts'
import { countValues } from './countValues.ts'
import { listWork } from '../list.ts'

/**
 * `POST /{api}/values/search?of=status`: which values of a field the records have that a list shows, the most frequent
 * first, with how many have each. What the list is filtered by that very field is left out.
 */
export function valuesRoute(app: Api, backend: Backend, resource: Resource): void {
  if (countedFields(resource).length === 0) return
  const config = { access: { resource, operation: 'list' }, work: listWork(resource) } as const
  const schema = recordContract(resource).values
  app.post(`/${resource.api}/values/search`, { schema, config }, async (request) => {
    const { user, body, query } = request
    if (!isObject(body)) throw badRequest(msg('send_the_filter_as_a_json_object'))
    const asker = { backend, user, author: authorOf(request) }
    return { data: await usedValues(resource, query.of, body, asker) }
  })
}

async function usedValues(
  resource: Resource,
  name: string,
  body: Readonly<Record<string, unknown>>,
  asker: Asker,
): Promise<TabCount[]> {
  if (!mayPick(resource, name, asker)) return []
  const asked = readQuery(resource, asker.user, body)
  const { [name]: _own, ...filter } = asked.filter
  const query = await admit(resource, { ...asked, filter }, asker)
  const found = await countValues({ ...asker, resource, name, query })
  return [...(found?.values ?? [])]
}

/** Whether the user reads the field, and may have the names of what it points at; which fields of others it names is not counted. */
function mayPick(resource: Resource, name: string, { backend, user }: Asker): boolean {
  const field = fieldOf(resource, name)
  if (!field || !mayRead(user, field) || namedBy(resource, field)) return false
  const target = targetOf(field)
  if (target === undefined) return true
  const { options } = backend.resource(target)
  return options !== undefined && isAllowed({ permission: options.permission }, user)
}
