import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { localTime } from '#schema'

import { periodOf } from '../../../../resources/sending/engine/caps/capPeriods.ts'
import { nextOpening } from '../../../../resources/sending/engine/plan/openingHours.ts'
import { pacedTimes } from '../../../../resources/sending/engine/pacedTimes.ts'
import { inOrder } from '../../../../resources/sending/engine/sendRoutes.server.ts'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const everyDay = (from: string, to: string) => weekdays.map((day) => ({ day, from, to }))
const open = (
  timezone: string,
  opening_hours: { day: string; from: string; to: string }[] | null,
  closed: string[] = [],
) => ({ timezone, opening_hours, closed_dates: closed.map((day) => ({ day })) })

const next = (department: Parameters<typeof nextOpening>[0], now: string) =>
  nextOpening(department, new Date(now))?.toISOString() ?? null

describe('a department opens', () => {
  test.each([
    [
      'is open',
      open('UTC', everyDay('09:00', '18:00')),
      '2026-03-02T10:00:00Z',
      '2026-03-02T10:00:00.000Z',
    ],
    [
      'in the morning',
      open('Europe/Berlin', everyDay('09:00', '18:00')),
      '2026-01-05T01:00:00Z',
      '2026-01-05T08:00:00.000Z',
    ],
    [
      'the next morning',
      open('Europe/Berlin', everyDay('09:00', '18:00')),
      '2026-01-05T17:00:00Z',
      '2026-01-06T08:00:00.000Z',
    ],
    [
      '16.3.9 after clocks went forward',
      open('Europe/Berlin', everyDay('09:00', '18:00')),
      '2026-03-28T20:00:00Z',
      '2026-03-29T07:00:00.000Z',
    ],
    [
      '16.3.9 after clocks went back',
      open('Europe/Berlin', everyDay('09:00', '18:00')),
      '2026-10-24T20:00:00Z',
      '2026-10-25T08:00:00.000Z',
    ],
    [
      '16.3.9 in an hour that clocks leave out',
      open('Europe/Berlin', everyDay('02:30', '04:00')),
      '2026-03-28T20:00:00Z',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'not in an hour that clocks leave out, when all of its hours are in it',
      open('Europe/Berlin', [{ day: 'sun', from: '02:00', to: '03:00' }]),
      '2027-03-27T20:00:00Z',
      '2027-04-04T00:00:00.000Z',
    ],
    [
      'before clocks go back',
      open('Europe/Berlin', everyDay('02:30', '02:45')),
      '2026-10-24T20:00:00Z',
      '2026-10-25T00:30:00.000Z',
    ],
    [
      'once more after clocks went back',
      open('Europe/Berlin', everyDay('02:30', '02:45')),
      '2026-10-25T00:50:00Z',
      '2026-10-25T01:30:00.000Z',
    ],
    [
      'anew when clocks go back into its hours',
      open('Europe/Berlin', everyDay('01:00', '02:30')),
      '2027-10-31T00:40:00Z',
      '2027-10-31T01:00:00.000Z',
    ],
    [
      'over a midnight that clocks leave out',
      open('Africa/Cairo', everyDay('20:00', '02:00')),
      '2026-04-23T22:10:00Z',
      '2026-04-23T22:10:00.000Z',
    ],
    [
      'when a day begins whose midnight clocks leave out',
      open('Africa/Cairo', null, ['2026-04-23']),
      '2026-04-23T10:00:00Z',
      '2026-04-23T22:00:00.000Z',
    ],
    [
      'not in the night after a closed day began it',
      open('UTC', everyDay('20:00', '02:00'), ['2026-12-25']),
      '2026-12-26T01:00:00Z',
      '2026-12-26T20:00:00.000Z',
    ],
    [
      'not on a closed day, though the night began before it',
      open('UTC', everyDay('20:00', '02:00'), ['2026-12-25']),
      '2026-12-25T01:00:00Z',
      '2026-12-26T20:00:00.000Z',
    ],
    [
      'over midnight',
      open('America/New_York', everyDay('20:00', '02:00')),
      '2026-06-02T05:00:00Z',
      '2026-06-02T05:00:00.000Z',
    ],
    [
      'after a closed day',
      open('UTC', everyDay('09:00', '18:00'), ['2026-12-25']),
      '2026-12-25T10:00:00Z',
      '2026-12-26T09:00:00.000Z',
    ],
    [
      'after a closed day, being open round the clock',
      open('Asia/Tokyo', null, ['2026-12-25']),
      '2026-12-25T00:00:00Z',
      '2026-12-25T15:00:00.000Z',
    ],
    [
      'on its only day',
      open('UTC', [{ day: 'fri', from: '10:00', to: '11:00' }]),
      '2026-03-06T11:00:00Z',
      '2026-03-13T10:00:00.000Z',
    ],
    [
      'never',
      open(
        'UTC',
        [{ day: 'fri', from: '10:00', to: '11:00' }],
        Array.from({ length: 60 }, (_, week) =>
          new Date(Date.parse('2026-03-06') + week * 7 * 86_400_000).toISOString().slice(0, 10),
        ),
      ),
      '2026-03-06T00:00:00Z',
      null,
    ],
  ] as const)('%s', (_, department, now, expected) => {
    expect(next(department as never, now)).toBe(expected)
  })

  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'Pacific/Apia',
    'Africa/Cairo',
    'America/Santiago',
  ]
  const time = fc
    .integer({ min: 0, max: 24 * 12 - 1 })
    .map(
      (five) =>
        `${String(Math.floor(five / 12)).padStart(2, '0')}:${String((five % 12) * 5).padStart(2, '0')}`,
    )
  const hours = fc.array(fc.record({ day: fc.constantFrom(...weekdays), from: time, to: time }), {
    maxLength: 6,
  })

  test('at the first moment whose clock stands within its hours, in any zone and at any change of clocks', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        hours,
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        (zone, own, date) => {
          const now = new Date(Math.floor(date.getTime() / 60_000) * 60_000)
          const found = nextOpening(open(zone, own), now)
          if (own.length === 0) expect(found).toEqual(now)
          if (own.length === 0 || !found) return
          expect(found.getTime()).toBeGreaterThanOrEqual(now.getTime())
          // Open at it, and asked again at it, still open.
          expect(nextOpening(open(zone, own), found)).toEqual(found)
          expect(isShownOpen(own, found, zone)).toBe(true)
          expect(found.getTime() === now.getTime()).toBe(isShownOpen(own, now, zone))
          if (found > now) {
            const before = new Date(found.getTime() - 60_000)
            expect(nextOpening(open(zone, own), before)).toEqual(found)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

/** Whether a clock of the zone stands within the hours. */
function isShownOpen(
  hours: { day: string; from: string; to: string }[],
  at: Date,
  zone: string,
): boolean {
  const shown = localTime(at.getTime(), zone)
  const clock = shown.slice(11, 16)
  const weekday = weekdays[(new Date(`${shown.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7] ?? ''
  const yesterday = weekdays[(weekdays.indexOf(weekday) + 6) % 7]
  return hours.some(({ day, from, to }) =>
    from < to
      ? day === weekday && clock >= from && clock < to
      : (day === weekday && clock >= from) || (day === yesterday && clock < to),
  )
}

describe('a cap', () => {
  test.each([
    [
      'hour',
      'Asia/Kolkata',
      '2026-03-02T10:10:00Z',
      '2026-03-02T09:30:00.000Z',
      '2026-03-02T10:30:00.000Z',
    ],
    ['day', 'Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['week', 'UTC', '2026-03-01T12:00:00Z', '2026-02-23', '2026-03-02T00:00:00.000Z'],
    ['month', 'America/New_York', '2026-12-31T12:00:00Z', '2026-12-01', '2027-01-01T05:00:00.000Z'],
    ['total', 'UTC', '2026-12-31T12:00:00Z', '', undefined],
  ] as const)(
    'of a %s begins anew in the zone of its department',
    (period, zone, now, key, end) => {
      const found = periodOf(period, new Date(now), zone)
      expect([found.key, found.next?.toISOString()]).toEqual([key, end])
    },
  )
})

test.each([
  ['Africa/Cairo', '2026-04-24'],
  ['Africa/Cairo', '2026-10-30'],
  ['America/Santiago', '2026-09-06'],
  ['Asia/Beirut', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-10-04'],
])('a cap of %s begins anew later than now, around the change of clocks on %s', (zone, day) => {
  for (let minutes = -1_500; minutes < 1_500; minutes += 10) {
    const now = Date.parse(day) + minutes * 60_000
    for (const period of ['day', 'week', 'month'] as const) {
      const { start, next: end } = periodOf(period, new Date(now), zone)
      expect([Number(start) <= now, Number(end) > now]).toEqual([true, true])
    }
  }
})

describe('paced sends', () => {
  test('are no more than so many a day where clocks leave a midnight out', () => {
    const course = { at: new Date('2026-04-22T10:00:00Z'), onDay: 0, zone: 'Africa/Cairo' }
    const times = pacedTimes(9, { per_day: 3 }, course)
    const days = times.map((at) => localTime(at.getTime(), 'Africa/Cairo').slice(0, 10))
    expect(days).toEqual(['22', '23', '24'].flatMap((day) => Array(3).fill(`2026-04-${day}`)))
  })

  test('keep to their window while clocks change', () => {
    const pacing = {
      interval_min: 600,
      interval_max: 600,
      window_from: '01:30',
      window_to: '03:30',
    }
    for (const day of ['2027-03-27', '2026-10-24', '2027-10-30']) {
      const course = { at: new Date(`${day}T20:00:00Z`), onDay: 0, zone: 'Europe/Berlin' }
      for (const at of pacedTimes(20, pacing, course)) {
        const clock = localTime(at.getTime(), 'Europe/Berlin').slice(11, 16)
        expect(clock >= '01:30' && clock < '03:30').toBe(true)
      }
    }
  })

  const course = { at: new Date('2026-03-02T08:00:00Z'), onDay: 0, zone: 'UTC' }

  test('follow each other within the interval, no more than so many a day, in their window alone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 0, max: 600 }),
        fc.integer({ min: 1, max: 20 }),
        (interval_min, more, per_day) => {
          const pacing = {
            interval_min,
            interval_max: interval_min + more,
            per_day,
            window_from: '09:00',
            window_to: '17:00',
            weekdays: ['mon', 'wed'],
          }
          const times = pacedTimes(30, pacing, course)
          const days = new Map<string, number>()
          for (const [place, time] of times.entries()) {
            const text = time.toISOString()
            days.set(text.slice(0, 10), (days.get(text.slice(0, 10)) ?? 0) + 1)
            expect(text.slice(11, 16) >= '09:00' && text.slice(11, 16) < '17:00').toBe(true)
            expect([1, 3]).toContain(time.getUTCDay())
            const before = times[place - 1]
            if (before)
              expect(time.getTime() - before.getTime()).toBeGreaterThanOrEqual(interval_min * 1_000)
          }
          expect(Math.max(...days.values())).toBeLessThanOrEqual(per_day)
        },
      ),
      { numRuns: 50 },
    )
  })

  test('are no more an hour than was asked for, and no later than the longest interval', () => {
    const gapsOf = (pacing: Parameters<typeof pacedTimes>[1]) => {
      const times = pacedTimes(30, pacing, course).map((time) => time.getTime() / 1_000)
      return times.slice(1).map((time, place) => time - (times[place] ?? 0))
    }
    expect(new Set(gapsOf({ per_hour: 12 }))).toEqual(new Set([300]))
    expect(Math.min(...gapsOf({ per_hour: 12, interval_min: 1, interval_max: 600 }))).toBe(300)
    const gaps = gapsOf({ interval_min: 10, interval_max: 20 })
    expect(Math.max(...gaps)).toBeLessThanOrEqual(20)
    expect(new Set(gaps).size).toBeGreaterThan(5)
  })

  test('begin with the oldest lead, the newest, or in any order', () => {
    const ids = Array.from({ length: 40 }, (_, at) => at)
    expect(inOrder(ids, 'oldest')).toEqual(ids)
    expect(inOrder(ids, 'newest')).toEqual(ids.toReversed())
    const shuffled = inOrder(ids, 'shuffle')
    expect(shuffled).not.toEqual(ids)
    expect(shuffled.toSorted((one, other) => one - other)).toEqual(ids)
  })

  test('go on where the part before them ended', () => {
    const pacing = { interval_min: 60, interval_max: 60, per_day: 3 }
    const all = pacedTimes(8, pacing, course).map(String)
    const first = pacedTimes(4, pacing, course)
    const at = first[3] ?? new Date()
    const rest = pacedTimes(4, pacing, { at, onDay: 1, zone: 'UTC' })
    expect([...first, ...rest].map(String)).toEqual(all)
  })
})
