import { sql } from 'kysely'

import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import type { Batch } from './convert.ts'
import { createLookups, type Lookups } from './names/lookups.ts'
import { createRowsThread } from './rowsThread.ts'
import type { Task } from './task.ts'
import { type RowsStep, type RowsThread, type Piece, openPiece } from './batch.ts'

/** What this process remembers of a job at work. */
interface Work {
  /** With whose rights names were looked up. */
  readonly rights: string
  readonly lookups: Lookups
  /** The rows of the next chunk, on their way. */
  next?: { readonly chunk: number; readonly piece: Piece; batch?: Promise<Batch> }
}

const jobsLimit = 8
const byJob = new Map<number, Work>()
/** By the module of the business, which takes half a second to load. */
const threads = new Map<string, RowsThread>()

/** The rows of the chunk at work: prefetched during the one before, or read now. */
export async function currentBatch(step: RowsStep, task: Task, database: Sql): Promise<Batch> {
  const work = workOn(task)
  const { next } = work
  delete work.next
  if (next?.chunk === task.chunk && next.batch) return next.batch
  next?.piece.drop()
  const piece = await openPiece(step, task, toolsOf(task, work), database)
  await piece.load(database)
  return piece.convert()
}

/** The rows of a chunk that is given up, each refused. */
export async function abandonedBatch(step: RowsStep, task: Task, database: Sql): Promise<Batch> {
  const piece = await openPiece(step, task, toolsOf(task, workOn(task)), database)
  return piece.abandon()
}

/** The chunk that follows, in the hands of the thread. */
export interface Prefetched {
  /** Finds out what the names in it mean. */
  load(database: Sql): Promise<void>
  /** Has its rows made ready while the database is busy with something else. */
  convert(): void
}

/** Reads the rows of the chunk that follows; the thread cuts them while this one goes on. */
export async function prefetch(task: Task, database: Sql): Promise<Prefetched | undefined> {
  const chunk = task.chunk + 1
  const { rows } = await sql<{ payload: RowsStep }>`
    select payload from job_chunks
    where job_id = ${task.job} and number = ${chunk} and state = 'pending'
      and payload ->> 'step' = 'rows'`.execute(database)
  const step = rows[0]?.payload
  if (!step) return undefined
  const work = workOn(task)
  const piece = await openPiece(step, task, toolsOf(task, work), database)
  const next: Work['next'] = { chunk, piece }
  work.next = next
  return {
    load: piece.load,
    convert() {
      next.batch = piece.convert()
      // The code that takes the batch sees the failure; without one, nothing is lost.
      next.batch.catch(() => undefined)
    },
  }
}

export function forgetWork(job: number): void {
  byJob.get(job)?.next?.piece.drop()
  byJob.delete(job)
}

function workOn(task: Task): Work {
  const rights = rightsOf(task)
  const known = byJob.get(task.job)
  if (known?.rights === rights) return known
  forgetWork(task.job)
  for (const oldest of byJob.keys()) if (byJob.size >= jobsLimit) forgetWork(oldest)
  const work: Work = { rights, lookups: createLookups(task.backend, task.user) }
  byJob.set(task.job, work)
  return work
}

/** Starts the thread that reads rows, where it does not run. */
export function readyToRead(backend: Backend): Promise<void> {
  return threadOf(backend).start()
}

const toolsOf = ({ backend }: Task, { lookups }: Work) => ({ thread: threadOf(backend), lookups })

function threadOf(backend: Backend): RowsThread {
  const { reading, module } = backend.business
  const source = reading ?? module
  const thread = threads.get(source) ?? createRowsThread(source)
  threads.set(source, thread)
  return thread
}

const rightsOf = ({ user }: Task) => [...user.permissions].sort().join(' ')
