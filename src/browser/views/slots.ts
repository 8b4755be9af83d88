import { createContext, useContext, type ComponentType, type ReactNode } from 'react'

import type { Resource } from '#schema'

import type { Http } from '../client/http/http.ts'
import type { Done, Undoable, Way } from './actions/action.ts'
import type { ListPreset, Look } from './list/look.ts'
import type { Row } from '../client/records/row.ts'

/** The places of the console into which a feature puts its own parts. */
export interface Feature {
  /** Stands around every page, and draws what it is given as soon as the page may be drawn. */
  readonly Gate?: ComponentType<{ http: Http; children: ReactNode }>
  /** A tool in the header, beside the menu's button. */
  readonly HeaderTool?: ComponentType<HeaderToolProps>
  /** An item of the help menu that leads to a page. It passes all its props to a `MenuItem`. */
  readonly HelpLink?: ComponentType<MenuItemProps>
  /** An item at the end of the help menu that does something here. It passes all its props to a `MenuItem`. */
  readonly HelpCommand?: ComponentType<MenuItemProps>
  /** Pages for everybody who is signed in. */
  readonly pages?: readonly FeaturePage[]
  /** Named ways to look at a list; one feature at most has them. */
  readonly listPresets?: ListPresets
  /** Takes back what was done; one feature at most does. */
  readonly undoing?: Undoing
  /** Sections below the fields of a record that is shown. */
  readonly showSections?: readonly ShowSection[]
}

export interface HeaderToolProps {
  http: Http
  onChangePassword(): void
  onSignOut(): void
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

interface ShowSection {
  /** The name of the only resource that has it; absent for all. */
  readonly of?: string
  readonly Section: ComponentType<{ resource: Resource; record: Row }>
}

export interface ListPresets {
  /** A hook: the preset that the list's address names, and whether it has not been read yet. */
  useCurrent(resource: Resource): { readonly preset?: ListPreset; readonly isPending: boolean }
  /** A hook that opens the preset that is asked for. Returns whether the list must wait for it. */
  useOpening(resource: Resource, perPage: number): boolean
  /** Names the current preset beside the list's title, and offers the others. */
  readonly Button: ComponentType<{ resource: Resource; look: Look }>
}

export interface Undoing {
  /** Remembers what was done with the way back, if there is one. Returns both together. */
  note(done: Done, way?: Way): Undoable | undefined
  /** A hook: takes back what was done, and says what came of it. */
  useUndo(): (undoable: Undoable) => void
  /** A hook: the item of a row's menu that takes back what the user did to that record last. */
  useRowItem(resource: Resource): (record: Row, close: () => void) => ReactNode
  /** Stands in the message that says what was done. */
  readonly Button: ComponentType<{ undoable: Undoable }>
  /** Stands below what actions are started from. */
  readonly Bar: ComponentType
}

export interface Slots {
  readonly features: readonly Feature[]
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
  Button: () => null,
}

/** How actions are taken back; without a feature that does, none is. */
export const useUndoing = (): Undoing =>
  useFeatures().find(({ undoing }) => undoing)?.undoing ?? noUndoing

const noUndoing: Undoing = {
  note: () => undefined,
  useUndo: () => () => undefined,
  useRowItem: () => () => null,
  Button: () => null,
  Bar: () => null,
}
