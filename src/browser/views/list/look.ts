import { useMemo } from 'react'
import { useStore } from 'react-admin'

import type { Resource } from '#schema'

import type { SavedView } from '../../savedViews/savedView.ts'
import { useUser } from '../../session.ts'
import { choiceOf, columnsOf, firstChoice, type ColumnChoice, type Columns } from './columns.ts'
import { densityOf, type Density } from './density.ts'

/** How a list looks, beside what it asks for. */
export interface Look {
  readonly columns: Columns
  readonly density: Density
  setDensity(density: Density): void
}

/** What was changed in the look of one view and not saved in it. */
interface Changes {
  readonly view: number
  readonly columns?: ColumnChoice | undefined
  readonly density?: Density
}

/** Where the unsaved changes of a list's current view are kept, in this browser alone. */
export const changesKey = ({ name }: Resource): string => `${name}.view_changes`

/** The user's own columns for this list and density for all, or those of the view that is open. */
export function useLook(resource: Resource, view: SavedView | undefined): Look {
  const [ownColumns, setOwnColumns] = useStore<ColumnChoice | undefined>(`${resource.name}.columns`)
  const [ownDensity, setOwnDensity] = useStore<Density | undefined>('density')
  const [kept, setChanges] = useStore<Changes | undefined>(changesKey(resource))
  const changes = kept?.view === view?.id ? kept : undefined
  const columns = useColumns({
    resource,
    stored: view ? changes?.columns : ownColumns,
    ofView: view?.settings.columns,
    choose: (choice) =>
      view ? setChanges({ ...changes, view: view.id, columns: choice }) : setOwnColumns(choice),
  })
  return {
    columns,
    density: densityOf(changes?.density ?? view?.settings.density ?? ownDensity),
    setDensity: (density) =>
      view ? setChanges({ ...changes, view: view.id, density }) : setOwnDensity(density),
  }
}

interface Chosen {
  resource: Resource
  stored: ColumnChoice | undefined
  ofView: readonly string[] | undefined
  choose: Columns['choose']
}

/** The same fields as long as the choice is the same: cells are drawn anew for new ones. */
function useColumns({ resource, stored, ofView, choose }: Chosen): Columns {
  const user = useUser()
  const found = useMemo(() => {
    const choice = stored ?? (ofView ? choiceOf(resource, ofView) : firstChoice(resource))
    return { ...columnsOf(resource, user, choice), choice }
  }, [resource, user, stored, ofView])
  return { ...found, choose }
}
