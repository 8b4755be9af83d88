import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useEvent, useInput, useRecordContext } from 'react-admin'

import { useDeclaredPermissions, useProvider } from '#browser'

import {
  chosenWith,
  isFound,
  type Listed,
  type PermissionGroup,
  groupsOf,
  listedOf,
} from './permissionGroups.ts'

/** The form's hold on the permissions of the role. */
export interface Chosen {
  readonly ids: ReadonlySet<number>
  /** Those of the role as it was when the form was opened; none for a new role. */
  readonly stored: ReadonlySet<number>
  /** Why the server refused them. */
  readonly problem: string | undefined
  /** Puts permissions in or takes them out. It stays the same function. */
  choose(ids: readonly number[], isChosen: boolean): void
  /** Back to what is stored. */
  undo(): void
}

export function useChosen(source: string): Chosen {
  const { field, fieldState } = useInput({ source })
  const before: unknown = useRecordContext()?.[source]
  const now: unknown = field.value
  const stored = useMemo(() => idsOf(before), [before])
  const ids = useMemo(() => idsOf(now), [now])
  const choose = useEvent((moved: readonly number[], isChosen: boolean) =>
    field.onChange(chosenWith(stored, ids, { ids: moved, isChosen })),
  )
  const undo = useEvent(() => field.onChange(before ?? []))
  return { ids, stored, problem: fieldState.error?.message, choose, undo }
}

const idsOf = (value: unknown): ReadonlySet<number> =>
  new Set(Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [])

export interface ShownGroup extends PermissionGroup {
  /** Those that search and toggle leave. */
  readonly shown: readonly Listed[]
  readonly isOpen: boolean
}

/** Which permissions of the matrix are seen, and which of its sections are open. */
export interface Shown {
  readonly groups: readonly ShownGroup[]
  readonly search: string
  readonly isOnlyChosen: boolean
  /** Something is left out. */
  readonly isFiltered: boolean
  find(search: string): void
  showOnlyChosen(isOn: boolean): void
  toggle(title: string): void
  openAll(isOpen: boolean): void
}

export function useShown(all: readonly PermissionGroup[], chosen: ReadonlySet<number>): Shown {
  const [search, setSearch] = useState('')
  // Those chosen when the toggle was set: what is taken out then must not vanish under the hand.
  const [kept, setKept] = useState<ReadonlySet<number>>()
  const text = search.trim()
  const isFiltered = text !== '' || kept !== undefined
  const sections = useSections(all, isFiltered)
  const groups = useMemo(
    () =>
      all
        .map((group) => ({
          ...group,
          shown: group.permissions.filter(
            (one) => isFound(one, text) && (kept?.has(one.id) ?? true),
          ),
        }))
        .filter(({ shown }) => shown.length > 0),
    [all, text, kept],
  )
  return {
    groups: groups.map((group) => ({ ...group, isOpen: sections.isOpen(group.title) })),
    search,
    isOnlyChosen: kept !== undefined,
    isFiltered,
    find: setSearch,
    showOnlyChosen: (isOn) => setKept(isOn ? chosen : undefined),
    toggle: sections.toggle,
    openAll: sections.openAll,
  }
}

/** Sections are closed at first, and open while something is looked for. */
function useSections(all: readonly PermissionGroup[], isFiltered: boolean) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const [wasFiltered, setWasFiltered] = useState(isFiltered)
  if (wasFiltered !== isFiltered) {
    setWasFiltered(isFiltered)
    setTurned(new Set())
  }
  return {
    isOpen: (title: string) => turned.has(title) !== isFiltered,
    toggle: (title: string) => setTurned(turnedWith(turned, title)),
    openAll: (isOpen: boolean) =>
      setTurned(new Set(isOpen === isFiltered ? [] : all.map(({ title }) => title))),
  }
}

function turnedWith(turned: ReadonlySet<string>, title: string): ReadonlySet<string> {
  const others = [...turned].filter((one) => one !== title)
  return new Set(turned.has(title) ? others : [...others, title])
}

/** Returns every permission there is, by area, and how far its loading is. */
export function usePermissionGroups() {
  const provider = useProvider()
  const declared = useDeclaredPermissions()
  const { data: answer, ...query } = useQuery({
    queryKey: ['permissions', 'options', 'all'],
    queryFn: ({ signal }) => provider.options('permissions', { signal }),
  })
  const data = useMemo(
    () => answer && declared.data && groupsOf(answer.data.map(listedOf), declared.data),
    [answer, declared.data],
  )
  return { ...query, data, isPending: query.isPending || declared.isPending }
}
