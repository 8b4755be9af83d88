import { type ComponentType, createContext, useContext } from 'react'

import type { Skipped } from '#contract'
import { actionEnd, type Fields, type Resource } from '#schema'

import type { Translate } from '../../client/i18n/texts.ts'
import type { FilterValues } from '../../client/records/filterValues.ts'
import type { Answer, ConsoleProvider } from '../../client/records/provider.ts'
import type { Row } from '../../client/records/row.ts'

/** Something done to records that exist: `delete`, `update`, or a declared action. */
export interface Action {
  readonly name: string
  readonly label: string
  readonly confirm?: string
  readonly input?: Fields
  readonly addressedBy?: string
  readonly path?: string
  readonly answer?: Fields
  readonly done?: string
  /** Whether its answer is never shown again. */
  readonly shownOnce?: true
  /** Whether the server answers with a file, which is saved. */
  readonly file?: unknown
  /** Whether the server does it once for each key. */
  readonly once?: true
  /** Whether it cannot be taken back. */
  readonly final?: true
  /** Whether it closes the record, where records are never deleted. */
  readonly deletes?: true
  /** Whether its dialog shows what would become of many. */
  readonly previewed?: true
  /** What its dialog asks with, in place of the declared input and the question. */
  readonly Form?: ComponentType<ActionFormProps> | undefined
  /** What its dialog shows the answer with, in place of the declared fields. */
  readonly Answer?: ComponentType<{ answer: unknown; onClose(): void }> | undefined
}

export interface ActionFormProps {
  request: ActionRequest
  /** How many records the user was told it reaches. */
  count: number
  setCount(count: number): void
  /** Shows a job or a report in the dialog. */
  follow(followed: Followed): void
  onClose(): void
}

/** The records a bulk action reaches: those ticked, or all that match a filter. */
export type Selection =
  | {
      readonly ids: readonly number[]
      /** The versions the person decided on, one for each id, where all are known. */
      readonly versions?: readonly number[]
    }
  | { readonly filter: FilterValues; readonly expected_count: number }
  /** What an earlier job of the user's own has written. */
  | { readonly job_id: number }

export type Target =
  | { readonly record: Row }
  | { readonly selection: Selection; readonly count: number }
  /** The resource as a whole. */
  | { readonly list: true }

export interface ActionRequest {
  readonly resource: Resource
  readonly action: Action
  readonly target: Target
  readonly onDone?: () => void
  /** Of the dialog that was opened for it: what is sent twice from there is done once. */
  readonly key?: string
  /** Where the focus belongs afterwards, when what has it now will be gone. */
  readonly from?: HTMLElement
}

export interface BulkDone {
  readonly done: number
  readonly skipped: number
  readonly reasons?: readonly string[]
  readonly failures?: readonly Skipped[]
  /** Of the done, those that have not come to what they were changed for. */
  readonly warnings?: readonly { readonly id: number; readonly warning: string }[]
  /** What was written, with the versions that an undo must find. */
  readonly records?: readonly { readonly id: number; readonly version: number }[]
}

/** What a bulk action answers: what it did, or the job that goes on doing it. */
export type BulkAnswer = BulkDone | { readonly job_id: number }

/** What was done to records of a resource: facts, which are said in the language of the moment. */
export interface Done {
  readonly resource: string
  /**
   * `create`, `fill` (one that is there instead of a new one), `update`, `delete`, or the name of a declared action. The key
   * is stored with what may be undone.
   */
  readonly act: string
  /** What the server warns of instead of all that: the change has not come to what it was made for. */
  readonly warning?: string
  /** How many records it reached; undefined for the one record of a form or a row. */
  readonly count?: number
  /** The record that was made. */
  readonly made?: number
  /** The fields that were given a value, in their order. */
  readonly fields?: readonly string[]
  /** Their values, without those that are hidden from the user or never shown. */
  readonly values?: Readonly<Record<string, unknown>>
}

/** The call that takes an action back: a write of its own, which the server checks like any other. */
export interface Way {
  /** The one record it was done to, and the version that made. */
  readonly record?: { readonly id: number; readonly version: number }
  readonly path: string
  readonly body: object
}

/** An action that the person may still take back. */
export type Undoable = Done &
  Way & {
    /** Of the request that takes it back: clicked twice, or in two tabs, it is done once. */
    readonly key?: string
  }

/** What the server answered that is worth more than a toast. */
export type Followed = (
  | { readonly job: number }
  | { readonly report: BulkDone }
  | { readonly answer: unknown }
) & {
  readonly undoable: Undoable | undefined
}

type StartAction = (request: ActionRequest) => void

export const ActionContext = createContext<StartAction | undefined>(undefined)

/** Starts an action: asks first where the declaration or the number of records wants it. */
export const useStartAction = (): StartAction => useContext(ActionContext) ?? startNowhere

const startNowhere: StartAction = ({ action }) => {
  throw new Error(`${action.name}: no ActionProvider stands above it`)
}

/** A declared action by its name; an edit and a deletion are none. */
export const actionOf = ({ actions = {} }: Resource, name: string) =>
  Object.hasOwn(actions, name) ? actions[name] : undefined

export const deletion = (t: Translate): Action => ({ name: 'delete', label: t('delete') })

/** Whether an action deletes, or cannot be taken back: it stands last, apart from the others and in red. */
export const isGrave = ({ name, final, deletes }: Weight): boolean =>
  name === 'delete' || final === true || deletes === true

type Weight = Pick<Action, 'name' | 'final' | 'deletes'>

export const colorOf = (action: Weight): 'error' | 'primary' =>
  isGrave(action) ? 'error' : 'primary'

/** Returns actions as menus group them: those that change something, those that only answer with a file, and the grave ones. */
export function groupsOf(actions: readonly Action[]): [Action[], Action[], Action[]] {
  const [grave, light] = [actions.filter(isGrave), actions.filter((one) => !isGrave(one))]
  return [light.filter(({ file }) => !file), light.filter(({ file }) => file), grave]
}

/** Whether an action begins at once, without a dialog. */
export function isImmediate({ action, target }: ActionRequest): boolean {
  const asks =
    action.name === 'delete' || 'selection' in target || action.confirm || hasInput(action)
  return !asks && !action.Form && !isAnswered(action)
}

/** Whether a dialog shows what the handler answers; where the action says that it is done, its message tells the answer too. */
export const isAnswered = ({ answer, Answer, done, shownOnce }: Action): boolean =>
  Boolean(Answer ?? ((shownOnce ?? done === undefined) && answer))

const hasInput = ({ input }: Action): boolean => Object.keys(input ?? {}).length > 0

/** Sends an action to the server. Rejects with react-admin's HttpError. */
export async function perform(
  provider: ConsoleProvider,
  { resource, action, target, key }: ActionRequest,
  values: Readonly<Record<string, unknown>>,
): Promise<Answer<unknown>> {
  const { api } = resource
  if ('selection' in target) {
    const hasValues = action.name === 'update' || hasInput(action)
    const body = { ...target.selection, ...(hasValues && { values }) }
    return provider.call('POST', `/${api}/bulk/${action.name}`, body, { key })
  }
  if ('record' in target && action.name === 'delete') {
    return provider.call('DELETE', `/${api}/${target.record.id}`, undefined, { key })
  }
  const { addressedBy = '' } = action
  const { [addressedBy]: end, ...body } = values
  const own = actionEnd(action.name, action)
  const last = addressedBy ? `${own}/${String(end)}` : own
  const path = 'record' in target ? `/${api}/${target.record.id}/${last}` : `/${api}/${last}`
  if (action.once) return provider.call('POST', path, body, { key })
  if (!action.file) return provider.call('POST', path, body)
  const bytes = await provider.download(path, body)
  const { saveAs } = await import('../jobs/useDownload.ts')
  saveAs(bytes, bytes instanceof File ? bytes.name : action.label)
  return { data: undefined }
}
