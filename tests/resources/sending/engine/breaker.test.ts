import { describe, expect, test } from 'vitest'

import { readMessage } from '#schema'

import { msg } from '../../../../resources/msg.server.ts'
import {
  countCalls,
  type Health,
} from '../../../../resources/sending/engine/outcome/countCalls.server.ts'
import type { DueSend } from '../../../../resources/sending/engine/dueSend.server.ts'
import { integration } from '../../../../resources/sending/integration/integration.ts'

const { breaker_errors, breaker_rejections, breaker_timeouts, breaker_calls, breaker_auth } =
  integration.fields
const limits = {
  breaker_errors: breaker_errors.options.default,
  breaker_rejections: breaker_rejections.options.default,
  breaker_timeouts: breaker_timeouts.options.default,
  breaker_calls: breaker_calls.options.default,
  breaker_auth: breaker_auth.options.default,
} as DueSend['limits']

const none: Health = { errors_in_row: 0, rejections_in_row: 0, recent: null }
const success = { outcome: 'success' } as const
const error = { outcome: 'unknown', failure_status: 'Unknown answer' } as const
const timeout = { outcome: 'unknown', failure_status: 'Timeout' } as const
const rejected = { outcome: 'rejected' } as const
const auth = { outcome: 'auth' } as const

const many = <One>(count: number, one: One): One[] => Array.from({ length: count }, () => one)
const problemAfter = (calls: Parameters<typeof countCalls>[1], own = limits) =>
  countCalls(none, calls, own).problem

/** 20 calls, of which so many timed out, none twice in a row. */
const withTimeouts = (count: number) =>
  many(10, [success, timeout])
    .flat()
    .map((one, at) => (at < 2 * count ? one : success))

describe('an integration rests (product.md 6.6)', () => {
  test.each([
    ['10 errors in a row', many(9, error), error],
    ['20 rejections in a row', many(19, rejected), { outcome: 'duplicate' } as const],
    ['half of 20 calls that timed out', withTimeouts(10).slice(0, -1), timeout],
    ['one answer that refuses our sign-in', [], auth],
  ])('after %s, and not before', (_, before, last) => {
    expect(problemAfter(before)).toBeUndefined()
    expect(problemAfter([...before, last])).toBeTruthy()
  })

  test.each([
    ['errors with a success among them', [...many(9, error), success, ...many(9, error)]],
    ['rejections with a success among them', [...many(19, rejected), success, rejected]],
    ['9 of 20 calls that timed out', withTimeouts(9)],
    ['timeouts that are no longer among the last 20', [...withTimeouts(9), ...withTimeouts(9)]],
  ])('not after %s', (_, calls) => {
    expect(problemAfter(calls)).toBeUndefined()
  })

  test('after as many as it says itself', () => {
    const own = { ...limits, breaker_errors: 2, breaker_rejections: 3, breaker_timeouts: 80 }
    expect(problemAfter(many(2, error), own)).toEqual(msg('errors_in_a_row', { count: 2 }))
    expect(problemAfter(many(3, rejected), own)).toEqual(msg('rejections_in_a_row', { count: 3 }))
    expect(problemAfter(withTimeouts(10), own)).toBeUndefined()
  })

  test('at a share of timeouts among as many calls as it says itself', () => {
    const few = { ...limits, breaker_calls: 4 }
    expect(problemAfter([success, success, timeout], few)).toBeUndefined()
    expect(problemAfter([success, timeout, timeout], few)).toBeUndefined()
    expect(problemAfter([success, timeout, success, timeout], few)).toEqual(
      msg('calls_timed_out', { count: 2, of: 4 }),
    )
    expect(problemAfter([timeout, success, success, success, timeout], few)).toBeUndefined()
    const lots = { ...limits, breaker_calls: 100, breaker_timeouts: 10 }
    expect(problemAfter(withTimeouts(10), lots)).toBeUndefined()
    expect(problemAfter([...withTimeouts(10), ...many(80, success)], lots)).toEqual(
      msg('calls_timed_out', { count: 10, of: 100 }),
    )
  })

  test('after as many answers that refuse our sign-in as it says itself, one after the other', () => {
    const own = { ...limits, breaker_auth: 3 }
    expect(problemAfter([auth, auth, success, auth, auth], own)).toBeUndefined()
    expect(problemAfter([auth, auth, success, auth, auth, auth], own)).toBe(
      msg('authorization_error'),
    )
  })

  test('by what it was told before a threshold was changed', () => {
    const { problem: _, ...before } = countCalls(none, withTimeouts(9), limits)
    expect(countCalls(before, [success], { ...limits, breaker_calls: 5 }).problem).toBeUndefined()
    expect(countCalls(before, [success], { ...limits, breaker_timeouts: 45 }).problem).toBe(
      msg('calls_timed_out', { count: 9, of: 20 }),
    )
  })

  test('and keeps why as a message, which each reader has in their own language', () => {
    const timedOut = problemAfter(withTimeouts(10))
    const all = [problemAfter(many(10, error)), problemAfter(many(20, rejected)), timedOut]
    expect(all.map((one) => readMessage(one ?? '')?.message)).toEqual([
      'messages.errors_in_a_row',
      'messages.rejections_in_a_row',
      'messages.calls_timed_out',
    ])
  })
})
