import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import type { Resource } from '#schema'

import { useOptionList, itemsToPick } from '../../client/options/store.ts'
import { itemOf, type OptionItem } from '../../client/options/lists.ts'
import { nameByCode } from '../../client/i18n/codeNames.ts'
import { useUser } from '../../client/session/user.ts'
import { may } from '../../client/records/permitted.ts'
import { useProvider } from '../../client/records/provider.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useSteady, useTyped } from './useTyped.ts'

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
const limit = 25
const loadedLimit = 250

export interface Choices {
  /** What is found for the typed text: in the loaded list when nothing is missing there, else by the server. */
  readonly found: readonly Choice[]
  /** The chosen ones, in the order of their ids; the very same array until they change. */
  readonly chosen: Choice[]
  /** The names of some of the chosen ones are still asked for. */
  readonly isNaming: boolean
  readonly isLoading: boolean
  readonly error: Error | null
  /** What is found is for a text that was typed. */
  readonly isSearched: boolean
  /** A text is typed, whether something is found for it yet or not. */
  readonly isTyped: boolean
  /** Looks for a text when typing rests. */
  search(text: string): void
}

/**
 * The choices of a picker. `known` spares asking for the names of those already chosen; `isFilter` offers also what may
 * no longer be chosen for a record.
 */
export function useChoices(
  target: string,
  ids: readonly number[],
  { known = [], isFilter = false }: { known?: readonly Choice[]; isFilter?: boolean } = {},
): Choices {
  const [text, setText] = useState('')
  const [typed, type] = useTyped(text, setText)
  const [named, setNamed] = useState<readonly Choice[]>([])
  const hasInactive = useHasInactive(target)
  const inactive = isFilter && hasInactive
  const found = useOptions(target, { search: text, ...(inactive && { inactive }) })
  const user = useUser()
  const oneself = target === 'users' ? [{ id: user.id, label: user.name }] : []
  const resource = useResourceNamed(target)
  const told = known.map((one) => ({ ...one, label: nameByCode(resource, { ...one }, one.label) }))
  const seen = [...told, ...found.choices, ...named, ...oneself]
  const missing = ids.filter((id) => !seen.some((one) => one.id === id))
  const asked = useOptions(target, { ids: missing })
  const all = [...seen, ...asked.choices]
  // Of more than are asked for at once it is not known.
  const isMissing = asked.isAnswered && missing.length <= limit
  const chosen = useSteady(
    ids.map((id) => all.find((one) => one.id === id) ?? { id, label: `#${id}`, isMissing }),
  )
  const search = (next: string) => {
    // What is found next may not hold the chosen ones: they keep their names meanwhile.
    setNamed(all.filter(({ id }) => ids.includes(id)))
    type(next)
  }
  const { isFetching, error } = found
  const isLoading = isFetching || typed.trim() !== text
  const isNaming = asked.isFetching
  const [isSearched, isTyped] = [text !== '', typed.trim() !== '']
  return { found: found.choices, chosen, isNaming, isLoading, error, isSearched, isTyped, search }
}

/** The choices with the ids, as far as their names have come. */
export const useNamed = (target: string, ids: readonly number[]): readonly Choice[] =>
  useOptions(target, { ids }).choices.filter(({ id }) => ids.includes(id))

/** Whether the user may list the records of a resource to choose from. */
export function useMayPick(target: string): boolean {
  const { permissions } = useUser()
  const wanted = useResourceNamed(target)?.options?.permission ?? []
  return [wanted].flat().some((one) => permissions.has(one))
}

/** The resource, where the user may add to its records. */
export function useCreatable(target: string): Resource | undefined {
  const user = useUser()
  const resource = useResourceNamed(target)
  return resource && may(resource, 'create', user) ? resource : undefined
}

const useHasInactive = (target: string) => useResourceNamed(target)?.options?.activeBy !== undefined

interface OptionsQuery {
  search?: string
  ids?: readonly number[]
  inactive?: boolean
}

function useOptions(target: string, wanted: OptionsQuery) {
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
