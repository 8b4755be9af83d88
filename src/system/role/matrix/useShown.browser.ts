import { useMemo, useState } from 'react'

import { isFound, type Listed, type PermissionGroup } from './permissionGroups.ts'

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
