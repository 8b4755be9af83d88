import type { JobDeclaration, Resource } from '#schema'

import { useResourceNamed } from '../../client/records/resources.ts'
import type { Row } from '../../client/records/row.ts'
import { isGoing } from '../../client/live/live.ts'

/** A piece of background work, as the resource `jobs` declares it. */
export interface Job extends Row {
  readonly name: string
  /** What does the work, `books.name` where a resource does it. */
  readonly type?: string
  /** Absent for those who see none but their own. */
  readonly user?: number
  readonly parameters?: Readonly<Record<string, unknown>> | null
  readonly state: string
  readonly total: number
  readonly pending: number
  readonly processed: number
  readonly failed: number
  readonly progress: number
  readonly message?: string | null
  /** How many of its items came to what, and what else the work tells. */
  readonly result?: Readonly<Record<string, unknown>> | null
  readonly result_file?: string | null
  readonly error_file?: string | null
  /** Until then the user who started it may take back what it did; the server decides. */
  readonly undoable_until?: string | null
}

export const isOver = (job: Job): boolean => !isGoing(job.state)

/** Whether it came to its own end, with or without errors. */
export const hasFinished = ({ state }: Job): boolean =>
  state === 'finished' || state === 'finished_with_errors'

/** Whether it has told one by one what it could not do, which may be tried again; what takes something back has one try. */
export const hasFailedPart = ({ state, error_file, result, parameters }: Job): boolean =>
  state === 'finished_with_errors' &&
  Boolean(error_file && result?.['skipped']) &&
  !['undo', 'restore'].includes(String(parameters?.['act']))

/** The resource whose work a job is, where its type names one: `books.name`. */
export function useWorkedResource({ type }: Job): Resource | undefined {
  return useResourceNamed(type?.split('.')[0] ?? '')
}

/** How the resource that does the work calls it. */
export function declaredJob(
  { jobs }: Pick<Resource, 'jobs'> = {},
  { type }: Pick<Job, 'type'>,
): JobDeclaration | undefined {
  return jobs?.[type?.split('.')[1] ?? '']
}
