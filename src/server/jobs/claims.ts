import { randomUUID } from 'node:crypto'

import type { Backend } from '../kernel/backend.ts'
import { releaseChunk } from './claim.ts'

/** Milliseconds after which a process that lives has taken its name off a chunk that it did not end. */
const goneAfter = 5_000

/** What one process has to say about the chunks that it begins. */
export function createClaims({ database }: Backend) {
  const instance = randomUUID()
  const unreleased = new Map<string, { job: number; number: number }>()
  const leftSince = new Map<string, number>()

  async function release(job: number, number: number): Promise<void> {
    const key = `${job} ${number}`
    unreleased.set(key, { job, number })
    await releaseAll().catch(() => undefined)
  }

  /** Takes the name off all chunks that were given back. Throws while the database cannot be reached. */
  async function releaseAll(): Promise<void> {
    for (const [key, { job, number }] of unreleased) {
      await releaseChunk(database.sql, job, number, instance)
      unreleased.delete(key)
    }
  }

  function isLeft(job: number, number: number): boolean {
    const key = `${job} ${number}`
    const since = leftSince.get(key) ?? Date.now()
    leftSince.set(key, since)
    const isOver = Date.now() - since >= goneAfter
    if (isOver) leftSince.delete(key)
    return isOver
  }

  return { instance, release, releaseAll, isLeft }
}
