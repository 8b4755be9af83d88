import { sql } from 'kysely'

import type { Sql } from '../../kernel/database.ts'
import type { Task } from './task.ts'

/** Ids that follow each other without a gap. */
interface Run {
  readonly first: number
  last: number
}

/** The ids of one import, which mostly follow each other: a set of 200,000 would take 5 MB, and twice that while it grows. */
interface CreatedIds {
  has(id: number): boolean
  add(ids: readonly number[]): void
}

/** For the jobs at work in this process, with the chunk up to which the ids are known. */
const byJob = new Map<number, { readonly ids: CreatedIds; chunk: number }>()
const maxJobs = 8

/**
 * The ids of the records that the chunks of a job before this one have created; the caller adds its own.
 * After a restart, or when other processes did some of the chunks, they are read from the audit log.
 */
export async function createdBefore(
  { job, user, chunk }: Task,
  database: Sql,
): Promise<CreatedIds> {
  const known = byJob.get(job)
  if (known?.chunk === chunk - 1) {
    known.chunk = chunk
    return known.ids
  }
  const { rows } = await sql<Run>`
    select min(id) as first, max(id) as last from (
      select id, id - row_number() over (order by id) as run from (
        select jsonb_array_elements(detail -> 'ids')::bigint as id from audit_log
        where user_id = ${user.id} and job_id = ${job} and action = 'import'
      ) created
    ) numbered group by run order by run`.execute(database)
  const ids = createdIds(rows)
  byJob.set(job, { ids, chunk })
  for (const oldest of byJob.keys()) if (byJob.size > maxJobs) byJob.delete(oldest)
  return ids
}

export function forgetCreated(job: number): void {
  byJob.delete(job)
}

/** Imports side by side take turns in the numbers, so that there may be as many runs as ids: each is found by halving. */
export function createdIds(runs: Run[]): CreatedIds {
  return {
    has(id) {
      let [low, high] = [0, runs.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((runs[middle]?.last ?? id) < id) low = middle + 1
        else high = middle
      }
      const run = runs[low]
      return run !== undefined && run.first <= id
    },
    add(ids) {
      // Later records have higher ids; those of one statement may come in any order.
      for (const id of ids.toSorted((one, other) => one - other)) {
        const run = runs.at(-1)
        if (run?.last === id - 1) run.last = id
        else runs.push({ first: id, last: id })
      }
    },
  }
}
