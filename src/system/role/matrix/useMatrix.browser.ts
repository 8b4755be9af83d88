import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useEvent, useInput, useRecordContext } from 'react-admin'

import { useDeclaredPermissions, useProvider, wholeListKey } from '#browser'

import {
  chosenWith,
  isFound,
  type Listed,
  type PermissionGroup,
  groupsOf,
  listedOf,
} from './permissionGroups.ts'

export type Chosen = ReturnType<typeof useChosen>

/** Returns the form's hold on the permissions of the role. */
export function useChosen(source: string) {
  const { field, fieldState } = useInput({ source })
  const before: unknown = useRecordContext()?.[source]
  const now: unknown = field.value
  /** Those of the role as it was when the form was opened; none for a new role. */
  const stored = useMemo(() => idsOf(before), [before])
  const ids = useMemo(() => idsOf(now), [now])
  const choose = useEvent((moved: readonly number[], isChosen: boolean) =>
    field.onChange(chosenWith(stored, ids, { ids: moved, isChosen })),
  )
  const undo = useEvent(() => field.onChange(before ?? []))
  const replace = useEvent((others: readonly number[]) => field.onChange(others))
  return { ids, stored, problem: fieldState.error?.message, choose, undo, replace }
}

const idsOf = (value: unknown): ReadonlySet<number> =>
  new Set(Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [])

export type Shown = ReturnType<typeof useShown>
export type ShownGroup = Shown['groups'][number]

/** Returns which permissions of the matrix are seen, and which of its sections are open: none but what is looked for. */
export function useShown(all: readonly PermissionGroup[], chosen: ReadonlySet<number>) {
  const [search, find] = useState('')
  // Those chosen when the toggle was set: what is taken out then must not vanish under the hand.
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>()
  const text = search.trim()
  const isFiltered = text !== '' || chosenIds !== undefined
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const [wasFiltered, setWasFiltered] = useState(isFiltered)
  if (wasFiltered !== isFiltered) {
    setWasFiltered(isFiltered)
    setTurned(new Set())
  }
  const groups = useMemo(() => {
    const isSeen = (one: Listed) => isFound(one, text) && (chosenIds?.has(one.id) ?? true)
    return all
      .map((group) => ({ ...group, shown: group.permissions.filter(isSeen) }))
      .filter(({ shown }) => shown.length > 0)
  }, [all, text, chosenIds])
  return {
    groups: groups.map((group) => ({ ...group, isOpen: turned.has(group.title) !== isFiltered })),
    search,
    isOnlyChosen: chosenIds !== undefined,
    /** Something is left out. */
    isFiltered,
    find,
    showOnlyChosen: (isOn: boolean) => setChosenIds(isOn ? chosen : undefined),
    toggle(title: string) {
      const others = [...turned].filter((one) => one !== title)
      setTurned(new Set(turned.has(title) ? others : [...others, title]))
    },
    openAll: (isOpen: boolean) =>
      setTurned(new Set(isOpen === isFiltered ? [] : all.map(({ title }) => title))),
  }
}

/** Returns every permission there is, by area, and how far its loading is. */
export function usePermissionGroups() {
  const provider = useProvider()
  const declared = useDeclaredPermissions()
  const { data: answer, ...query } = useQuery({
    queryKey: wholeListKey('permissions'),
    queryFn: () => provider.options('permissions', {}),
  })
  const data = useMemo(
    () => answer && declared.data && groupsOf(answer.data.map(listedOf), declared.data),
    [answer, declared.data],
  )
  return { ...query, data, isPending: query.isPending || declared.isPending }
}
