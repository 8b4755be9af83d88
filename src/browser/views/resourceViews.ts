import type { ComponentType } from 'react'

import type { ImportFound, TimelineEvent } from '#contract'
import type { ActionAnswer, ActionsOf, Resource, User, RecordOf } from '#schema'

import type { Problem } from '../client/http/problem.ts'
import type { Translate } from '../client/i18n/texts.ts'
import type { Row } from '../client/records/row.ts'
import type { Action, ActionFormProps } from './actions/action.ts'
import type { ListAppearance } from './list/listAppearance.ts'
import type { Icon } from '../ui/icons.tsx'

/** What hangs on the list and the records of a resource: from the resource's own `Views`, or from a feature. */
export interface Parts<Record = Row> {
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
  /** What was refused of what is asked for, by its place. */
  errors?: Problem['errors'] | undefined
  /** To what the check has found. */
  onBack(): void
  /** Begins the import, which is followed by what is asked for. */
  onStart(follow: object): void
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
  /**
   * Those of `fields` that say something of a record without a value too: the page of a record does not fold them then.
   * `filledWithout: ['opening_hours']`.
   */
  filledWithout?: readonly (keyof RecordOf<R>)[]
  /** Those of `inputs` that share their line with others. */
  narrow?: readonly (keyof RecordOf<R>)[]
  /** Parts of the dialogs of actions, by name: what asks in place of the derived form, what shows the answer. */
  actions?: { [Name in keyof ActionsOf<R>]?: ActionViews<ActionAnswer<ActionsOf<R>[Name]>> }
  /** Says in a line of the timeline what happened to a record beside its changes, as `timeline` of the behavior gives it. */
  TimelineEvent?: ComponentType<TimelineEventProps>
  /** A hook: the fields of a record that this user cannot change, each with the reason. */
  useFixed?: (record: RecordOf<R>) => { readonly [Name in keyof RecordOf<R>]?: string }
  /** Stands with a job of the resource's that is shown: what its records wait for. `jobPart: TripsWait`. */
  jobPart?: ComponentType<{ job: Row & { readonly state: string } }>
  /** What may follow an import of such records. */
  followImport?: FollowImport
  /**
   * What a message of these events opens when not the record that it is about: a record here, or this list by a filter, like
   * `notices: { bill_late: ({ record_id }) => ({ filter: { customer: record_id } }) }`.
   */
  notices?: Readonly<Record<string, (notice: NoticeSubject) => NoticeTarget>>
  /** A hook: what the form of a new record shows first beyond the declared defaults; undefined while it is asked for. */
  useDefaults?: () => Partial<RecordOf<R>> | undefined
}

/** What a notification is about. */
interface NoticeSubject {
  readonly record_id: number | null
  readonly values: Readonly<Record<string, unknown>>
}

/** A record of the resource, or its list by a filter in the words of a list request, with the columns of a declared view. */
export type NoticeTarget =
  | { readonly id: number }
  | { readonly filter: object; readonly view?: string }

export interface TimelineEventProps {
  event: TimelineEvent
}

interface ActionViews<Answer> {
  readonly Form?: ComponentType<ActionFormProps>
  readonly Answer?: ComponentType<{ answer: Answer; onClose(): void }>
}

/** Views by resource name, for the resources that have any. */
export type ViewsByResource<List extends readonly Resource[]> = {
  [R in List[number] as R['name']]?: Views<R>
}

/** What the screens of a resource are drawn from. */
export interface ViewProps {
  resource: Resource
  views?: Views<Resource> | undefined
}
