import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { titleFields, type Resource } from '#schema'

import { useUser } from '../session.ts'
import { useProvider, type Option } from '../views/provider.ts'
import { useResourceNamed } from '../views/resources.ts'
import { useTyped } from './useTyped.ts'

/** One entry of a picker. */
export interface Choice {
  readonly id: number
  readonly label: string
  /** Shown before the label, like the flag. */
  readonly color?: string
  readonly flag?: string
}

/** Most entries of a picker; the rest is found by typing. */
const limit = 25

export interface Choices {
  /** What the server finds for the typed text. */
  readonly found: readonly Choice[]
  /** The chosen ones, in the order of their ids. */
  readonly chosen: readonly Choice[]
  readonly isLoading: boolean
  readonly error: Error | null
  /** Looks for a text when typing rests. */
  search(text: string): void
}

/** The choices of a picker. `known` spares asking for the names of those already chosen. */
export function useChoices(
  target: string,
  ids: readonly number[],
  known: readonly Choice[] = [],
): Choices {
  const [text, setText] = useState('')
  const [, search] = useTyped(text, setText)
  const found = useOptions(target, { search: text })
  const seen = [...known, ...found.choices]
  const missing = ids.filter((id) => !seen.some((one) => one.id === id))
  const named = useOptions(target, { ids: missing })
  const all = [...seen, ...named.choices]
  const chosen = ids.map((id) => all.find((one) => one.id === id) ?? { id, label: `#${id}` })
  return { found: found.choices, chosen, isLoading: found.isFetching, error: found.error, search }
}

/** Whether the user may list the records of a resource to choose from (specification 6). */
export function useMayPick(target: string): boolean {
  const { permissions } = useUser()
  const wanted = useResourceNamed(target)?.options?.permission ?? []
  return [wanted].flat().some((one) => permissions.has(one))
}

interface Wanted {
  search?: string
  ids?: readonly number[]
}

function useOptions(target: string, wanted: Wanted) {
  const provider = useProvider()
  const resource = useResourceNamed(target)
  const mayPick = useMayPick(target)
  const {
    data = [],
    isFetching,
    error,
  } = useQuery({
    queryKey: [target, 'options', wanted],
    enabled: mayPick && wanted.ids?.length !== 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => provider.options(target, { ...wanted, limit, signal }),
    select: (answer) => answer.data.map((option) => choiceOf(resource, option)),
  })
  return { choices: data, isFetching, error }
}

function choiceOf(resource: Resource | undefined, option: Option): Choice {
  const { id, color, bg_color: background, flag } = option
  return {
    id,
    label: labelOf(resource, option),
    ...(typeof (color ?? background) === 'string' && { color: String(color ?? background) }),
    ...(typeof flag === 'string' && { flag }),
  }
}

/** An option's title; a title that is a reference arrives as the option of its target. */
function labelOf(resource: Resource | undefined, option: Option): string {
  const names = resource ? titleFields(resource) : Object.keys(option).filter((one) => one !== 'id')
  const parts = names.map((name) => text(option[name])).filter(Boolean)
  return (resource ? parts.join(' ') : parts[0]) || `#${option.id}`
}

function text(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  const inner = Object.entries(value).find(([key, one]) => key !== 'id' && typeof one === 'string')
  return inner ? String(inner[1]) : ''
}
