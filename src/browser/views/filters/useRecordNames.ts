import { useQueries } from '@tanstack/react-query'
import { useContext } from 'react'

import { fieldOf, type Resource } from '#schema'

import { OptionsContext } from '../../options/context.ts'
import { itemOf } from '../../options/item.ts'
import { useUser } from '../../session.ts'
import { useProvider } from '../provider.ts'
import { ResourcesContext } from '../resources.ts'
import { valuesNamed } from './conditionText.ts'
import type { Rule } from './groups.ts'

type NameOf = (target: string, id: number) => string

/** The names of the records that conditions name, as far as the user may choose from them; else their numbers. */
export function useRecordNames(resource: Resource, rules: readonly Rule[]): NameOf {
  const provider = useProvider()
  const resources = useContext(ResourcesContext)
  const { permissions } = useUser()
  const lists = useContext(OptionsContext)?.store
  const named = (target: string) => resources.find(({ name }) => name === target)
  const known = (target: string, id: number) =>
    lists?.of(target).items.find(({ value }) => value === id)?.label
  const wanted = idsByTarget(resource, rules).filter(
    ([target, ids]) =>
      [named(target)?.options?.permission ?? []].flat().some((one) => permissions.has(one)) &&
      ids.some((id) => known(target, id) === undefined),
  )
  const found = useQueries({
    queries: wanted.map(([target, ids]) => ({
      queryKey: [target, 'options', { ids }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        provider.options(target, { ids, limit: ids.length, signal }),
      retry: false,
    })),
  })
  return (target, id) => {
    const answer = found[wanted.findIndex(([one]) => one === target)]?.data
    const option = answer?.data.find((one) => one.id === id)
    return known(target, id) ?? (option ? itemOf(named(target), option).label : `#${id}`)
  }
}

function idsByTarget(
  resource: Resource,
  rules: readonly Rule[],
): [target: string, ids: number[]][] {
  const byTarget = new Map<string, Set<number>>()
  for (const { field: name, values } of rules) {
    const field = fieldOf(resource, name)
    if (!field || !('target' in field)) continue
    const ids = byTarget.get(String(field.target)) ?? new Set()
    byTarget.set(String(field.target), ids)
    for (const value of values.slice(0, valuesNamed)) ids.add(Number(value))
  }
  return [...byTarget].map(([target, ids]) => [target, [...ids].sort((one, two) => one - two)])
}
