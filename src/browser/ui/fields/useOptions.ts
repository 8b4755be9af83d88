import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { useOptionList, itemsToPick } from '../../client/options/store.ts'
import { itemOf, type OptionItem } from '../../client/options/lists.ts'
import { useUser } from '../../client/session/user.ts'
import { useProvider } from '../../client/records/provider.ts'
import { useResourceNamed } from '../../client/records/resources.ts'

/** One entry of a picker. */
export interface Choice {
  readonly id: number
  readonly label: string
  /** Shown before the label, like the flag. */
  readonly color?: string
  readonly flag?: string
  readonly inactive?: boolean
  /** There is no such record, or none that the user may choose. */
  readonly isMissing?: boolean
}

/** Most entries of a picker, asked of the server and taken from a loaded list; the rest is found by typing. */
export const limit = 25

const loadedLimit = 250

/** Whether the user may list the records of a resource to choose from. */
export function useMayPick(target: string): boolean {
  const { permissions } = useUser()
  const wanted = useResourceNamed(target)?.options?.permission ?? []
  return [wanted].flat().some((one) => permissions.has(one))
}

interface OptionsQuery {
  search?: string
  ids?: readonly number[]
  inactive?: boolean
}

export function useOptions(target: string, wanted: OptionsQuery) {
  const provider = useProvider()
  const resource = useResourceNamed(target)
  const mayPick = useMayPick(target)
  const list = useOptionList(target)
  const loaded = useFound(itemsToPick(list), wanted)
  // A list that is old by now is shown until the server has answered: what is about to be taken does not vanish.
  const before = useFound(list.items, wanted)
  const {
    data = before ?? [],
    isFetching,
    isPlaceholderData,
    isSuccess,
    error,
  } = useQuery({
    queryKey: [target, 'options', wanted],
    enabled: mayPick && !loaded && wanted.ids?.length !== 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => provider.options(target, { ...wanted, limit, signal }),
    select: (answer) => answer.data.map((option) => choiceOf(itemOf(resource, option))),
  })
  if (loaded) return { choices: loaded, isFetching: false, isAnswered: true, error: null }
  const isAnswered = isSuccess && !isFetching && !isPlaceholderData
  return { choices: data, isFetching, isAnswered, error }
}

/** What a loaded list has; undefined when only the server can tell. */
function useFound(
  items: readonly OptionItem[] | undefined,
  { search, ids, inactive }: OptionsQuery,
): readonly Choice[] | undefined {
  return useMemo(() => {
    if (!items || inactive) return undefined
    if (!ids) {
      const matching = items.filter(contains(search ?? ''))
      // What is not in it may have been added since.
      return search && matching.length === 0
        ? undefined
        : matching.slice(0, loadedLimit).map(choiceOf)
    }
    const named = items.filter(({ value }) => ids.includes(Number(value)))
    return named.length === ids.length ? named.map(choiceOf) : undefined
  }, [items, search, ids, inactive])
}

function contains(text: string): (item: OptionItem) => boolean {
  const wanted = text.trim().toLocaleLowerCase()
  return ({ label }) => label.toLocaleLowerCase().includes(wanted)
}

const choiceOf = ({ value, ...item }: OptionItem): Choice => ({ ...item, id: Number(value) })
