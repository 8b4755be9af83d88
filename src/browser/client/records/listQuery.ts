import type { GetListParams } from 'react-admin'

import type { Resource } from '#schema'

import { keptLists } from '../storage/keptLists.ts'
import { isPrivate } from './privateOperands.ts'
import { sortText } from './order.ts'

/** Addresses beyond this length break on the way: the same keys go in a body then (product.md 13). */
const longest = 6000

export interface ListRequest {
  /** Below the resource's path. */
  path: string
  body?: Readonly<Record<string, unknown>>
  /** The same in the address, for servers that take no body (specification 7). */
  plainPath?: string
}

/**
 * What a list asks of the server: `?search=..&key=value&sort=-name&page=1&per_page=25&fields=name,status`, in a body where
 * that would be too long, or would write down whom somebody looks for.
 */
export function listRequest(
  params: Omit<GetListParams, 'signal'>,
  resource?: Resource,
): ListRequest {
  const keys = keysOf(params)
  const hasPrivate = Object.entries(keys).some(([key, value]) => isPrivate(resource, key, value))
  const query = new URLSearchParams(
    Object.entries(keys).map(([key, value]): [string, string] => [key, text(value)]),
  )
  const path = `/search?${query}`
  if (path.length > longest) return { path: '/search', body: keys }
  return hasPrivate ? { path: '/search', body: keys, plainPath: path } : { path }
}

function keysOf({ filter = {}, sort, pagination, meta }: Omit<GetListParams, 'signal'>) {
  const { q, ...rest } = filter
  const keys = {
    search: q,
    ...keptLists.opened(rest),
    sort: sort && sortText(sort),
    page: pagination?.page,
    per_page: pagination?.perPage,
    fields: meta?.fields,
  }
  return Object.fromEntries(Object.entries(keys).filter(([, value]) => !isEmpty(value)))
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)

const text = (value: unknown) => (Array.isArray(value) ? value.join(',') : String(value))
