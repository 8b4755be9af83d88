import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { createContext, useContext, useMemo } from 'react'
import { useStore } from 'react-admin'

import type { Resource } from '#schema'

import { useUser } from '../../client/session/user.ts'
import {
  type ColumnChoice,
  type Columns,
  firstChoice,
  choiceOf,
  columnsOf,
} from './columnChoice.ts'

/** A way to look at a list that is stored under a name. What it does not say, it leaves open. */
export interface ListPreset {
  readonly id: number | string
  readonly settings: { readonly columns?: readonly string[]; readonly density?: Density }
}

/** How a list looks, beside what it asks for. */
export interface ListAppearance {
  readonly columns: Columns
  readonly density: Density
  setDensity(density: Density): void
}

/** How the list around looks now. */
export interface CurrentAppearance {
  readonly appearance: ListAppearance
  /** Which columns it shows is on its way. */
  readonly isOpening: boolean
  /** Where the list stands with a record that its rows point at. */
  readonly within?: Within
}

interface Within {
  /** What the list is called there. */
  readonly heading: string
  /** What a record begins with that is made here; undefined where none is made. */
  readonly defaults?: Readonly<Record<string, unknown>> | undefined
}

export const AppearanceContext = createContext<CurrentAppearance | undefined>(undefined)

/** What the list around stands with; undefined for a list of its own. */
export const useWithin = (): Within | undefined => useContext(AppearanceContext)?.within

export function useCurrentAppearance(): CurrentAppearance {
  const current = useContext(AppearanceContext)
  if (!current) throw new Error('useCurrentAppearance must be used below an AppearanceContext')
  return current
}

/** What was changed in the appearance of one view and not saved in it. */
interface Changes {
  readonly view: ListPreset['id']
  readonly columns?: ColumnChoice | undefined
  readonly density?: Density
}

/** Where the unsaved changes of a list's current view are kept, in this browser alone. */
export const changesKey = ({ name }: Resource): string => `${name}.view_changes`

/**
 * The user's own columns for this list and density for all, or those of the view that is open. The very same while nothing
 * changes. `key` is the list's name among what the browser keeps.
 */
export function useAppearance(
  resource: Resource,
  view: ListPreset | undefined,
  key = resource.name,
): ListAppearance {
  const user = useUser()
  const [ownColumns, setOwnColumns] = useStore<ColumnChoice | undefined>(`${key}.columns`)
  const [ownDensity, setOwnDensity] = useStore<Density | undefined>('density')
  const [stored, setChanges] = useStore<Changes | undefined>(changesKey(resource))
  const changes = stored?.view === view?.id ? stored : undefined
  const chosen = view ? changes?.columns : ownColumns
  const ofView = view?.settings.columns
  const found = useMemo(() => {
    const choice = chosen ?? (ofView ? choiceOf(resource, ofView) : firstChoice(resource))
    return { ...columnsOf(resource, user, choice), choice }
  }, [resource, user, chosen, ofView])
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

export const densities = ['comfortable', 'compact', 'dense'] as const

export type Density = (typeof densities)[number]

/** How high a row of a table is, in pixels. */
export const rowHeights: Readonly<Record<Density, number>> = {
  comfortable: 44,
  compact: 36,
  dense: 30,
}

/** As many rows as a table shows at once, which is not higher than the window without what lies above it. */
export const rowsInSight = (density: Density): number =>
  Math.ceil(Math.max(320, window.innerHeight - 272) / rowHeights[density])

/** What is stored may come from another release. */
const densityOf = (stored: unknown): Density =>
  densities.find((one) => one === stored) ?? 'comfortable'

/** Whether the window is as narrow as a phone: cards instead of rows. */
export const useIsNarrow = (): boolean => useIsBelow('sm')

/** Whether words beside all signs would take lines from the rows, as on a phone, a tablet, or a desk with 200 % zoom. */
export const useIsTight = (): boolean => useIsBelow('md')

const useIsBelow = (width: 'sm' | 'md'): boolean =>
  useMediaQuery<Theme>((theme) => theme.breakpoints.down(width), { noSsr: true })
