import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'

import { periodNames, zoneNamed } from '#schema'

import { daysOf } from '../../src/kinds/date/period.ts'
import { dayOn, localTime, momentsOf, timeShown } from '../../src/kinds/date/zone.ts'

test.each([
  ['shown once', '2026-03-28T02:30:00', 'Europe/Berlin', '2026-03-28T01:30:00.000Z'],
  ['left out', '2027-03-28T02:30:00', 'Europe/Berlin', '2027-03-28T01:00:00.000Z'],
  ['shown twice', '2027-10-31T02:30:00', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
  ['a midnight left out', '2026-04-24T00:00:00', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  [
    'half an hour left out',
    '2026-10-04T02:15:00',
    'Australia/Lord_Howe',
    '2026-10-03T15:30:00.000Z',
  ],
])('a time that is %s by clocks is one moment', (_, local, zone, moment) => {
  expect(new Date(timeShown(local, zone)).toISOString()).toBe(moment)
})

describe('on Saturday, January 31st 2026', () => {
  test.each([
    ['today', '2026-01-31', '2026-01-31'],
    ['yesterday', '2026-01-30', '2026-01-30'],
    ['tomorrow', '2026-02-01', '2026-02-01'],
    ['last_7_days', '2026-01-25', '2026-01-31'],
    ['last_30_days', '2026-01-02', '2026-01-31'],
    ['last_90_days', '2025-11-03', '2026-01-31'],
    ['next_7_days', '2026-02-01', '2026-02-07'],
    ['next_30_days', '2026-02-01', '2026-03-02'],
    ['this_week', '2026-01-26', '2026-02-01'],
    ['last_week', '2026-01-19', '2026-01-25'],
    ['next_week', '2026-02-02', '2026-02-08'],
    ['this_month', '2026-01-01', '2026-01-31'],
    ['last_month', '2025-12-01', '2025-12-31'],
    ['next_month', '2026-02-01', '2026-02-28'],
    ['this_year', '2026-01-01', '2026-12-31'],
    ['last_year', '2025-01-01', '2025-12-31'],
  ])('%s is %s to %s', (name, from, to) => {
    expect(daysOf(name, '2026-01-31')).toEqual({ from, to })
  })

  test.each(['', 'now', 'TODAY', 'toString', '__proto__', 'last_8_days', '2026-01-31'])(
    '%j names no days',
    (name) => {
      expect(daysOf(name, '2026-01-31')).toBeUndefined()
    },
  )
})

test('this week begins on this Monday, also on a Monday and on a Sunday', () => {
  expect(daysOf('this_week', '2026-02-02')).toEqual({ from: '2026-02-02', to: '2026-02-08' })
  expect(daysOf('this_week', '2026-02-08')).toEqual({ from: '2026-02-02', to: '2026-02-08' })
})

test('every period is known for every day', () => {
  const days = fc.date({
    min: new Date('1990-01-01'),
    max: new Date('2090-01-01'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(days, fc.constantFrom(...periodNames), (date, name) => {
      const { from, to } = daysOf(name, date.toISOString().slice(0, 10))!
      expect(from <= to).toBe(true)
    }),
  )
})

describe('a day', () => {
  test('is the one that clocks of the zone show', () => {
    const at = new Date('2026-01-31T23:30:00Z')
    expect(dayOn({ at, zone: 'UTC' })).toBe('2026-01-31')
    expect(dayOn({ at, zone: 'Europe/Berlin' })).toBe('2026-02-01')
    expect(dayOn({ at, zone: 'America/New_York' })).toBe('2026-01-31')
    expect(dayOn({ at, zone: 'Nowhere/At_all' })).toBe('2026-01-31')
  })

  test.each([
    ['UTC', '2026-01-31', '2026-01-31T00:00:00Z', '2026-01-31T23:59:59.999999Z'],
    ['Europe/Berlin', '2026-01-31', '2026-01-30T23:00:00Z', '2026-01-31T22:59:59.999999Z'],
    // 23 hours, and 25.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59.999999Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59.999999Z'],
    ['Asia/Kolkata', '2026-01-31', '2026-01-30T18:30:00Z', '2026-01-31T18:29:59.999999Z'],
    ['Pacific/Kiritimati', '2026-01-31', '2026-01-30T10:00:00Z', '2026-01-31T09:59:59.999999Z'],
    // Clocks jump from 24:00 to 1:00.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z', '2018-11-05T01:59:59.999999Z'],
    // Clocks show midnight twice.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59.999999Z'],
  ])('in %s, %s is %s to %s', (zone, day, from, to) => {
    expect(momentsOf({ from: day, to: day }, zone)).toEqual({ from, to })
  })

  test('ends where the next begins, in any zone', () => {
    // Beside the date line, zones once left out a whole day.
    const names = Intl.supportedValuesOf('timeZone').filter((one) => !one.startsWith('Pacific/'))
    const zones = fc.constantFrom(...names)
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 36_500 }), (zone, count) => {
        const day = new Date(Date.UTC(1970, 0, 1 + count)).toISOString().slice(0, 10)
        const next = new Date(Date.UTC(1970, 0, 2 + count)).toISOString().slice(0, 10)
        const one = momentsOf({ from: day, to: day }, zone)
        const other = momentsOf({ from: next, to: next }, zone)
        expect(Date.parse(other.from) - Date.parse(one.to)).toBeLessThanOrEqual(1)
        expect(one.from < one.to).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('L1: the name of a time zone', () => {
  test.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['aMeRiCa/nEw_yOrK', 'America/New_York'],
    ['utc', 'UTC'],
    ['US/Eastern', 'US/Eastern'],
    ['+02:00', undefined],
    ['-05', undefined],
    ['Mars/Base', undefined],
    ['', undefined],
  ])('%j is %j', (text, name) => expect(zoneNamed(text)).toBe(name))

  test('takes little memory however many spellings were asked for', () => {
    const spelled = (n: number) =>
      [...'america/new_york'].map(
        (letter, place) => ((n >> place) & 1 && letter.toUpperCase()) || letter,
      )
    const zones = Array.from({ length: 300 }, (_, n) => spelled(n).join(''))
    for (const zone of zones) localTime(0, zone)
    const Format = Intl.DateTimeFormat
    const made = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (...given) {
      return new Format(...given)
    })
    for (const zone of zones.toReversed()) localTime(0, zone)
    const count = made.mock.calls.length
    made.mockRestore()
    expect(zones.length - count).toBeLessThanOrEqual(64)
  })
})
