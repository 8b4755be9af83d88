import { type ComponentType, createContext, useContext } from 'react'

import type { Skipped } from '#contract'
import { type Field, fieldOf, type Fields, isMasked, kindOf, type Resource } from '#schema'

import type { Translate } from '../../client/i18n/texts.ts'
import type { FilterValues } from '../../client/records/filterValues.ts'
import type { Answer, ConsoleProvider } from '../../client/records/provider.ts'
import type { Row } from '../../client/records/row.ts'

/** Something done to records that exist: `delete`, `update`, or a declared action. */
export interface Act {
  readonly name: string
  readonly label: string
  readonly confirm?: string
  readonly input?: Fields
  readonly answer?: Fields
  /** Whether the server answers with a file, which is saved. */
  readonly file?: unknown
  /** Whether the server does it once for each key. */
  readonly once?: true
  /** What its dialog asks with, in place of the declared input and the question. */
  readonly Form?: ComponentType<ActFormProps> | undefined
  /** What its dialog shows the answer with, in place of the declared fields. */
  readonly Answer?: ComponentType<{ answer: unknown; onClose(): void }> | undefined
}

export interface ActFormProps {
  request: ActRequest
  /** How many records the user was told it reaches. */
  count: number
  setCount(count: number): void
  /** Shows a job or a report in the dialog. */
  follow(followed: Followed): void
  onClose(): void
}

/** The records a bulk act reaches: those ticked, or all that match a filter. */
export type Selection =
  | {
      readonly ids: readonly number[]
      /** The versions the person decided on, one for each id, where all are known. */
      readonly versions?: readonly number[]
    }
  | { readonly filter: FilterValues; readonly expected_count: number }
  /** What an earlier job of the user's own has written. */
  | { readonly job_id: number }

type Target =
  | { readonly record: Row }
  | { readonly selection: Selection; readonly count: number }
  /** The resource as a whole. */
  | { readonly list: true }

export interface ActRequest {
  readonly resource: Resource
  readonly act: Act
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
  /** What was written, with the versions that an undo must find. */
  readonly records?: readonly { readonly id: number; readonly version: number }[]
}

/** What a bulk act answers: what it did, or the job that goes on doing it. */
export type BulkAnswer = BulkDone | { readonly job_id: number }

/** What was done to records of a resource: facts, which are said in the language of the moment. */
export interface Done {
  readonly resource: string
  /** `create`, `update`, `delete`, or the name of a declared action. */
  readonly act: string
  /** How many records it reached; undefined for the one record of a form or a row. */
  readonly count?: number
  /** The record that was made. */
  readonly made?: number
  /** The fields that were given a value, in their order. */
  readonly fields?: readonly string[]
  /** Their values, without those that are hidden from the user or never shown. */
  readonly values?: Readonly<Record<string, unknown>>
}

/** The call that takes an act back: a write of its own, which the server checks like any other. */
export interface Way {
  /** The one record it was done to, and the version that made. */
  readonly record?: { readonly id: number; readonly version: number }
  readonly path: string
  readonly body: object
}

/** An act that the person may still take back. */
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

export const ActContext = createContext<(request: ActRequest) => void>(() => {})

/** Starts an act: asks first where the declaration or the number of records wants it. */
export const useAct = () => useContext(ActContext)

export const deletion = (t: Translate): Act => ({ name: 'delete', label: t('delete') })

/** Whether an act begins at once, without a dialog. */
export function isImmediate({ act, target }: ActRequest): boolean {
  const asks = act.name === 'delete' || 'selection' in target || act.confirm || hasInput(act)
  return !asks && !act.Form && !isAnswered(act)
}

/** Whether a dialog shows what the handler answers. */
export const isAnswered = ({ answer, Answer }: Act): boolean => Boolean(answer ?? Answer)

const hasInput = ({ input }: Act): boolean => Object.keys(input ?? {}).length > 0

/** Sends an act to the server. Rejects with react-admin's HttpError. */
export async function perform(
  provider: ConsoleProvider,
  { resource, act, target, key }: ActRequest,
  values: Readonly<Record<string, unknown>>,
): Promise<Answer<unknown>> {
  const { api, name } = resource
  if ('selection' in target) {
    const hasValues = act.name === 'update' || hasInput(act)
    const body = { ...target.selection, ...(hasValues && { values }) }
    return provider.call('POST', `/${api}/bulk/${act.name}`, body, undefined, key)
  }
  if ('record' in target && act.name === 'delete') {
    return provider.delete(name, { id: target.record.id, previousData: target.record })
  }
  const path =
    'record' in target ? `/${api}/${target.record.id}/${act.name}` : `/${api}/${act.name}`
  if (act.once) return provider.call('POST', path, values, undefined, key)
  if (!act.file) return provider.call('POST', path, values)
  const bytes = await provider.download(path, values)
  const { saveAs } = await import('../jobs/jobFiles.ts')
  saveAs(bytes, bytes instanceof File ? bytes.name : act.label)
  return { data: undefined }
}

/** The call that takes an act back; undefined where there is none. Only what hides records can bring them back. */
export function undoOf({ resource, act, target }: ActRequest, data: unknown): Way | undefined {
  const { api, softDelete } = resource
  const way = wayOf(resource, act)
  if (!way || (way === 'restore' && !softDelete)) return undefined
  const { version, records, job_id } = (data ?? {}) as Partial<BulkDone> & Answered
  if ('list' in target) return undefined
  const bulk = `/${api}/bulk/${way}`
  if (job_id !== undefined) return { path: bulk, body: { job_id } }
  if ('record' in target) {
    // What did not change the record must not take back what did.
    if (version === undefined || version === target.record.version) return undefined
    const record = { id: target.record.id, version }
    return { path: `/${api}/${record.id}/${way}`, body: { version }, record }
  }
  if (!records?.length) return undefined
  const body = {
    ids: records.map(({ id }) => id),
    versions: records.map((record) => record.version),
  }
  return { path: bulk, body }
}

/** A change is undone whether an edit or a declared action made it: the server says which versions it made. */
function wayOf({ actions = {} }: Resource, { name }: Act): 'undo' | 'restore' | undefined {
  if (name === 'delete') return 'restore'
  return name === 'update' || Object.hasOwn(actions, name) ? 'undo' : undefined
}

interface Answered {
  readonly version?: number
  readonly job_id?: number
}

/** What an act has done, as far as it may be said again later: nothing that is shown masked or never. */
export function doneOf(
  { resource, act, target }: Pick<ActRequest, 'resource' | 'act' | 'target'>,
  values: Readonly<Record<string, unknown>>,
): Done {
  const fieldNamed = (name: string): Field | undefined =>
    resource.actions?.[act.name]?.input?.[name] ?? fieldOf(resource, name)
  const isOpen = (name: string) => {
    const field = fieldNamed(name)
    return field !== undefined && !kindOf(field).writeOnly && !isMasked(field)
  }
  return {
    resource: resource.name,
    act: act.name,
    ...('count' in target && { count: target.count }),
    fields: Object.keys(values),
    values: Object.fromEntries(Object.entries(values).filter(([name]) => isOpen(name))),
  }
}
