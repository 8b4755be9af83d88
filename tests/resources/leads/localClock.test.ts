import { expect, it } from 'vitest'

import { localClock } from '../../../resources/leads/lead/localClock.ts'

const noon = Date.parse('2026-01-15T12:00:00Z')
const clock = (zone: string | null, country?: string) => localClock({ zone, country }, noon, 'en')

it.each([
  ['the time zone of the lead', 'Asia/Tokyo', 'DE', '21:00'],
  ['its country, where no zone is known', null, 'JP', '21:00'],
  ['its country, where the zone is no zone', 'Mars/Base', 'JP', '21:00'],
  ['a country of several zones whose clocks agree', null, 'DE', '13:00'],
])('the clock of a lead goes by %s', (_by, zone, country, time) => {
  expect(clock(zone, country)?.time).toBe(time)
})

it.each([
  ['a country whose clocks do not agree', null, 'US'],
  ['an unknown country', null, 'ZZ'],
  ['no country', null, undefined],
])('there is none for %s', (_what, zone, country) => {
  expect(clock(zone, country)).toBeUndefined()
})
