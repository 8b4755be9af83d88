import type { TabCount } from '#contract'
import { fieldOf, kindOf, mayRead, targetOf, type Resource } from '#schema'

import { isAllowed } from '../../../kernel/guard.ts'
import { admit, readQuery, type Asker } from '../admit.ts'
import { countValues, valuesLimit } from './countValues.ts'
import { listOptions } from './options.ts'

/** Each value of a field, among the records that the filters of the list let in. */
export async function valueTabs(
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
