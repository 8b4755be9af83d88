import { createContext, useContext, useMemo } from 'react'
import { useStore } from 'react-admin'

import type { Resource } from '#schema'

import { useUser } from '../../client/session/session.ts'
import { choiceOf, columnsOf, firstChoice, type ColumnChoice, type Columns } from './columns.ts'
import { densityOf, type Density } from './density.ts'

/** A way to look at a list that is kept under a name. What it does not say, it leaves open. */
export interface ListPreset {
  readonly id: number
  readonly settings: { readonly columns?: readonly string[]; readonly density?: Density }
}

/** How a list looks, beside what it asks for. */
export interface Look {
  readonly columns: Columns
  readonly density: Density
  setDensity(density: Density): void
}

/** How the list around looks now. */
export interface CurrentLook {
  readonly look: Look
  /** Which columns it shows is on its way. */
  readonly isOpening: boolean
}

export const LookContext = createContext<CurrentLook | undefined>(undefined)

export function useCurrentLook(): CurrentLook {
  const current = useContext(LookContext)
  if (!current) throw new Error('useCurrentLook must be used below a LookContext')
  return current
}

/** What was changed in the look of one view and not saved in it. */
interface Changes {
  readonly view: number
  readonly columns?: ColumnChoice | undefined
  readonly density?: Density
}

/** Where the unsaved changes of a list's current view are kept, in this browser alone. */
export const changesKey = ({ name }: Resource): string => `${name}.view_changes`

/** The user's own columns for this list and density for all, or those of the view that is open. The very same while nothing changes. */
export function useLook(resource: Resource, view: ListPreset | undefined): Look {
  const user = useUser()
  const [ownColumns, setOwnColumns] = useStore<ColumnChoice | undefined>(`${resource.name}.columns`)
  const [ownDensity, setOwnDensity] = useStore<Density | undefined>('density')
  const [kept, setChanges] = useStore<Changes | undefined>(changesKey(resource))
  const changes = kept?.view === view?.id ? kept : undefined
  const stored = view ? changes?.columns : ownColumns
  const ofView = view?.settings.columns
  const found = useMemo(() => {
    const choice = stored ?? (ofView ? choiceOf(resource, ofView) : firstChoice(resource))
    return { ...columnsOf(resource, user, choice), choice }
  }, [resource, user, stored, ofView])
  return useMemo(() => {
    const change = (one: Omit<Changes, 'view'>) =>
      view && setChanges({ ...changes, view: view.id, ...one })
    return {
      columns: {
        ...found,
        choose: (columns) => (view ? change({ columns }) : setOwnColumns(columns)),
      },
      density: densityOf(changes?.density ?? view?.settings.density ?? ownDensity),
      setDensity: (density) => (view ? change({ density }) : setOwnDensity(density)),
    }
  }, [found, view, changes, ownDensity, setChanges, setOwnColumns, setOwnDensity])
}
