import { setTimeout as pause } from 'node:timers/promises'

import { expect, vi } from 'vitest'

import { readMessage } from '#schema'
import { transactAsProcess } from '#server'

import { applyRows } from '../../../../resources/sending/sync/applyRows.server.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'

const cap = { period: 'total', limit: 100_000, counts: 'accepted', country: null, source: null }

/**
 * Plans leads in rotations for some time, while the worker calls, brokers tell of the same leads, people stop, resolve, delete,
 * restore and erase, caps and departments change, and an integration that errors pause is made active again and again: all at
 * once, and on the same leads. At the end nothing is under way but what its broker has no room for, nothing was paused but what
 * answered with errors alone, no department has had a lead twice, and caps count what was accepted.
 */
export async function sendInStorm({ lastingMs }: { readonly lastingMs: number }): Promise<void> {
  const sending = await createSending({ delayMs: 5 })
  const { backend } = sending.server
  const admin = await sending.server.as('Administrator')
  const departments: number[] = []
  for (const path of ['success', 'mixed', 'error']) {
    const breaker_errors = path === 'error' ? 50 : 1_000
    departments.push(
      await sending.department(path, { integration: { concurrency: 10, breaker_errors } }),
    )
  }
  const resting = () =>
    sending.query(`
      select id, department, pause_reason from send_integrations where state <> 'active'`)
  const mend = async () => {
    const all = await resting()
    for (const { id } of all) await admin.post(`/send/integration/${id}/activate`)
    paused.push(...all)
  }
  const paused: any[] = []
  for (const one of departments) await admin.put(`/broker/department/${one}`, { caps: [cap] })
  await backend.jobs.work()
  const until = Date.now() + lastingMs
  const failed: unknown[] = []
  const often = async (act: () => Promise<unknown>, pauseMs = 20) => {
    while (Date.now() < until) {
      await act().catch((error: unknown) => failed.push(error))
      await pause(pauseMs)
    }
  }
  const some = async (query: string) =>
    (await sending.query(`${query} order by random() limit 5`)).map(({ id }) => id)
  const ofAll = async (paths: (id: number) => [string, object?], ids: readonly number[]) => {
    const answers = await Promise.all(ids.map((id) => admin.post(...paths(id))))
    // A send that has gone on meanwhile, or a lead that is erased, is no fault.
    failed.push(...answers.filter(({ status }) => status >= 500))
  }
  await Promise.all([
    often(async () => sending.plan(await sending.leads(10), { departments })),
    often(async () =>
      sending.plan(await some('select id from leads'), { departments: departments.toReversed() }),
    ),
    often(() => tell(sending, departments)),
    often(() => tell(sending, departments)),
    often(async () =>
      ofAll(
        (id) => [`/lead/history/${id}/resolve`, { outcome: 'leave' }],
        await some(`select id from sends where state = 'unknown'`),
      ),
    ),
    often(async () =>
      ofAll(
        (id) => [`/lead/history/${id}/cancel`],
        await some(`select id from sends where state in ('pending', 'waiting', 'retrying')`),
      ),
    ),
    often(
      async () =>
        ofAll(
          (id) => [`/lead/${id}/erase`, { reason: 'By letter' }],
          (await some(`select id from leads where stage <> 'erased'`)).slice(0, 1),
        ),
      300,
    ),
    often(async () => {
      for (const id of await some('select id from leads where deleted_at is null')) {
        const { body } = await admin.delete(`/lead/${id}`)
        await admin.post(`/lead/${id}/restore`, { version: body.data?.version })
      }
    }, 200),
    often(mend, 300),
    often(async () => {
      for (const id of departments)
        await admin.put(`/broker/department/${id}`, {
          timezone: Date.now() % 2 ? 'Asia/Tokyo' : 'UTC',
        })
    }, 300),
  ])
  expect(failed.map(String)).toEqual([])
  await vi.waitFor(
    async () => {
      await mend()
      await sending.pass()
      backend.commits.emit('commit')
      const left = await sending.query(`
        select id, state, attempts, failure_status, next_attempt_at, leased_until from sends
        where state in ('pending', 'waiting', 'retrying', 'sending')
          and failure_status is distinct from 'No capacity' limit 3`)
      expect(left).toEqual([])
    },
    { timeout: 120_000, interval: 500 },
  )
  const [, , failing] = departments
  expect(paused.length).toBeGreaterThan(0)
  for (const one of paused) {
    expect(one.department).toBe(failing)
    expect(readMessage(one.pause_reason)?.message).toBe('messages.errors_in_a_row')
  }
  const keys = sending.fake.accepted.map(({ key }) => key)
  expect(keys.length).toBeGreaterThan(50)
  expect(keys.filter((one, at) => keys.indexOf(one) !== at)).toEqual([])
  const caps = await sending.query(`
    select c.department, c.used, (
      select count(*)::int from sends s where s.department = c.department and s.state in ('sent', 'unknown', 'returned')
    ) as taken from cap_counters c where c.key like 'total|accepted|%' order by 1`)
  expect(caps.map(({ used }) => used)).toEqual(caps.map(({ taken }) => taken))
  await sending.close()
}

/** A broker tells of leads that it has or may have. */
async function tell(sending: Sending, departments: readonly number[]): Promise<void> {
  for (const department of departments) {
    const sends = await sending.query(`
      select s.send_key, i.name from sends s join send_integrations i on i.department = s.department
      where s.department = ${department} and s.attempts > 0 order by random() limit 20`)
    const rows = sends.map(({ send_key }, at) => ({
      ids: [send_key],
      email: null,
      phone: null,
      status: `Word ${at % 3}`,
      status_at: null,
      is_ftd: at % 7 === 0,
      ftd_at: null,
      amount: null,
      currency: null,
    }))
    const integration = {
      id: null,
      name: 'Broker',
      department,
      pull_active: true,
      ftd_active: true,
    }
    await transactAsProcess(sending.server.backend, (context) =>
      applyRows(rows, integration, 'pull', context),
    )
  }
}
