import { createHash } from 'node:crypto'

import type { RawBuilder, SqlBool } from 'kysely'

import type { Query, Resource, User } from '#schema'

import type { Backend } from '../../../kernel/backend.ts'
import type { Sql } from '../../../kernel/database.ts'
import type { Sums } from './wholeList.ts'

/** A list for somebody, as far as it is known before anything is read. */
export interface Listing {
  readonly backend: Backend
  readonly resource: Resource
  readonly user: User
  readonly query: Query
  readonly database: Sql
  readonly where: RawBuilder<SqlBool>
  readonly limit: number
  readonly offset: number
  /** The sums that count all records of the list, of a large resource. */
  readonly sums: Sums | undefined
  /** How many records may be expected to match a search without filters, by a sample of them. */
  readonly expected?: number | undefined
  /** Whether the user may be told of that number. */
  readonly isTold?: boolean
  /** The column of a filter by one value that an index finds, where nothing else is asked for. */
  readonly oneValueOf?: string | undefined
  /** Of a search for what few records have. */
  readonly rare?: RareSearch | undefined
  /** Of a search with a rule or filters that no sums count. */
  readonly filtered?: FilteredSearch | undefined
  /** The same records as by `where` for a statement that finds those of a search by another index as well. */
  readonly besideOthers?: RawBuilder<SqlBool> | undefined
}

interface FilteredSearch {
  /** What rule and filters let in, whatever the words are. */
  readonly where: RawBuilder<SqlBool>
  /** How many records may be expected to have the words, whatever the filters say. */
  readonly ofWords: number
}

interface RareSearch {
  /** The same records as by `where`; the index of the search is asked for the rarest parts of the words. */
  readonly where: RawBuilder<SqlBool>
  /** The same for a statement that is planned once, where there are no filters. */
  readonly once?: RawBuilder<SqlBool> | undefined
}

/** A hash, because a filter may be as large as a request. */
export function keyOf({ backend, resource, where }: Listing): string {
  const { sql: text, parameters } = where.compile(backend.database.sql)
  const filter = `${resource.name} ${text} ${JSON.stringify(parameters)}`
  return createHash('sha256').update(filter).digest('base64')
}
