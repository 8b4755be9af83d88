import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'
import { expect } from 'vitest'

import type { Database } from '../../../../src/server/kernel/database.ts'
import { createPostgresDatabase } from '../../../fixtures/database.ts'
import { kill } from '../../../fixtures/work/killing.ts'
import { startNode, type Node } from '../../../fixtures/work/nodes.ts'
import { ask, beginAsking, importOf, settingsOf, untilEnded } from './askedWork.ts'

const workers = ['first worker', 'second worker'] as const
type Worker = (typeof workers)[number]

/** Has two workers share one import and kills the one that is at work in the midst of it: every row is in, once. */
export async function shareImport(count: number): Promise<void> {
  const database = await createPostgresDatabase(process.env['TEST_DATABASE_URL'] ?? '')
  const env = settingsOf(database.url)
  // The first makes the tables.
  const web = await startNode('web', env)
  const nodes = new Map<Worker, Node>()
  try {
    for (const name of workers) {
      nodes.set(
        name,
        await startNode('worker', { ...env, DATABASE_URL: named(database.url, name) }),
      )
    }
    const asking = await beginAsking(web)
    const order = await importOf('shared', asking, { count })
    const { id, job_id: job } = await ask(order, 'shared', asking)
    const before = await watchWork(job, count / 3, database)
    const killed = before.at(-1)?.worker ?? workers[0]
    const node = nodes.get(killed)
    if (node) await kill(node.process)
    const after = await watchWork(job, count, database)
    await untilEnded([job], database)
    process.stdout.write(`${killed} is killed; before: ${told(before)}; after: ${told(after)}\n`)
    expect(before.map(({ worker }) => worker)).toContain(killed)
    expect(new Set(after.slice(1).map(({ worker }) => worker))).toEqual(
      new Set(workers.filter((name) => name !== killed)),
    )
    await order.check({ id, job, download: async () => '' }, database)
  } finally {
    await Promise.all([web, ...nodes.values()].map((node) => kill(node.process)))
    await database.close()
  }
}

/** The address of a database by which its connections are known. */
const named = (url: string, name: Worker): string =>
  Object.assign(new URL(url), { search: `?application_name=${encodeURIComponent(name)}` }).href

interface Chunk {
  readonly number: number
  worker: Worker
}

/** Watches until so many rows of a job are done. Returns the chunks that were seen, with the worker that was last seen at each. */
async function watchWork(job: number, rows: number, { sql: database }: Database): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  for (;;) {
    const { rows: found } = await sql<{ processed: number; number: number; worker: Worker | null }>`
      select j.processed, coalesce(min(c.number), 0) as number, (
        select a.application_name from pg_locks l join pg_stat_activity a using (pid)
        where l.relation = 'job_chunks'::regclass and l.mode = 'RowShareLock' and l.granted
          and a.application_name = any(${workers}::text[])
        order by a.xact_start limit 1
      ) as worker
      from jobs j left join job_chunks c on c.job_id = j.id and c.state = 'pending'
      where j.id = ${job} group by j.id`.execute(database)
    const { processed = 0, number = 0, worker = null } = found[0] ?? {}
    const last = chunks.at(-1)
    if (worker && last?.number === number) last.worker = worker
    else if (worker && number > 0) chunks.push({ number, worker })
    if (processed >= rows) return chunks
    await pause(10)
  }
}

const told = (chunks: readonly Chunk[]): string =>
  workers
    .map((name) => `${name} ${chunks.filter(({ worker }) => worker === name).length}`)
    .join(', ')
