import type { QueryClient } from '@tanstack/react-query'
import type { GetListParams, GetListResult } from 'react-admin'

import type { Row } from '../../client/records/row.ts'
import { memoizeByObject } from '#schema'

type ListParams = GetListParams & Required<Pick<GetListParams, 'pagination'>>

/** One page of a list, as the person saw it who goes through its records. */
export interface Walk {
  readonly params: ListParams
  readonly ids: readonly number[]
  /** How many records stand before the page. */
  readonly start: number
  readonly total: number
  readonly isEstimate: boolean
}

/** The last walk through each resource: what a list was answered is soon forgotten once the list is left. */
const walksOf = memoizeByObject<QueryClient, Map<string, Walk>>(() => new Map())

interface Opened {
  readonly resource: string
  readonly id: number
  /** Its list is a view of the business, and shares its rows with react-admin's `List`. */
  readonly hasOwnList: boolean
}

/** Returns the page of the list in which a record was seen last; undefined where it was opened by its address. */
export function walkAround(client: QueryClient, opened: Opened): Walk | undefined {
  const { resource, id } = opened
  const all = walksOf(client)
  const last = all.get(resource)
  const found = seenIn(client, opened) ?? (last?.ids.includes(id) ? last : undefined)
  if (found) all.set(resource, found)
  return found
}

function seenIn(client: QueryClient, { resource, id, hasOwnList }: Opened): Walk | undefined {
  const queries = client.getQueryCache().findAll({ queryKey: [resource, 'getList'] })
  const lists = queries.flatMap(({ queryKey, state: { data, dataUpdatedAt } }) => {
    const params = queryKey[2] as ListParams
    const answer = data as GetListResult<Row> | undefined
    const isList = params.meta?.view === 'list' || (hasOwnList && params.meta === undefined)
    const isIn = isList && answer?.data.some((row) => row.id === id)
    return isIn && answer ? [{ params, answer, dataUpdatedAt }] : []
  })
  const [latest] = lists.sort((one, two) => two.dataUpdatedAt - one.dataUpdatedAt)
  if (!latest) return undefined
  const { params, answer } = latest
  const { page, perPage } = params.pagination
  return {
    params,
    ids: answer.data.map((row) => row.id),
    start: (page - 1) * perPage,
    total: answer.total ?? answer.data.length,
    isEstimate: answer.meta?.total_is === 'estimate',
  }
}
