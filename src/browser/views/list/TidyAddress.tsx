import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

import { mayFilter, perPageLimit, systemFields, targetOf, type Field, type Resource } from '#schema'

import { type FilterValues, isKeyOf, isPrivate } from '../../client/records/filterValues.ts'
import { longFilterStore } from '../../client/storage/longFilterStore.ts'
import { listKeys, saysNoFilter } from './listAddress.ts'

interface AddressProps {
  resource: Resource
  /** What stands behind the list's path. */
  search: string
  /** Called where it is in order already. */
  onTidy(search: string): void
}

/** Puts an address that somebody has typed in order. */
export function TidyAddress({ resource, search, onTidy }: AddressProps) {
  const navigate = useNavigate()
  useEffect(() => {
    const tidy = tidySearch(resource, search)
    if (tidy === search) onTidy(search)
    else void navigate({ search: tidy }, { replace: true })
  }, [resource, search, onTidy, navigate])
  return null
}

/**
 * Returns what stands behind a list's path as the list reads it: no more rows than the server gives at once, and what somebody
 * has typed like a question to the API, `?state=waiting,failed`, within the filter.
 */
function tidySearch(resource: Resource, search: string): string {
  const query = new URLSearchParams(search)
  const typed = [...query].filter(([key]) => isFilterKey(resource, key))
  const asked = Number(query.get('perPage') ?? 1)
  const perPage = Math.min(Math.max(Math.trunc(asked) || 1, 1), perPageLimit)
  const isFiltered = typed.length > 0 || saysNoFilter(query)
  if (!isFiltered && perPage === asked) return search
  if (perPage !== asked) query.set('perPage', String(perPage))
  for (const [key] of typed) query.delete(key)
  if (isFiltered) query.set('filter', JSON.stringify(withTyped(resource, query, typed)))
  return `?${query}`
}

function isFilterKey(resource: Resource, key: string): boolean {
  if (listKeys.test(key)) return false
  const { fields, filters = [] } = resource
  const own = Object.keys(fields).filter((name) =>
    operators.some((operator) => mayFilter(resource, name, operator)),
  )
  return ['search', ...Object.keys(systemFields), ...filters, ...own].some((name) =>
    isKeyOf(name, key),
  )
}

const operators = ['equals', 'range', 'contains', 'empty'] as const

function withTyped(resource: Resource, query: URLSearchParams, typed: [string, string][]): object {
  const values = typed.map(([key, text]) => [key, operandOf(resource.fields[key], text)])
  const filter: FilterValues = { ...filterIn(query, resource), ...Object.fromEntries(values) }
  return longFilterStore.shortened(filter, (key, value) => isPrivate(resource, key, value))
}

function filterIn(query: URLSearchParams, resource: Resource): FilterValues {
  try {
    return JSON.parse(query.get('filter') ?? '') as FilterValues
  } catch {
    return (resource.filter ?? {}) as FilterValues
  }
}

/** Several values stand with commas between, and records by their ids. */
function operandOf(field: Field | undefined, text: string): string | number | (string | number)[] {
  const target = field && targetOf(field)
  const values = text.split(',').map((one) => (target && /^\d+$/.test(one) ? Number(one) : one))
  return values.length > 1 && field ? values : (values[0] ?? text)
}
