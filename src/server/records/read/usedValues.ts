import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { recordContract, type TabCount } from '#contract'
import {
  countCap,
  countedFields,
  fieldOf,
  isObject,
  isStored,
  mayRead,
  targetOf,
  type Resource,
} from '#schema'

import { serverKindOf } from '../../../kinds/kinds.server.ts'
import type { Api, Backend } from '../../kernel/backend.ts'
import { columnOf, isJoin, joinTable } from '../../database/names.ts'
import { badRequest } from '../../kernel/errors.ts'
import { authorOf, isAllowed } from '../../kernel/guard.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { admit, listWork, readQuery, type Asker } from './admit.ts'
import { sourceOf } from './source.ts'
import { counted, isCounted, isValue, readInTime } from './tabs.ts'
import { whereOf } from './where.ts'

/** Most values that are told. */
const valuesLimit = 40

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
  const { backend, user } = asker
  if (!mayPick(resource, name, asker)) return []
  const asked = readQuery(resource, user, body)
  const { [name]: _own, ...filter } = asked.filter
  const query = await admit(resource, { ...asked, filter }, asker)
  if (!isCounted(resource, query)) return []
  const where = whereOf(resource, user, query, resource.access.list(user))
  const isOpen = Object.keys(filter).length === 0 && !query.search && !query.where
  const statement = valuesIn(resource, name, where)
  const rows = (await readInTime(backend, (sql) => statement.execute(sql)))?.rows ?? []
  const isWhole = rows.every(({ total }) => total <= countCap)
  // Of all records an index finds those of each value.
  if (!isWhole && isOpen && standsAlone(resource, name)) {
    const tabs = rows.map(({ value }) => ({ value, where: isValue(where, name, value) }))
    return counted(backend, resource, tabs)
  }
  return rows.map(({ value, count }) => ({ value, count: isWhole ? count : null, is_more: false }))
}

/** Whether the user reads the field, and may have the names of what it points at. */
function mayPick(resource: Resource, name: string, { backend, user }: Asker): boolean {
  const field = fieldOf(resource, name)
  if (!field || !mayRead(user, field)) return false
  const target = targetOf(field)
  if (target === undefined) return true
  const { options } = backend.resource(target)
  return options !== undefined && isAllowed({ permission: options.permission }, user)
}

interface Found {
  value: TabCount['value']
  count: number
  /** Of all records that were looked at, which are at most one more than are counted. */
  total: number
}

/** Whether a column of the table holds one value of a record. */
function standsAlone(resource: Resource, name: string): boolean {
  const field = fieldOf(resource, name)
  return field !== undefined && isStored(field) && serverKindOf(field).storage === 'column'
}

/** Among as many records as the list counts, and no more: the newest. */
function valuesIn(resource: Resource, name: string, where: RawBuilder<SqlBool>) {
  const isMany = isJoin(resource, name)
  const newest = columnOf(resource.view?.sorts[0] ?? 'id')
  const { value, from } = valueOf(resource, name)
  return sql<Found>`
    with found as materialized (
      select t.id, ${isMany ? sql`null` : columnOf(name)} as value
      from ${sourceOf(resource)} t where ${where} order by ${newest} desc limit ${countCap + 1}
    )
    select ${value} as value, count(*)::int as count, (select count(*)::int from found) as total
    from found f ${from} where ${value} is not null
    group by 1 order by 2 desc, 1 limit ${valuesLimit}`
}

/** Each value of a record that the statement calls `f`, and what it is joined with. */
function valueOf(resource: Resource, name: string) {
  const storage = serverKindOf(resource.fields[name]).storage
  if (storage === 'column') return { value: sql`f.value`, from: sql`` }
  const value = sql`j.target_id`
  return storage === 'join'
    ? { value, from: sql`join ${sql.raw(joinTable(resource, name))} j on j.record_id = f.id` }
    : { value, from: sql`cross join lateral unnest(f.value) j (target_id)` }
}
