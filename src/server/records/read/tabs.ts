import { sql, type RawBuilder, type SqlBool } from 'kysely'

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
  type Query,
  type Resource,
} from '#schema'

import type { Api, Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { withStatementTimeout } from '../../database/connection.ts'
import { faultOf } from '../../database/faults.ts'
import { columnOf } from '../../database/names.ts'
import { badRequest } from '../../kernel/errors.ts'
import { authorOf, isAllowed } from '../../kernel/guard.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { admit, listWork, readQuery, type Asker } from './admit.ts'
import { listOptions } from './options.ts'
import { sourceOf } from './source.ts'
import { whereOf } from './where.ts'

/** Records of a tab are counted up to here. */
const cap = 1_000

/** Tabs over a list. */
const tabsLimit = 40

/** What a tab stands for, and the condition of its records; without one they are not counted. */
interface Tab {
  readonly value: TabCount['value']
  readonly where: RawBuilder<SqlBool> | undefined
}

/** `POST /{api}/tabs/search`: the tabs over the list, with how many of the records that the user may list each holds. */
export function tabRoute(app: Api, backend: Backend, resource: Resource): void {
  const config = { access: { resource, operation: 'list' }, work: listWork(resource) } as const
  const schema = recordContract(resource).tabs
  app.post(`/${resource.api}/tabs/search`, { schema, config }, async (request) => {
    const { user, body } = request
    if (!isObject(body)) throw badRequest(msg('send_the_filter_as_a_json_object'))
    const asker = { backend, user, author: authorOf(request) }
    const tabs = await (resource.tabs === true
      ? viewTabs(resource, asker)
      : valueTabs(resource, String(resource.tabs), body, asker))
    return { data: await counted(backend, resource, tabs) }
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
): Promise<Tab[]> {
  const { user } = asker
  const { [name]: _own, ...others } = body
  const query = await admit(resource, readQuery(resource, user, others), asker)
  const isQuick = isCounted(resource, query)
  const where = whereOf(resource, user, query, resource.access.list(user))
  const values = await valuesOf(resource, name, asker)
  return values.slice(0, tabsLimit).map((value) => ({
    value,
    where: isQuick ? isValue(where, name, value) : undefined,
  }))
}

/** The condition of the records that have one value of a field. */
export const isValue = (where: RawBuilder<SqlBool>, name: string, value: TabCount['value']) =>
  sql<SqlBool>`${where} and ${columnOf(name)} = ${value}`

/** Words are looked for record by record: of a large list they are not counted. */
export const isCounted = (resource: Resource, { search, where }: Query): boolean =>
  resource.size !== 'large' || (!search && !where)

async function valuesOf(
  resource: Resource,
  name: string,
  { backend, user }: Asker,
): Promise<(string | number)[]> {
  const field = fieldOf(resource, name)
  if (!field || !mayRead(user, field)) return []
  const choices = kindOf(field).choices?.(field)
  if (choices) return Object.keys(choices)
  const target = backend.resource(targetOf(field) ?? '')
  const { options } = target
  if (!options || !isAllowed({ permission: options.permission }, user)) return []
  const asked = { search: '', ids: undefined, limit: tabsLimit, inactive: true }
  const { data } = await listOptions(backend, target, user, asked)
  return data.map(({ id }) => Number(id))
}

const timeoutMs = 1_500

/** Reads with little time. Returns undefined where that is not enough. */
export async function readInTime<Answer>(
  { database }: Backend,
  read: (connection: Sql) => Promise<Answer>,
): Promise<Answer | undefined> {
  return withStatementTimeout(database, timeoutMs, read).catch((error: unknown) => {
    if (faultOf(error) === 'timeout') return undefined
    throw error
  })
}

/** Counts all tabs in one statement. A list that takes too long is shown without counts. */
export async function counted(
  backend: Backend,
  resource: Resource,
  tabs: readonly Tab[],
): Promise<TabCount[]> {
  const source = sourceOf(resource)
  const parts = tabs.flatMap(({ where }, at) =>
    where
      ? [
          sql`select ${sql.lit(at)}::int as at, count(*)::int as count
          from (select from ${source} t where ${where} limit ${sql.lit(cap + 1)}) found`,
        ]
      : [],
  )
  const counts = new Map<number, number>()
  if (parts.length > 0) {
    const statement = sql<{ at: number; count: number }>`${sql.join(parts, sql` union all `)}`
    const found = await readInTime(backend, (connection) => statement.execute(connection))
    for (const { at, count } of found?.rows ?? []) counts.set(at, count)
  }
  return tabs.map(({ value }, at) => {
    const count = counts.get(at)
    return {
      value,
      count: count === undefined ? null : Math.min(count, cap),
      is_more: count !== undefined && count > cap,
    }
  })
}
