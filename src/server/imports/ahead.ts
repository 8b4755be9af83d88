import { sql } from 'kysely'

import type { Sql } from '../database/database.ts'
import { loadBatch, type Batch, type RowsStep } from './batch.ts'
import type { Task } from './task.ts'

interface Ahead {
  readonly chunk: number
  /** With whose rights the batch was converted. */
  readonly rights: string
  readonly batch: Promise<Batch>
}

/** For each job at work in this process, the rows of its next chunk. */
const byJob = new Map<number, Ahead>()

/** The rows of the chunk at work: made ready during the one before, or now. */
export async function currentBatch(step: RowsStep, task: Task, database: Sql): Promise<Batch> {
  const ahead = byJob.get(task.job)
  byJob.delete(task.job)
  if (ahead?.chunk === task.chunk && ahead.rights === rightsOf(task)) return ahead.batch
  const convert = await loadBatch(step, task, database)
  return convert()
}

/**
 * Reads the rows of the chunk that follows. The answer makes them ready, to be called while the database is
 * busy with something else.
 */
export async function nextBatch(task: Task, database: Sql): Promise<() => void> {
  const chunk = task.chunk + 1
  const { rows } = await sql<{ payload: RowsStep }>`
    select payload from job_chunks
    where job_id = ${task.job} and number = ${chunk} and state = 'pending'`.execute(database)
  const step = rows[0]?.payload
  if (!step) return () => undefined
  const convert = await loadBatch(step, task, database)
  return () => {
    const batch = convert()
    // Whoever takes the batch sees the failure; when nobody does, nothing is lost.
    batch.catch(() => undefined)
    byJob.set(task.job, { chunk, rights: rightsOf(task), batch })
  }
}

export function forgetAhead(job: number): void {
  byJob.delete(job)
}

const rightsOf = ({ user }: Task) => [...user.permissions].sort().join(' ')
