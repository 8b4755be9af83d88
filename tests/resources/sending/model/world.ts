import { sql } from 'kysely'
import { expect } from 'vitest'

import { groupBy } from '#schema'
import { transactAsProcess } from '#server'

import { prepareCalls } from '../../../../resources/sending/engine/calls.server.ts'
import { claimSends } from '../../../../resources/sending/engine/claim.server.ts'
import type { DueSend } from '../../../../resources/sending/engine/dueSend.server.ts'
import type { Ended } from '../../../../resources/sending/engine/outcome/ended.server.ts'
import { applyOutcomes } from '../../../../resources/sending/engine/outcome/outcomes.server.ts'
import { recoverLost } from '../../../../resources/sending/engine/recoverLost.server.ts'
import { playedPull } from '../../../../resources/sending/fakeBroker/playedPull.ts'
import { reloadForCall } from '../../../../resources/sending/integration/loadForCall.server.ts'
import { pullStatuses } from '../../../../resources/sending/sync/pull/pullStatuses.server.ts'
import type { Client } from '../../../fixtures/server.ts'
import { callsOf } from '../../../../resources/sending/engine/together.server.ts'
import { answerRules, batched, type Sending } from '../../../fixtures/sending/sending.ts'
import { answerAt } from './batchAnswers.ts'
import { createModel, isSent, mostCalls, type SendRow } from './model.ts'
import { createOrders } from './orders.ts'

const ends = new Set('sent rejected failed unknown skipped cancelled returned'.split(' '))

/** What the broker takes, whatever it answers. */
const accepting = new Set(
  'success slow cut error-after-accept gateway-after-accept malformed large'.split(' '),
)

/** A send that a process has claimed, and what its call brought. */
interface Held {
  readonly send: DueSend
  readonly call: () => Promise<readonly Ended[]>
  ended?: Ended
  /** What the broker plays at the call, by the address that was known when it was claimed. */
  scenario: string
}

/**
 * The caps of the departments: of none, of leads that wait for it, and of leads that are skipped. The first two belong to brokers
 * of one company. The last two get several leads in one call.
 */
export const caps = [
  undefined,
  { limit: 3, action: 'wait' },
  { limit: 2, action: 'skip' },
  { limit: 4, action: 'wait' },
  { limit: 3, action: 'skip' },
] as const
const companions = [0, 1]
/** They may be called again with the same key. */
const safe = [2, 4]
export const batching: readonly number[] = [3, 4]

export type World = Awaited<ReturnType<typeof createWorld>>

/** Departments and leads of one run, and the processes that send. Every step moves the model and compares it. */
export async function createWorld(sending: Sending, sender: Client, leadCount: number) {
  const { backend } = sending.server
  const { fake } = sending
  const model = createModel()
  const leads = await sending.leads(leadCount)
  const departments: number[] = []
  for (const [place, cap] of caps.entries()) departments.push(await addDepartment(place, cap))
  await sending.query(`
    with company as (insert into affiliate_companies (name) values (gen_random_uuid()::text) returning id)
    insert into brokers_affiliate_companies (record_id, target_id)
    select d.broker_id, company.id from company, broker_departments d
    where d.id in (${companions.map((place) => departments[place]).join()})`)
  const orders = createOrders()
  const scenarios = new Map(departments.map((id, place) => [id, takingAll(place)]))
  /** Of processes that live, and of those that are gone or too slow. */
  let inHand: Held[] = []
  let gone: Held[] = []
  /** The keys of what the broker has taken: by what it was told to play, and by its own log. */
  const taken: string[] = []
  const log = () => fake.accepted.map(({ key }) => key ?? '').toSorted()
  const isInLog = (key: string) => fake.accepted.some((one) => one.key === key)
  /** Whether the broker has the lead of a send at its department, by any send of it. */
  const isAt = ({ lead, department }: Pick<SendRow, 'lead' | 'department'>, all: SendRow[]) =>
    all.some((one) => one.lead === lead && one.department === department && isInLog(one.send_key))

  const isSafe = ({ department }: SendRow) =>
    safe.some((place) => departments[place] === department)

  async function addDepartment(place: number, cap: (typeof caps)[number]): Promise<number> {
    const id = await sending.department(takingAll(place), {
      department: {
        priority: place + 1,
        send_a_lot: batching.includes(place),
        ...(cap && { cap_action: cap.action }),
      },
      integration: {
        retry_attempts: mostCalls,
        breaker_timeouts: 100,
        safe_to_repeat: safe.includes(place),
        ...(batching.includes(place) && { ...batched, batch_size: 3, rules: batchRules }),
        ...playedPull(fake.origin),
        pull_id_paths: ['id', 'key'],
      },
    })
    if (!cap) return id
    await sending.query(
      `insert into department_caps (department, period, "limit", counts) values (${id}, 'month', ${cap.limit}, 'accepted')`,
    )
    return id
  }

  const rows = () =>
    sending.query(
      `select * from sends where department in (${departments.join()}) order by id`,
    ) as Promise<SendRow[]>

  async function settle(): Promise<readonly SendRow[]> {
    const all = await rows()
    model.learn(all)
    model.compare(all)
    return all
  }

  return {
    model,
    orders,
    leads,
    departments,
    settle,

    async plan(some: readonly number[], to: readonly number[]): Promise<void> {
      const { sends } = await sending.plan(some, { departments: to })
      // Nothing is lost: of each lead there is a line.
      expect(sends.map(({ lead }) => lead).toSorted()).toEqual([...new Set(some)].toSorted())
      for (const { lead, state } of sends) if (state !== 'skipped') orders.add(lead)
    },

    async play(department: number, scenario: string): Promise<void> {
      scenarios.set(department, scenario)
      const [{ id }] = await sending.query(
        `update send_integrations set url = '${fake.origin}/${scenario}?desk=${department}' where department = ${department} returning id`,
      )
      await reloadForCall(id, backend)
    },

    /** A process claims what is due. What a check keeps back has not been called. Returns whether something came of it. */
    async claim(limit: number): Promise<boolean> {
      const found = await transactAsProcess(backend, async (context) => {
        const claims = await claimSends(limit, context)
        if (claims.kept.length > 0) await applyOutcomes(claims.kept, context)
        return claims
      })
      const byId = new Map((await rows()).map((row) => [row.id, row]))
      const call = await prepareCalls(found.claimed, backend)
      for (const sends of callsOf(found.claimed)) {
        const scenario = scenarios.get(sends[0]?.department ?? 0) ?? ''
        for (const send of sends) {
          const row = byId.get(send.id)
          expect(row).toBeDefined()
          if (row) model.claim(row)
          inHand.push({ send, scenario, call: () => call(sends, signalFor(scenario, fake)) })
        }
      }
      const over = found.kept.filter(({ send }) => byId.get(send.id)?.state !== 'waiting')
      for (const { send } of over) {
        const row = byId.get(send.id)
        if (!row) continue
        model.keepBack(row)
        if (row.state === 'skipped' && isInLog(row.send_key)) orders.excuse(row)
        // What may have been accepted is not over by a check of ours.
        if (row.state === 'unknown') continue
        expect(row.state).toBe('skipped')
        const all = [...byId.values()]
        if (row.failure_status === 'Same affiliate company') {
          const isTaken = (one: SendRow) => one.lead === row.lead && /sent|unknown/.test(one.state)
          expect(all.some(isTaken)).toBe(true)
          continue
        }
        if (row.failure_status === 'Already sent') {
          expect(isSent(row, all)).toBe(true)
          continue
        }
        expect(row.failure_status).toBe('Cap reached')
        // Places that calls under way may give back are no reason to skip a lead.
        const held = all.filter(
          (one) => one.department === row.department && /sent|unknown|returned/.test(one.state),
        )
        expect(held.length).toBeGreaterThanOrEqual(
          caps[departments.indexOf(row.department)]?.limit ?? 0,
        )
      }
      return found.claimed.length + over.length > 0
    },

    /** Calls are made for claimed sends that have had none. */
    async call(count: number): Promise<void> {
      const open = inHand.filter(({ ended }) => !ended)
      const calls = groupBy(open, ({ send: { id, batch } }) => batch?.key ?? id)
      for (const all of [...calls.values()].slice(0, count)) {
        const [first] = all
        if (!first) continue
        const attempts = await sending.query(
          `select from send_attempts where finished_at is null and (${all
            .map(({ send }) => `send = ${send.id} and number = ${send.attempts}`)
            .join(' or ')})`,
        )
        // Written before the call.
        expect(attempts).toHaveLength(all.length)
        const before = fake.calls.length
        const isKnown = isAt(first.send, await rows())
        const ended = await first.call()
        expect(fake.calls.slice(before)).toEqual([`POST /${first.scenario}`])
        for (const [place, held] of all.entries()) {
          held.ended = ended.find(({ send }) => send.id === held.send.id)
          expect(held.ended).toBeDefined()
          if (held.scenario === 'known') held.scenario = isKnown ? 'duplicate' : 'success'
          held.scenario = answerAt(held.scenario, place, all.length)
          if (accepting.has(held.scenario)) taken.push(held.send.send_key)
        }
        expect(log()).toEqual(taken.toSorted())
      }
    },

    /** A send is over: by product.md 4.2 a gateway that gives no answer has given none of the broker either. */
    excuse(row: SendRow): void {
      if (isInLog(row.send_key)) orders.excuse(row)
    },

    /** What calls brought is written, or begun to be written and rolled back. */
    async write(count: number): Promise<void> {
      const done = inHand.filter(({ ended }) => ended).slice(0, count)
      const held = new Map((await rows()).map((row) => [row.id, row]))
      await transactAsProcess(backend, (context) =>
        applyOutcomes(
          done.flatMap(({ ended }) => ended ?? []),
          context,
        ),
      )
      const after = await rows()
      for (const one of done) {
        const row = held.get(one.send.id)
        if (!row) continue
        model.answer(row, one.scenario, isSafe(row), after)
        if (model.pairOf(row).is === 'free') this.excuse(row)
      }
      inHand = inHand.filter((one) => !done.includes(one))
    },

    /** The process with all that it has in hand is gone; its leases run out. */
    async crash(): Promise<void> {
      const held = new Map((await rows()).map((row) => [row.id, row]))
      await sending.query(
        `update sends set leased_until = now() - interval '1 s' where state = 'sending' and department in (${departments.join()})`,
      )
      expect(await recoverLost(backend)).toBe(inHand.length)
      for (const { send } of inHand) {
        const row = held.get(send.id)
        if (row) model.lose(row)
      }
      gone.push(...inHand)
      inHand = []
    },

    /** It was only slow: what it writes now changes nothing. */
    async late(): Promise<void> {
      const ended = gone.flatMap((one) => one.ended ?? [])
      await transactAsProcess(backend, (context) => applyOutcomes(ended, context))
      gone = []
    },

    /** Time passes, until all is due that does not wait for a place under a cap; what rests is mended. */
    async pass(): Promise<void> {
      const own = `department in (${departments.join()})`
      const resting = await sending.query(
        `select id from send_integrations where ${own} and state in ('paused', 'auto_paused')`,
      )
      for (const { id } of resting) {
        expect((await sender.post(`/send/integration/${id}/activate`)).status).toBe(200)
      }
      await sending.query(`
        update sends set next_attempt_at = now() where ${own} and state in ('waiting', 'retrying')
          and (failure_status is distinct from 'Cap reached' or next_attempt_at < now() + interval '1 minute')`)
    },

    /** Somebody lets an integration rest. */
    async pause(department: number): Promise<void> {
      const [{ id, state }] = await sending.query(
        `select id, state from send_integrations where department = ${department}`,
      )
      if (state !== 'active') return
      const { status } = await sender.post(`/send/integration/${id}/pause`, { reason: 'Holidays' })
      expect(status).toBe(200)
    },

    /** All that is in line was planned some days before. */
    async age(): Promise<void> {
      await sending.query(`
        update sends set created_at = created_at - interval '3 days', scheduled_at = scheduled_at - interval '3 days'
        where department in (${departments.join()}) and state in ('pending', 'waiting', 'retrying')`)
    },

    /** The broker is asked what it has taken: what was unknown of it is sent. */
    async pull(department: number): Promise<void> {
      const [{ id }] = await sending.query(
        `select id from send_integrations where department = ${department}`,
      )
      const loaded = await reloadForCall(id, backend)
      if (!loaded) throw new Error('there is no integration')
      const before = new Map((await rows()).map((row) => [row.id, row.state]))
      const run = await pullStatuses(loaded, 7, backend, new AbortController().signal)
      expect(run.problem).toBeNull()
      const held = new Set(log())
      for (const one of await rows()) {
        const isNews = one.state === 'sent' && before.get(one.id) !== 'sent'
        // What it has, nobody sends again, whatever people had decided.
        if (isNews && one.holds) model.pairOf(one).is = 'taken'
        if (one.department === department && held.has(one.send_key)) {
          expect(one.state).not.toBe('unknown')
        }
      }
    },

    /** One of the sends in some states. */
    async choose(
      one: number,
      states: readonly string[],
      lead?: number,
    ): Promise<SendRow | undefined> {
      const some = (await rows()).filter(
        (row) => states.includes(row.state) && (lead === undefined || row.lead === lead),
      )
      return some[one % some.length]
    },

    async act(id: number, name: string, input: object = {}): Promise<number> {
      return (await sender.post(`/lead/history/${id}/${name}`, input)).status
    },

    /** Everything goes its way to the end. Then each send has one, and caps are as full as they can be. */
    async finish(): Promise<void> {
      for (const [place, id] of departments.entries()) await this.play(id, takingAll(place))
      for (let round = 0; round < 20; round += 1) {
        await this.pass()
        if (!(await this.claim(100)) && inHand.length === 0) break
        await this.call(inHand.length)
        await this.write(inHand.length)
        await settle()
      }
      const all = await settle()
      const open = all.filter(({ state }) => !ends.has(state))
      // Of two brokers of one company the second waits for as long as the first waits for a place.
      const waits = /Cap reached|Same affiliate company/
      expect(open.filter(({ failure_status }) => !waits.test(failure_status ?? ''))).toEqual([])
      expect(all.filter(({ failure_status }) => failure_status === 'Expired')).toEqual([])
      orders.check(
        all.filter(({ send_key }) => isInLog(send_key)),
        companions.flatMap((place) => departments[place] ?? []),
      )
      const used = await sending.query(
        `select department, used from cap_counters where department in (${departments.join()})`,
      )
      for (const [place, department] of departments.entries()) {
        const limit = caps[place]?.limit
        if (limit === undefined) continue
        const own = all.filter((one) => one.department === department)
        const places = own.filter(({ reserved, state }) => reserved?.length && ends.has(state))
        const counted = used.find((one) => one.department === department)?.used ?? 0
        expect(counted).toBe(places.length)
        expect(counted).toBeLessThanOrEqual(limit)
        // Who waits for a place waits while there is none.
        const isWaiting = ({ state, failure_status }: SendRow) =>
          state === 'waiting' && failure_status === 'Cap reached'
        if (own.some(isWaiting)) expect(counted).toBe(limit)
      }
      // What a gateway did not answer is called again, and waits where another lead has taken its place (product.md 4.2).
      const isLate = (row: SendRow) =>
        row.state === 'waiting' && row.failure_status === 'Cap reached'
      const certain = all.filter((row) => !model.decided.has(row.id) && !isLate(row))
      for (const row of certain.filter(({ id }) => !orders.isExcused(id))) {
        if (row.state === 'sent') expect(isInLog(row.send_key)).toBe(true)
        if (isInLog(row.send_key)) expect(['sent', 'unknown', 'returned']).toContain(row.state)
      }
      const wrong = await sending.query(`
        select l.id, l.stage, l.accepted_count, s.sent from leads l cross join lateral (
          select count(*) filter (where state = 'sent') as sent,
            bool_or(state = 'waiting') as waits, bool_or(state = 'unknown') as unknown
          from sends where lead = l.id) s
        where l.id in (${leads.join()}) and (l.accepted_count <> s.sent or l.stage = 'sending'
          or (l.stage = 'queued') <> coalesce(s.waits, false)
          or (l.stage = 'check_needed') <> (coalesce(s.unknown, false) and not s.waits))`)
      expect(wrong).toEqual([])
    },

    /** Nothing of this run is left for the next one. */
    async end(): Promise<void> {
      Object.assign(fake.accepted, { length: 0 })
      await sql`
        update sends set state = 'cancelled', next_attempt_at = null, leased_until = null, holds = null
        where department = any(${departments}::bigint[])
          and state in ('pending', 'waiting', 'retrying', 'sending')`.execute(backend.database.sql)
    },
  }
}

/** What takes all leads of a department. */
const takingAll = (place: number) => (batching.includes(place) ? 'batch' : 'success')

/** Of a list a broker may refuse some. */
const batchRules = [...answerRules, { ...answerRules[3], value: 'not valid', outcome: 'rejected' }]

/** Gives a slow call up as soon as the broker has it. */
function signalFor(scenario: string, { calls }: Sending['fake']): AbortSignal {
  const controller = new AbortController()
  if (!scenario.endsWith('slow')) return controller.signal
  const before = calls.length
  const timer = setInterval(() => {
    if (calls.length === before) return
    clearInterval(timer)
    controller.abort()
  }, 5)
  return controller.signal
}
