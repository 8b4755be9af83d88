import { sql } from 'kysely'

import type { Backend, Outgoing } from '../kernel/backend.ts'
import type { LongRunning } from '../kernel/behavior/serverParts.ts'
import { storedRecord } from '../records/read/record.ts'
import { workAfter } from '../records/write/transact.ts'
import { createSlots } from './slots.ts'

/** Milliseconds: what another process has left is found within this time. */
const pollEvery = 5_000
/** Milliseconds that one piece may take. */
const timeoutMs = 60_000
/** Seconds after which a piece is taken from a process that does not end it. */
const leaseSeconds = 120
/** Attempts until a piece is given up: with growing pauses, after two days or so. */
const maxAttempts = 20
const atOnce = 4

interface Piece {
  readonly id: number
  readonly resource: string
  readonly action: string
  readonly record_id: number
  readonly user_id: number | null
  readonly attempts: number
}

/** Does what behaviors wait for, at least once each, on every process that works. */
export function createOutgoing(backend: Backend): LongRunning {
  const { database, log } = backend
  const slots = createSlots(backend, {
    name: 'outgoing work',
    count: atOnce,
    wokenBy: ['outgoing'],
    pollMs: pollEvery,
    step,
  })

  async function step(stopping: AbortSignal): Promise<boolean> {
    const piece = await claim()
    if (piece) await perform(piece, stopping)
    return piece !== undefined
  }

  /** Leased, so that no other process takes it, and found again when this process is killed over it. */
  async function claim(): Promise<Piece | undefined> {
    const { rows } = await sql<Piece>`
      update outgoing set attempts = attempts + 1, next_at = now() + ${leaseSeconds} * interval '1 second'
      where id = (
        select id from outgoing where next_at <= now() order by next_at, id limit 1 for update skip locked
      ) returning id, resource, action, record_id, user_id, attempts`.execute(database.sql)
    return rows[0]
  }

  async function perform(piece: Piece, stopping: AbortSignal): Promise<void> {
    try {
      await run(piece, stopping)
      await sql`delete from outgoing where id = ${piece.id}`.execute(database.sql)
    } catch (error) {
      await putOff(piece, error).catch(() => undefined)
    }
  }

  async function run(piece: Piece, stopping: AbortSignal): Promise<void> {
    const { id, resource: name, action, record_id, user_id } = piece
    const work = workAfter(backend, { resource: name, action })
    if (!work) throw new Error(`${name} does nothing after "${action}" in this release`)
    const record = await storedRecord(backend.resource(name), record_id, database.sql)
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)])
    const event: Outgoing<never> = { key: `${id}`, id: record_id, record: record as never, user_id }
    await work(event, { backend, signal })
  }

  async function putOff(piece: Piece, error: unknown): Promise<void> {
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    const isOver = piece.attempts >= maxAttempts
    const details = { err: error, ...piece }
    if (isOver) log.error(details, 'outgoing work is given up')
    else log.warn(details, 'outgoing work failed and is tried again')
    const seconds = Math.min(2 ** piece.attempts, 4 * 3_600) * (0.5 + Math.random() / 2)
    await sql`
      update outgoing set problem = ${problem}, next_at = case
        when ${isOver}::boolean then 'infinity' else now() + ${seconds} * interval '1 second' end
      where id = ${piece.id}`.execute(database.sql)
  }

  return {
    start() {
      if (Object.values(backend.business.behaviors).some(({ after }) => after)) slots.start()
    },
    /** Interrupts what is under way; it is done again after the next start. */
    stop: slots.stop,
  }
}
