import { sql } from 'kysely'

import { parseQuery, QueryError, type Query, type Resource, type User } from '#schema'
import type { Backend } from '#server'

import { orderOf } from '../../src/server/records/read/order.ts'
import { selectionOf } from '../../src/server/records/read/select.ts'
import { sourceOf } from '../../src/server/records/read/source.ts'
import { whereOf } from '../../src/server/records/read/where.ts'

const everything: User = {
  id: 1,
  name: '',
  email: '',
  permissions: { has: () => true } as unknown as ReadonlySet<string>,
}

interface Statement {
  text: string
  values: readonly unknown[]
}

/** What a list request asks for; undefined where the list refuses it. */
function queryOf(resource: Resource, text: string): Query | undefined {
  try {
    return parseQuery(resource, everything, Object.fromEntries(new URLSearchParams(text)))
  } catch (error) {
    if (error instanceof QueryError) return undefined
    throw error
  }
}

/** A page of leads with the labels of its references in one SELECT, as somebody who knows SQL would write it; no count. */
export function pageSql(backend: Backend, text: string): Statement | undefined {
  const resource = backend.resource('leads')
  const asked = queryOf(resource, text)
  if (!asked) return undefined
  const query = { ...asked, looksIntoMasked: false }
  const { columns, joins } = selectionOf(backend, resource, everything, query.fields)
  const order = orderOf({ backend, resource, user: everything, query })
  const { page, perPage } = query
  const statement = sql`
    select ${columns} from (
      select t.* from ${sourceOf(resource)} t where ${whereOf(resource, everything, query, true)}
      order by ${order} limit ${perPage} offset ${(page - 1) * perPage}
    ) t ${joins} order by ${order}`
  return compiled(backend, statement)
}

/** One lead with the labels of its references. */
export function oneSql(backend: Backend, id: number): Statement {
  const resource = backend.resource('leads')
  const { columns, joins } = selectionOf(backend, resource, everything)
  const statement = sql`
    select ${columns} from ${sourceOf(resource)} t ${joins} where t.deleted_at is null and t.id = ${id}`
  return compiled(backend, statement)
}

function compiled(backend: Backend, statement: ReturnType<typeof sql>): Statement {
  const { sql: text, parameters } = statement.compile(backend.database.sql)
  return { text, values: parameters }
}
