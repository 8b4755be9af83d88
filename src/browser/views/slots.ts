import { createContext, useContext, type ComponentType, type ReactNode, useMemo } from 'react'

import type { HistoryEntry } from '#contract'
import type { Resource, User } from '#schema'

import type { Http } from '../client/http/http.ts'
import type { Translate } from '../client/i18n/texts.ts'
import { useUser } from '../client/session/user.ts'
import type { Done, Undoable, Way } from './actions/action.ts'
import type { ListPreset } from './list/listAppearance.ts'
import type { Screen } from './screens/screens.tsx'
import type { Parts, Views } from './resourceViews.ts'

/** The places of the console into which a feature puts its own parts. */
export interface Feature {
  /** Stands around every page, and draws what it is given as soon as the page may be drawn. */
  readonly Gate?: ComponentType<{ http: Http; children: ReactNode }>
  /** A tool in the header, beside the menu's button. */
  readonly HeaderTool?: ComponentType<HeaderToolProps>
  /** An item of the help menu that goes to a page. It passes all its props to a `MenuItem`. */
  readonly HelpLink?: ComponentType<MenuItemProps>
  /** An item at the end of the help menu that does something here. It passes all its props to a `MenuItem`. */
  readonly HelpCommand?: ComponentType<MenuItemProps>
  /** Pages for everybody who is signed in. */
  readonly pages?: readonly FeaturePage[]
  /** Screens with a permission of their own. */
  readonly screens?: readonly Screen[]
  /** Stand below the cards of the dashboard. */
  readonly dashboardCards?: readonly ComponentType[]
  /** Links of the user's menu, in their order. */
  readonly userLinks?: readonly UserLink[]
  /** What hangs on every resource. */
  readonly parts?: Parts
  /** What hangs on one resource, by its name. */
  readonly partsOf?: Readonly<Record<string, Parts>>
  /** Stand below the link of a list, where the sidebar shows names. */
  readonly listLinks?: ComponentType<ListLinksProps>
  /** Named ways to look at a list; one feature at most has them. */
  readonly listPresets?: ListPresets
  /** Takes back what was done; one feature at most does. */
  readonly undoing?: Undoing
  /** Takes one change of a record back, wherever it is told; one feature at most does. */
  readonly reverting?: Reverting
}

interface Reverting {
  /** Stands where the user may set something that the change replaced. */
  readonly Button: ComponentType<RevertProps>
}

export interface RevertProps {
  resource: Resource
  /** The number of the record that was changed. */
  id: number
  change: Pick<HistoryEntry, 'id' | 'action' | 'changes'>
  onDone(): void
}

interface UserLink {
  /** The address, with a slash before it; without a screen there the link does not stand. */
  readonly path: string
  label(t: Translate): string
  isOpen(user: User, resources: readonly Resource[]): boolean
}

export interface HeaderToolProps {
  http: Http
  onChangePassword(): void
  onSignOut(): void
}

export interface ListLinksProps {
  resource: Resource
  /** Closes the sidebar where it stands over the page. */
  onFollow(): void
}

export interface MenuItemProps {
  /** Closes the menu. */
  onClick(): void
}

interface FeaturePage {
  /** The address, with a slash before it. */
  readonly path: string
  readonly Page: ComponentType<{ http: Http }>
}

export interface ListPresets {
  /** A hook: the preset that the list's address names, and whether it has not been read yet. */
  useCurrent(resource: Resource): { readonly preset?: ListPreset; readonly isPending: boolean }
  /** A hook that opens the preset that is asked for. Returns whether the list must wait for it. */
  useOpening(resource: Resource, perPage: number): boolean
}

export interface Undoing {
  /** Remembers what was done with the way back, if there is one. Returns both together. */
  note(done: Done, way?: Way): Undoable | undefined
  /** A hook: takes back what was done, and says what came of it. */
  useUndo(): (undoable: Undoable) => void
  /** Stands in the message that says what was done. */
  readonly Button: ComponentType<{ undoable: Undoable }>
  /** Stands below what actions are started from. */
  readonly Bar: ComponentType
}

export interface Slots {
  readonly features: readonly Feature[]
  /** The views of each resource, for lists of its records on the pages of others. */
  readonly views?: Readonly<Record<string, Views<Resource> | undefined>>
  /** Loads what attends every page without being seen, once the page stands. */
  readonly loadAttendants: () => Promise<readonly ComponentType[]>
}

export const noSlots: Slots = { features: [], loadAttendants: async () => [] }

export const SlotsContext = createContext<Slots>(noSlots)

export const useFeatures = (): readonly Feature[] => useContext(SlotsContext).features

/** The presets of lists; without a feature that has them, every list is only as its address says. */
export const useListPresets = (): ListPresets =>
  useFeatures().find(({ listPresets }) => listPresets)?.listPresets ?? noPresets

const noPresets: ListPresets = {
  useCurrent: () => ({ isPending: false }),
  useOpening: () => false,
}

/** How a change is taken back where it is told; without a feature that does, none is. */
export const useReverting = (): Reverting =>
  useFeatures().find(({ reverting }) => reverting)?.reverting ?? noReverting

const noReverting: Reverting = { Button: () => null }

/** How actions are taken back; without a feature that does, none is. */
export const useUndoing = (): Undoing =>
  useFeatures().find(({ undoing }) => undoing)?.undoing ?? noUndoing

const noUndoing: Undoing = {
  note: () => undefined,
  useUndo: () => () => undefined,
  Button: () => null,
  Bar: () => null,
}

/** What hangs in one place of a resource: first what its own views put there, then the features in their order. */
export function useParts<Place extends keyof Parts>(
  place: Place,
  resource: Resource,
  views?: Views<Resource>,
): readonly NonNullable<Parts[Place]>[] {
  const features = useFeatures()
  return useMemo(() => {
    const ofFeatures = features.flatMap(({ parts, partsOf }) => [parts, partsOf?.[resource.name]])
    // The records of a view are those of its resource.
    return [views as Parts | undefined, ...ofFeatures]
      .map((parts) => parts?.[place])
      .filter((part) => part !== undefined)
  }, [features, place, resource, views])
}

/** What may follow an import of a resource, as far as the user may ask for it; and whether the user may import without. */
export function useFollowImport({ name }: Resource) {
  const user = useUser()
  const declared = useContext(SlotsContext).views?.[name]?.followImport
  return {
    follow: declared?.isOffered(user) ? declared : undefined,
    isFree: !declared?.isRequired?.(user),
  }
}
