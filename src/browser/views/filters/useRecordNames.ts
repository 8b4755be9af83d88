import { useQueries } from '@tanstack/react-query'
import { useContext } from 'react'

import { fieldOf, type Resource, type User, targetOf } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { OptionsContext } from '../../client/options/store.ts'
import { itemOf } from '../../client/options/lists.ts'
import { useUser } from '../../client/session/user.ts'
import { recordTitle } from '../rows/cells/cells.tsx'
import { may } from '../../client/records/permitted.ts'
import { useProvider, type ConsoleProvider } from '../../client/records/provider.ts'
import { useT } from '../../client/i18n/texts.ts'
import { ResourcesContext } from '../../client/records/resources.ts'
import { valuesNamed } from './conditionText.ts'
import type { Rule } from './groups.ts'
import english from '../../../texts/en/lists.json'

type NameOf = (target: string, id: number) => string

/**
 * The names of the records that conditions name, as far as the user may choose from them or list them; else their numbers,
 * which say so where no record has them.
 */
export function useRecordNames(resource: Resource, rules: readonly Rule[]): NameOf {
  const t = useT(english)
  const provider = useProvider()
  const resources = useContext(ResourcesContext)
  const user = useUser()
  const lists = useContext(OptionsContext)?.store
  const known = (target: string, id: number) =>
    lists?.of(target).items.find(({ value }) => value === id)?.label
  const wanted = idsByTarget(resource, rules).flatMap(([name, ids]) => {
    const target = resources.find((one) => one.name === name)
    const isMissing = ids.some((id) => known(name, id) === undefined)
    const from = isMissing && target && sourceOf(target, user)
    return target && from ? [{ target, ids, from }] : []
  })
  const found = useQueries({
    queries: wanted.map(({ target, ids, from }) => ({
      queryKey: [target.name, 'names', from, { ids }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        sources[from](provider, target, { ids, signal }),
      retry: false,
    })),
  })
  return (name, id) => {
    const answer = found[wanted.findIndex(({ target }) => target.name === name)]?.data
    const label = known(name, id) ?? answer?.get(id)
    return label ?? (answer ? t('not_found_choice', { id: String(id) }) : `#${id}`)
  }
}

/** Where the names come from: the list to choose from, or else the list itself. */
function sourceOf(target: Resource, user: User): keyof typeof sources | undefined {
  const needed = [target.options?.permission ?? []].flat()
  if (needed.some((one) => user.permissions.has(one))) return 'options'
  return target.operations.includes('list') && may(target, 'list', user) ? 'names' : undefined
}

interface Asked {
  readonly ids: number[]
  readonly signal: AbortSignal
}

const sources = {
  async options(provider: ConsoleProvider, target: Resource, { ids, signal }: Asked) {
    const { data } = await provider.options(target.name, { ids, limit: ids.length, signal })
    return new Map(data.map((one) => [one.id, itemOf(target, one).label]))
  },
  async names(provider: ConsoleProvider, target: Resource, { ids, signal }: Asked) {
    const { data } = await provider.getMany<Row>(target.name, { ids, signal })
    return new Map(data.map((one) => [one.id, recordTitle(target, one)]))
  },
}

function idsByTarget(
  resource: Resource,
  rules: readonly Rule[],
): [target: string, ids: number[]][] {
  const byTarget = new Map<string, Set<number>>()
  for (const { field: name, values } of rules) {
    const field = fieldOf(resource, name)
    const target = field && targetOf(field)
    if (!target) continue
    const ids = byTarget.get(target) ?? new Set()
    byTarget.set(target, ids)
    for (const value of values.slice(0, valuesNamed)) ids.add(Number(value))
  }
  return [...byTarget].map(([target, ids]) => [target, [...ids].sort((one, two) => one - two)])
}
