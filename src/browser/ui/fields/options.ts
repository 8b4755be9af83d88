import { useState } from 'react'

import type { Resource } from '#schema'

import { nameByCode } from '../../client/i18n/codeNames.ts'
import { useUser } from '../../client/session/user.ts'
import { may } from '../../client/records/permitted.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useSteady, useTyped } from './useTyped.ts'
import { type Choice, limit, useOptions } from './useOptions.ts'

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

/** The resource, where the user may add to its records. */
export function useCreatable(target: string): Resource | undefined {
  const user = useUser()
  const resource = useResourceNamed(target)
  return resource && may(resource, 'create', user) ? resource : undefined
}

const useHasInactive = (target: string) => useResourceNamed(target)?.options?.activeBy !== undefined
