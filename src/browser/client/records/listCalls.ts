import type { DataProvider, GetListParams, GetListResult, RaRecord } from 'react-admin'

import { perPageLimit, type Resource } from '#schema'

import type { Http } from '../http/http.ts'
import type { RememberedRequest, RememberedRequests } from '../http/earlyRequest.ts'
import type { HttpFailure } from '../http/httpFailure.ts'
import { createPersistedState } from '../storage/persisted.ts'
import { longFilterStore } from '../storage/longFilterStore.ts'
import { sortText } from './order.ts'
import { isPrivate } from './filterValues.ts'

export type Named = (name: string) => Resource

type Lists = Pick<DataProvider, 'getList' | 'getMany' | 'getManyReference'>

interface ListAnswer<Row> {
  data: Row[]
  meta: { total: number; total_is: 'exact' | 'estimate' }
}

export function lists(named: Named, http: Http): Lists {
  /** Whether the server takes lists by a body is known from its first refusal. */
  let hasBodies = true

  async function ask<Row>(
    { path, body, plainPath }: ListRequest,
    signal: AbortSignal | undefined,
  ): Promise<ListAnswer<Row>> {
    const plain = () => http.json<ListAnswer<Row>>(plainPath ?? path, { signal })
    if (!body || (plainPath && !hasBodies)) return plain()
    try {
      return await http.json<ListAnswer<Row>>(path, { method: 'POST', body, signal })
    } catch (error) {
      const { status } = error as Partial<HttpFailure>
      if (!plainPath || (status !== 404 && status !== 405)) throw error
      hasBodies = false
      return plain()
    }
  }

  async function page<Row extends RaRecord>(
    name: string,
    { signal, ...params }: GetListParams,
  ): Promise<GetListResult<Row>> {
    const resource = named(name)
    const request = listRequest(params, resource)
    if (params.meta?.view === 'list' && !request.body) {
      rememberRequest({ path: request.path, resource: name, params })
    }
    const { data, meta } = await ask<Row>(request, signal)
    return { data, total: meta.total, meta }
  }

  /** As many rows as are asked for, also where that is more than a page of the API holds. */
  async function list<Row extends RaRecord>(
    name: string,
    params: GetListParams,
  ): Promise<GetListResult<Row>> {
    const { page: number = 1, perPage = 0 } = params.pagination ?? {}
    if (perPage <= perPageLimit) return page<Row>(name, params)
    const first = (number - 1) * perPage
    const skipped = first % perPageLimit
    const rows: Row[] = []
    for (let next = (first - skipped) / perPageLimit + 1; ; next += 1) {
      const pagination = { page: next, perPage: perPageLimit }
      const { data, ...rest } = await page<Row>(name, { ...params, pagination })
      rows.push(...data)
      const isWhole = data.length < perPageLimit || rows.length >= skipped + perPage
      if (isWhole) return { ...rest, data: rows.slice(skipped, skipped + perPage) }
    }
  }

  return {
    getList: list,
    getMany: (name, { ids, signal }) => {
      const pagination = { page: 1, perPage: ids.length }
      return list(name, { filter: { id: ids }, pagination, ...(signal && { signal }) })
    },
    getManyReference: (name, { target, id, filter, ...params }) =>
      list(name, { ...params, filter: { ...filter, [target]: id } }),
  }
}

/** Addresses beyond this length break on the way: the same keys go in a body then. */
const maxPathLength = 6000

interface ListRequest {
  path: string
  body?: Readonly<Record<string, unknown>>
  /** The same in the address, for servers that take no body. */
  plainPath?: string
}

/** What a list asks for: keys in the address, or in a body where that is too long or names a person. */
function listRequest(
  { filter = {}, sort, pagination, meta }: Omit<GetListParams, 'signal'>,
  resource: Resource,
): ListRequest {
  const { q, ...all } = filter
  const { base, rest } = addressOf(resource, all)
  const asked = withoutEmpty({ search: q, ...longFilterStore.opened(rest) })
  const keys = withoutEmpty({
    ...asked,
    sort: sort && sortText(sort),
    page: pagination?.page,
    per_page: pagination?.perPage,
    fields: meta?.fields,
  })
  const path = `${base}${addressQuery(keys) || '?'}`
  const isSplit = Object.values(keys).some(hasComma)
  if (isSplit || path.length > maxPathLength) return { path: base, body: keys }
  const hasPrivate = Object.entries(asked).some(([key, value]) => isPrivate(resource, key, value))
  return hasPrivate ? { path: base, body: keys, plainPath: path } : { path }
}

/** Where a list stands, and the filter without what its address says. */
function addressOf({ api, listedBy }: Resource, filter: Readonly<Record<string, unknown>>) {
  if (!listedBy) return { base: `/${api}/search`, rest: filter }
  const { [listedBy.by]: id, ...rest } = filter
  return { base: `/${listedBy.path.replace(':id', encodeURIComponent(String(id)))}`, rest }
}

/** Whether the commas between the values of an address would cut one of them. */
const hasComma = (value: unknown): boolean =>
  Array.isArray(value) && value.some((one) => String(one).includes(','))

export function addressQuery(keys: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(withoutEmpty(keys)).map(([key, value]): [string, string] => [
    key,
    Array.isArray(value) ? value.join(',') : String(value),
  ])
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''
}

const withoutEmpty = (keys: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(keys).filter(([, value]) => !isEmpty(value)))

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)

/** Most addresses that are remembered. */
const maxAddresses = 30

/** What lists asked for last; it ends with the session. */
const requests = createPersistedState<RememberedRequests>('requests', { initial: {} })

/** Remembers what the list at this address asks for, so that the next page can ask before its files are there. */
export function rememberRequest(request: Omit<RememberedRequest, 'search'>): void {
  const { pathname, search } = window.location
  const { [pathname]: before, ...others } = requests.read()
  const next = { search, ...request }
  if (JSON.stringify(before) === JSON.stringify(next)) return
  const stored = Object.entries(others).slice(1 - maxAddresses)
  requests.write({ ...Object.fromEntries(stored), [pathname]: next })
}

/** Forgets all of them: what may be asked for is another matter now. */
export const forgetRequests = (): void => requests.reset()
