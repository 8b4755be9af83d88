import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'

import type { PageMeta } from '#contract'
import {
  indexForm,
  isObject,
  mayRead,
  mayUnmask,
  ownSearched,
  QueryError,
  searchedReferences,
  type Conditions,
  type Filter,
  type Query,
  type Resource,
  type User,
} from '#schema'

import { prepared, preparedVariant } from '../../database/connection.ts'
import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { heavy, light, type Work } from '../../kernel/turns/fairShare.ts'
import { readQuery } from './admit.ts'
import { isAmong } from './page/days.ts'
import { findPage, isByTime } from './page/findPage.ts'
import { expectedMatches } from './fragmentShares.ts'
import { fragmentSharesOf } from './fragmentSample.ts'
import { sortedPage, type Total } from './page/foundPage.ts'
import type { Listing } from './page/listing.ts'
import { selectionOf, type Row, type Selection } from './select.ts'
import { unplanned } from './searchWords.ts'
import { whereOf, type AdmittedQuery } from './where.ts'
import { countedBy, firstRows } from './page/wholeList.ts'

export interface Page {
  data: Row[]
  meta: PageMeta
}

/** One page of the records that the user may list, with the labels of references and a capped total. */
export async function listRecords(
  backend: Backend,
  resource: Resource,
  user: User,
  query: AdmittedQuery,
  database: Sql = backend.database.sql,
): Promise<Page> {
  const rule = resource.access.list(user)
  const selection = selectionOf(backend, resource, user, query.fields)
  const [limit, offset] = [query.perPage, (query.page - 1) * query.perPage]
  const isFiltered = Boolean(query.where) || Object.keys(query.filter).length > 0
  const isCounted = resource.size === 'large' && rule === true && !query.where
  const sums = isCounted ? await countedBy(backend, resource, query.filter, database) : undefined
  const isAll = !isFiltered && !query.search
  const where = isAll ? selection.listed : whereOf(resource, user, query, rule)
  const oneValueOf = rule === true ? columnOfOneValue(resource, query) : undefined
  const base = { backend, resource, user, query, database, where, limit, offset, sums, oneValueOf }
  const listing = { ...base, ...searchedBy(base, rule) }
  if (sums && !query.search && isByTime(query) && query.page === 1) {
    const { rows } = await firstRows({ ...listing, sums }, selection).execute(database)
    const count = rows[0]?.['~total'] ?? 0
    return pageOf(rows.map(selection.present), listing, { count, is: 'exact' })
  }
  // The ids come first, from one table, then their rows by a statement that is planned once a connection:
  // planning the labels' joins anew would cost more than finding the page.
  const { ids, total } = await (resource.size === 'large' ? findPage(listing) : sortedPage(listing))
  return pageOf(await readRows(ids, listing, selection), listing, total)
}

function columnOfOneValue(
  resource: Resource,
  { search, where, filter }: AdmittedQuery,
): string | undefined {
  const [[name, conditions] = ['', {}], ...more] = Object.entries(filter)
  if (search || where || more.length > 0) return undefined
  const { in: values, ...others } = conditions
  if (values?.length !== 1 || Object.keys(others).length > 0) return undefined
  return ['order', 'lookup'].includes(indexForm(resource, name) ?? '') ? name : undefined
}

/** No record is of no day; the planner, which does not see that there is none, expects one in a hundred. */
const unforeseen = isAmong({ days: [] })

/** Of more records the index of a search finds no part of a word much sooner than the word. */
const rareShare = 0.01

/** What a sample of the records of a large resource says of a search. */
function searchedBy(
  { backend, resource, user, query, sums }: Listing & { query: AdmittedQuery },
  rule: boolean | Filter,
): Pick<Listing, 'expected' | 'isTold' | 'filtered' | 'rare' | 'besideOthers'> {
  if (resource.size !== 'large' || query.search === '') return {}
  const shares = fragmentSharesOf(backend, resource)
  const besideOthers = isByTime(query)
    ? undefined
    : whereOf(resource, user, { ...query, shares, unforeseen }, rule)
  if (!shares) return { besideOthers }
  const expected = expectedMatches(shares, query.search)
  const isAlone = sums !== undefined && searchedReferences(resource).length === 0
  // The sample is of all texts: it would tell of those that the user may not look into.
  const isTold = ownSearched(resource).every(
    ([, field]) => mayRead(user, field) && mayUnmask(user, field),
  )
  const isRare = expected <= shares.records * rareShare
  const rare = { ...query, shares }
  const where = isRare ? whereOf(resource, user, rare, rule) : undefined
  // With filters there would be too many statements, and their plans depend on values.
  const isOnce = where !== undefined && isAlone
  const once = isOnce ? whereOf(resource, user, { ...rare, operand: unplanned }, rule) : undefined
  return {
    expected: isAlone ? expected : undefined,
    isTold,
    filtered: sums
      ? undefined
      : { where: whereOf(resource, user, { ...query, search: '' }, rule), ofWords: expected },
    rare: where && { where, once },
    besideOthers,
  }
}

/** The rows of these ids in their order. What was deleted or taken from the user's sight meanwhile is left out. */
async function readRows(
  ids: readonly number[],
  { query: { fields }, database }: Listing,
  { columns, from, listed, present }: Selection,
): Promise<Row[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`${fields ? preparedVariant : prepared}
    select ${columns} from ${from} where t.id = any(${ids}::bigint[]) and ${listed}`.execute(
    database,
  )
  const byId = new Map(rows.map((row) => [row['id'], row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [present(row)] : []
  })
}

function pageOf(data: Row[], { query, limit, offset }: Listing, { count, is }: Total): Page {
  const isEmpty = data.length === 0
  return {
    data,
    meta: {
      current_page: query.page,
      per_page: limit,
      last_page: Math.max(1, Math.ceil(count / limit)),
      total: count,
      total_is: is,
      from: isEmpty ? null : offset + 1,
      to: isEmpty ? null : offset + data.length,
    },
  }
}

/** Of each statement of a wide list: such lists share few places. */
export const wideTimeoutMs = 10_000

type Asked = Pick<FastifyRequest, 'user' | 'query' | 'body'>

/** Rows of a page that costs the thread as much as looking for words costs the database. */
const longPage = 100

/** What a list takes: a long page, and looking for words or fragments in a large table, are heavy work. */
export const listWork =
  (resource: Resource) =>
  ({ user, query, body }: Asked): Work =>
    asksMuch(resource, user, body ?? query) ? heavy : light

/** What an action takes that is done with the records of a large table: it reads whatever a filter matches, or so many ids. */
export const bulkWork =
  ({ size }: Resource) =>
  ({ body }: Pick<FastifyRequest, 'body'>): Work =>
    size === 'large' && isObject(body) && !namesFew(body) ? heavy : light

const namesFew = ({ ids }: { readonly ids?: unknown }) =>
  Array.isArray(ids) && ids.length < longPage

function asksMuch(resource: Resource, user: User, input: unknown): boolean {
  if (!isObject(input)) return false
  if (Number(input['per_page']) >= longPage) return true
  if (resource.size !== 'large') return false
  try {
    return isWide(readQuery(resource, user, input))
  } catch (error) {
    // The route says what is wrong with it.
    if (error instanceof QueryError) return true
    throw error
  }
}

/** Whether a query looks for words, or for values by a part of them. */
export const isWide = ({ search, filter, where = {} }: Query): boolean =>
  search !== '' || hasParts({ all: [filter, where] })

function hasParts({ all = [], any = [], ...fields }: Filter): boolean {
  return (
    [...all, ...any].some(hasParts) ||
    Object.values<Conditions>(fields).some(
      ({ contains, parts = [], notParts = [] }) =>
        contains !== undefined || parts.length + notParts.length > 0,
    )
  )
}
