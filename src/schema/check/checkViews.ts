import { kindOf, targetOf } from '../../kinds/kinds.ts'
import { fieldOf } from '../access.ts'
import { mayFilter } from '../query/indexed.ts'
import { noField } from './meant.ts'
import { QueryError } from '../query/operand.ts'
import { parseQuery } from '../query/query.ts'
import { permissionsOf } from '../permissions.ts'
import type { Resource } from '../resource.ts'
import { renderMessage } from '../texts/texts.ts'
import type { DeclaredView } from '../views.ts'
import type { Fault } from './throwAll.ts'

/** Views that their own list would refuse, and tabs of what has none. */
export function* viewsFaults(resource: Resource): Generator<Fault> {
  const own = queryFault(resource, { ...resource.filter })
  if (own !== undefined) yield ['filter', own]
  const views = Object.entries<DeclaredView>(resource.views ?? {})
  for (const [name, { filter, sort, columns = [] }] of views) {
    const place = `views.${name}`
    if (/^\d*$/.test(name)) yield [place, 'a view is called by words']
    const fault = queryFault(resource, { ...filter, ...(sort && { sort }) })
    if (fault !== undefined) yield [place, fault]
    const unlisted = columns.find((one) => !resource.list.includes(one))
    if (unlisted) yield [place, `"${unlisted}" is not in \`list\``]
  }
  const [, second] = views.filter(([, { first }]) => first)
  if (second) yield [`views.${second[0]}`, 'another view is the first']
  const { tabs } = resource
  if (tabs === true && views.length === 0) yield ['tabs', 'no `views` to make them of']
  if (typeof tabs === 'string') {
    const field = fieldOf(resource, tabs)
    if (!field) yield ['tabs', noField(tabs, resource)]
    else if (!kindOf(field).choices && !targetOf(field)) yield ['tabs', `"${tabs}" has no choices`]
    else if (!mayFilter(resource, tabs, 'equals')) yield ['tabs', `no filter by "${tabs}"`]
  }
}

/** What the list would say of a query by somebody who may do everything. */
export function queryFault(resource: Resource, query: Record<string, unknown>): string | undefined {
  const user = { id: 0, name: '', email: '', permissions: new Set(permissionsOf(resource)) }
  try {
    parseQuery(resource, user, query)
    return undefined
  } catch (error) {
    if (error instanceof QueryError) return misspelt(resource, query) ?? renderMessage(error.text)
    throw error
  }
}

/** A key of a query that is nearly a field. */
function misspelt(resource: Resource, query: Record<string, unknown>): string | undefined {
  const names = Object.keys(query).filter((name) => !fieldOf(resource, name))
  return names.map((name) => noField(name, resource)).find((fault) => fault.includes('. Did'))
}
