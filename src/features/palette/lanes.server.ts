import type { Kysely } from 'kysely'

import type { Work } from '../../server/kernel/turns/fairShare.ts'
import type { Database, Tables } from '../../server/kernel/database.ts'
import { withStatementTimeout } from '../../server/database/connection.ts'

/** Connections that one search takes, of sixteen. */
const maxLanes = 2
export const work: Work = { places: maxLanes, isHeavy: true }

/** Milliseconds: one statement, and the time after which no other begins. */
const statementLimit = 1_000
const begins = 1_500

/** PostgreSQL ended the statement: it ran past its time limit. */
const cancelled = '57014'

/**
 * Runs one statement for each task, over few connections and in little time. Undefined is the answer of a task
 * that took too long or was not begun.
 */
export async function inLanes<Task, Answer>(
  database: Database,
  tasks: readonly Task[],
  run: (task: Task, connection: Kysely<Tables>) => Promise<Answer>,
): Promise<Map<Task, Answer | undefined>> {
  const answers = new Map<Task, Answer | undefined>()
  const waiting = [...tasks]
  const end = performance.now() + begins
  const lane = async (connection: Kysely<Tables>) => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      const isInTime = performance.now() < end
      answers.set(task, isInTime ? await unlessCancelled(run(task, connection)) : undefined)
    }
  }
  const count = database.kind === 'embedded' ? 1 : Math.min(maxLanes, tasks.length)
  const lanes = Array.from({ length: count }, () =>
    withStatementTimeout(database, statementLimit, lane),
  )
  await Promise.all(lanes)
  return answers
}

async function unlessCancelled<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if ((error as { code?: unknown }).code === cancelled) return undefined
    throw error
  }
}
