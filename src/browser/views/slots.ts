import { createContext, useContext, type ComponentType, type ReactNode, useMemo } from 'react'

import type { HistoryEntry, ImportFound } from '#contract'
import type { ActionAnswer, ActionsOf, Resource, User, RecordOf } from '#schema'

import type { Http } from '../client/http/http.ts'
import type { Translate } from '../client/i18n/texts.ts'
import type { Row } from '../client/records/row.ts'
import { useUser } from '../client/session/user.ts'
import type { Action, ActionFormProps, Done, Undoable, Way } from './actions/action.ts'
import type { ListPreset, ListAppearance } from './list/listAppearance.ts'
import type { Screen } from './screens/screens.tsx'
import type { Icon } from '../ui/icons.tsx'

/** What hangs on the list and the records of a resource: from the resource's own `Views`, or from a feature. */
interface Parts<Record = Row> {
  /** Stands beside the title of the list. */
  readonly listTitle?: ComponentType<{ resource: Resource; appearance: ListAppearance }> | undefined
  /** Stands above the tools of the list: what belongs to all of it, like the tabs of lists that are one screen. */
  readonly listTop?: ComponentType | undefined
  /** Buttons in the list's header, after the derived ones. */
  readonly listActions?: ComponentType | undefined
  /** Entries of a row's menu, as MUI's `MenuItem`, after the declared actions. `close` closes the menu. */
  readonly rowActions?: ComponentType<RowActionProps<Record>> | undefined
  /** What may be done to one record, before the declared actions: entries of its menu, the first of them buttons where it is shown. */
  readonly recordActions?: ((asked: RecordActionsProps<Record>) => readonly Action[]) | undefined
  /** What may be done to many records at once, before the declared actions; each may ask in a form of its own. */
  readonly bulkActions?:
    | ((resource: Resource, user: User, t: Translate) => readonly Action[])
    | undefined
  /** Stands below the name of a record that is shown: how it stands, in chips. */
  readonly showHead?: ComponentType<RecordProps<Record>> | undefined
  /** Stands below the fields of a record that is shown. */
  readonly showSection?: ComponentType<RecordProps<Record>> | undefined
  /** Tabs beside the fields of a record that is shown; without one there are no tabs. */
  readonly showTab?: readonly ShowTab<Record>[] | undefined
  /** Stands below the inputs of a form; a new record is undefined. What it adds to the form needs a `source` of the record. */
  readonly formSection?: ComponentType<Partial<RecordProps<Record>>> | undefined
}

interface ShowTab<Record> {
  /** By which the address keeps the tab: `versions` of `send/integration/5#versions`. */
  readonly name: string
  /** The resources whose records have the tab, and the users who see it; all unless given. */
  isFor?(resource: Resource, user: User): boolean
  readonly Label: ComponentType
  readonly Content: ComponentType<RecordProps<Record>>
}

interface RecordProps<Record> {
  resource: Resource
  record: Record
}

interface RecordActionsProps<Record = Row> extends RecordProps<Record> {
  user: User
  t: Translate
}

export interface RowActionProps<Record = Row> extends RecordProps<Record> {
  close(): void
}

/** What may follow an import once all of it is in; asked for in a step of the wizard, between the check and the import. */
interface FollowImport {
  /** Ends the address by which it is asked for: `send` of `import/{id}/send`. */
  readonly name: string
  /** The words of the button that opens the wizard with that step. */
  label(t: Translate): string
  /** The name of the step. */
  step(t: Translate): string
  isOffered(user: User): boolean
  /** Whether the user may take nothing in without it. */
  isRequired?(user: User): boolean
  readonly Form: ComponentType<FollowFormProps>
}

export interface FollowFormProps {
  /** As its check has left it. */
  found: ImportFound
  isBusy: boolean
  /** To what the check has found. */
  onBack(): void
  /** Begins the import, which is followed by what is asked for. */
  onStart(follow: object): void
}

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

/** Screens and field displays that replace, or add to, the ones derived from a declaration. */
export interface Views<R extends Resource> extends Parts<RecordOf<R>> {
  /** An icon that no declaration may name, of `@mui/icons-material` or made by `createSvgIcon`: it takes the place of `icon`. */
  icon?: Icon
  /** A list of one's own in place of the derived one. */
  list?: ComponentType
  /** A show view of one's own. */
  show?: ComponentType
  /** A form of one's own for a new record. */
  create?: ComponentType
  /** A form of one's own for a change. */
  edit?: ComponentType
  /** Cells and show values, by field; `full` where there is room for the whole value. */
  fields?: { [Name in keyof RecordOf<R>]?: ComponentType<{ record: RecordOf<R>; full?: boolean }> }
  /** Inputs of the forms, by field; each has a line for itself. A new record is undefined. */
  inputs?: {
    [Name in keyof RecordOf<R>]?: ComponentType<{ source: string; record?: RecordOf<R> }>
  }
  /** Those of `inputs` that share their line with others. */
  narrow?: readonly (keyof RecordOf<R>)[]
  /** Parts of the dialogs of actions, by name: what asks in place of the derived form, what shows the answer. */
  actions?: { [Name in keyof ActionsOf<R>]?: ActionViews<ActionAnswer<ActionsOf<R>[Name]>> }
  /** Gives what else has happened to a record, to stand among the changes of its timeline. */
  timeline?: ComponentType<TimelineProps<RecordOf<R>>>
  /** A hook: the fields of a record that this user cannot change, each with the reason. */
  useFixed?: (record: RecordOf<R>) => { readonly [Name in keyof RecordOf<R>]?: string }
  /** What may follow an import of such records. */
  followImport?: FollowImport
  /** A hook: what the form of a new record shows first beyond the declared defaults; undefined while it is asked for. */
  useDefaults?: () => Partial<RecordOf<R>> | undefined
}

export interface TimelineProps<Record> {
  record: Record
  children(events: readonly TimelineEvent[]): ReactNode
}

/** Something that happened to a record beside its own changes. */
export interface TimelineEvent {
  readonly key: string
  /** The moment, as the API writes it. */
  readonly at: string
  readonly content: ReactNode
}

interface ActionViews<Answer> {
  readonly Form?: ComponentType<ActionFormProps>
  readonly Answer?: ComponentType<{ answer: Answer; onClose(): void }>
}

/** Views by resource name, for the resources that have any. */
export type ViewsByResource<List extends readonly Resource[]> = {
  [R in List[number] as R['name']]?: Views<R>
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

/** What the screens of a resource are drawn from. */
export interface ViewProps {
  resource: Resource
  views?: Views<Resource> | undefined
}
