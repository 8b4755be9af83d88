import { createContext, useContext } from 'react'

import type { Fields, Resource } from '#schema'

import type { Row } from '../../fields/display.ts'
import type { FilterValues } from '../../fields/filter.ts'
import type { Answer, ConsoleProvider } from '../provider.ts'
import type { Say } from '../words.ts'

/** Something done to records that exist: `delete`, `update`, or a declared action. */
export interface Act {
  readonly name: string
  readonly label: string
  readonly confirm?: string
  readonly input?: Fields
}

/** The records a bulk act reaches: those ticked, or all that match a filter. */
export type Selection =
  | { readonly ids: readonly number[] }
  | { readonly filter: FilterValues; readonly expected_count: number }

export type Target =
  | { readonly record: Row }
  | { readonly selection: Selection; readonly count: number }

export interface ActRequest {
  readonly resource: Resource
  readonly act: Act
  readonly target: Target
  readonly onDone?: () => void
}

/** What a bulk act answers: what it did, or the job that goes on doing it. */
export type BulkAnswer =
  | { readonly done: number; readonly skipped: number; readonly reasons?: readonly string[] }
  | { readonly job_id: number }

export const ActContext = createContext<(request: ActRequest) => void>(() => {})

/** Starts an act: asks first where the declaration or the number of records wants it. */
export const useAct = () => useContext(ActContext)

export const deletion = (say: Say): Act => ({ name: 'delete', label: say('delete', 'Delete') })

/** Whether an act begins at once, without a dialog. */
export function isImmediate({ act, target }: ActRequest): boolean {
  return act.name !== 'delete' && 'record' in target && !act.confirm && !hasInput(act)
}

export const hasInput = ({ input }: Act): boolean => Object.keys(input ?? {}).length > 0

/** Sends an act to the server. Rejects with react-admin's HttpError. */
export async function perform(
  provider: ConsoleProvider,
  { resource, act, target }: ActRequest,
  values: Readonly<Record<string, unknown>>,
): Promise<Answer<unknown>> {
  const { api, name } = resource
  if ('selection' in target) {
    const body = { ...target.selection, ...(hasInput(act) && { values }) }
    return provider.call('POST', `/${api}/bulk/${act.name}`, body)
  }
  const { record } = target
  if (act.name === 'delete') {
    return provider.delete(name, { id: record.id, previousData: record })
  }
  return provider.call('POST', `/${api}/${record.id}/${act.name}`, values)
}
