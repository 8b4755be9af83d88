import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'
import { expect } from 'vitest'

import { transactAsProcess } from '#server'

import { planSends } from '../../../../resources/sending/engine/plan/planSend.server.ts'
import { startFakeBroker } from '../../../../resources/sending/fakeBroker/fakeBroker.server.ts'
import { createSendWorker } from '../../../../resources/sending/engine/worker.server.ts'
import { business } from '../../../../resources/index.server.ts'
import type { Database } from '../../../../src/server/kernel/database.ts'
import { testBackend } from '../../../fixtures/backend.ts'
import { kill, makePlace, startChild } from '../../../fixtures/work/killing.ts'
import { fillSending } from '../../../fixtures/sending/sending.ts'
import { sendingBackend } from '../engine/sendingBackend.ts'

const script = new URL('killedWorker.ts', import.meta.url)

interface Row {
  readonly state: string
  readonly email: string
  readonly attempts: number
  readonly failure_status: string | null
}

interface Killing {
  readonly isBatched?: boolean
  /** Of all leads that the department takes. */
  readonly cap?: number
}

/**
 * Kills the worker at random moments while it sends, and holds what is left against the broker's own log: no lead came twice,
 * none is lost, what may have been taken says so, and a cap holds for all of these, and is reached.
 */
export async function killWhileSending(
  points: number,
  leads: number,
  { isBatched = false, cap }: Killing = {},
): Promise<void> {
  const place = await makePlace(business.resources)
  const broker = await startFakeBroker({ delayMs: 20 })
  process.env['FAKE_BROKER'] = broker.origin
  try {
    await place.visit(async (database) => {
      const { department, source } = await fillSending(database, broker.origin, isBatched)
      const ids = await fillLeads(database, source, leads)
      if (cap !== undefined) {
        await sql`
          insert into department_caps (department, period, "limit", counts, position)
          values (${department}, 'total', ${cap}, 'accepted', 1)`.execute(database.sql)
      }
      await transactAsProcess(testBackend(database, business), (context) =>
        planSends(ids, { departments: [department], mode: 'manual', user: null }, context),
      )
    })
    for (let point = 0; point < points; point += 1) {
      const child = await startChild(script, place)
      await pause(50 + Math.random() * 350)
      await kill(child)
      await place.visit(expireLeases)
    }
    await place.visit(async (database) => {
      const worker = createSendWorker(sendingBackend(database), { calls: 8 })
      worker.start()
      await untilDone(database)
      await worker.stop()
      const sends = await sendsOf(database)
      const isFull = ({ failure_status }: Row) => failure_status === 'Cap reached'
      check(
        sends.filter((one) => !isFull(one)),
        broker.accepted,
      )
      expect(sends.filter(isFull)).toHaveLength(cap === undefined ? 0 : leads - cap)
      expect(await usedOf(database)).toEqual(cap === undefined ? [] : [cap])
    })
  } finally {
    delete process.env['FAKE_BROKER']
    await broker.stop()
    await place.remove()
  }
}

export async function fillLeads(
  database: Database,
  source: number,
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into leads (uuid, email, source)
    select gen_random_uuid()::text, 'kill' || n || '@example.com', ${source}
    from generate_series(1, ${count}::int) n returning id`.execute(database.sql)
  return rows.map(({ id }) => id)
}

/** As if the time of a call and more had passed. */
export const expireLeases = async ({ sql: database }: Database): Promise<void> => {
  await sql`update sends set leased_until = now() - interval '1 s' where state = 'sending'`.execute(
    database,
  )
}

/** Waits until nothing is under way, for as long as something still moves. */
export async function untilDone({ sql: database }: Database): Promise<void> {
  for (let rest = 0, before = Infinity; rest < 100;) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from sends where state in ('pending', 'sending', 'waiting')`.execute(
      database,
    )
    const count = rows[0]?.count ?? 0
    if (count === 0) return
    rest = count < before ? 0 : rest + 1
    before = count
    await pause(200)
  }
}

export async function sendsOf({ sql: database }: Database): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.state, s.attempts, s.failure_status, l.email from sends s join leads l on l.id = s.lead`.execute(
    database,
  )
  return rows
}

/** What is used of caps. */
async function usedOf({ sql: database }: Database): Promise<number[]> {
  const { rows } = await sql<{ used: number }>`select used from cap_counters`.execute(database)
  return rows.map(({ used }) => used)
}

export function check(
  sends: readonly Row[],
  accepted: readonly { readonly email: string }[],
): void {
  const taken = accepted.map(({ email }) => email)
  expect(new Set(taken).size).toBe(taken.length)
  expect(sends.filter(({ state }) => state !== 'sent' && state !== 'unknown')).toEqual([])
  expect(sends.every(({ attempts }) => attempts === 1)).toBe(true)
  const sent = sends.filter(({ state }) => state === 'sent').map(({ email }) => email)
  const unknown = new Set(
    sends.filter(({ state }) => state === 'unknown').map(({ email }) => email),
  )
  const held = new Set(taken)
  // What is sent was taken, and what was taken is sent or may have been.
  expect(sent.filter((email) => !held.has(email))).toEqual([])
  expect(taken.filter((email) => !sent.includes(email) && !unknown.has(email))).toEqual([])
}
