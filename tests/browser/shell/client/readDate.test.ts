import { afterEach, describe, expect, it, test } from 'vitest'

import { setDisplayLocale } from '../../../../src/browser/client/i18n/formats.ts'
import { dayText, localText } from '../../../../src/browser/ui/fields/dates/dates.tsx'
import { readDay, readMoment, readTime } from '../../../../src/browser/ui/fields/dates/readDate.ts'

afterEach(() => setDisplayLocale({ locale: 'en', zone: undefined }))

const languages = (
  'en en-GB ar ar-EG ar-u-nu-arab de fr es it pt nl sv da fi nb pl cs sk hu ro bg uk ru el tr he fa ur hi bn th vi ' +
  'id ms zh zh-Hant ja ko lt lv et hr sr sl ca eu cy ga ka hy az kk ta te sw is mk sq'
).split(' ')

describe('what dates are shown as', () => {
  it.each(languages)('is understood when it is typed: %s', (locale) => {
    setDisplayLocale({ locale, zone: 'UTC' })
    for (let month = 1; month <= 12; month++) {
      for (const date of ['01', '07', '28']) {
        const day = `2026-${String(month).padStart(2, '0')}-${date}`
        expect(readDay(dayText(day)), dayText(day)).toBe(day)
        const moment = `${day}T21:05:09`
        expect(readMoment(localText(moment)), localText(moment)).toBe(moment)
        const inWords = new Intl.DateTimeFormat(
          `${locale}${locale.includes('-u-') ? '' : '-u-ca-gregory'}`,
          {
            dateStyle: 'long',
            timeZone: 'UTC',
          },
        ).format(Date.parse(day))
        expect(readDay(inWords), inWords).toBe(day)
      }
    }
  })
})

describe('a day', () => {
  test.each([
    ['nov 26 2026', '2026-11-26'],
    ['Nov 26, 2026', '2026-11-26'],
    ['26 november 2026', '2026-11-26'],
    ['sept 5 2026', '2026-09-05'],
    [' 2026-11-26 ', '2026-11-26'],
    ['2026/1/5', '2026-01-05'],
    ['20261126', '2026-11-26'],
    ['11/26/2026', '2026-11-26'],
    ['26.11.2026', '2026-11-26'],
    ['5/5/2026', '2026-05-05'],
    ['٢٠٢٦-١١-٢٦', '2026-11-26'],
    ['feb 29 2028', '2028-02-29'],
  ])('is read from %j', (text, day) => {
    expect(readDay(text)).toBe(day)
  })

  test.each([
    '',
    'nov',
    'nov 26',
    'nov 26 20',
    'nov dec 26 2026',
    'ju 5 2026',
    'feb 29 2026',
    'nov 31 2026',
    'monday 26 nov 2026 or so',
    '5/6/2026',
    '26/11/26',
    '1 2 3 2026',
    '2026-13-01',
    '1850-01-01',
    'nov 26 12026',
  ])('is not guessed from %j', (text) => {
    expect(readDay(text)).toBeUndefined()
  })

  it('is in figures what the language means by them', () => {
    setDisplayLocale({ locale: 'de', zone: 'UTC' })
    expect(readDay('5.6.2026')).toBe('2026-06-05')
    setDisplayLocale({ locale: 'ar', zone: 'UTC' })
    expect(readDay('5/6/2026')).toBe('2026-06-05')
    expect(readDay('nov 26 2026')).toBe('2026-11-26')
  })
})

describe('a moment', () => {
  test.each([
    ['nov 26 2026 14:30', '2026-11-26T14:30:00'],
    ['Nov 26, 2026 14:30:05', '2026-11-26T14:30:05'],
    ['nov 26 2026 2:30 pm', '2026-11-26T14:30:00'],
    ['12:05 AM 26 nov 2026', '2026-11-26T00:05:00'],
    ['2026-11-26 14:30', '2026-11-26T14:30:00'],
    ['2026-11-26T14:30:05', '2026-11-26T14:30:05'],
    ['2026-11-26', '2026-11-26T00:00:00'],
  ])('is read from %j', (text, moment) => {
    expect(readMoment(text)).toBe(moment)
  })

  it('that names its zone is turned to that of the reader', () => {
    setDisplayLocale({ locale: 'en', zone: 'Asia/Tokyo' })
    expect(readMoment('2026-11-26T14:30:05.123Z')).toBe('2026-11-26T23:30:05')
    expect(readMoment('2026-11-26T14:30:05+02:00')).toBe('2026-11-26T21:30:05')
  })

  test.each(['', '14:30', 'nov 26 2026 25:00', 'nov 26 2026 14:3', 'nov 26 2026 13:00 pm'])(
    'is not guessed from %j',
    (text) => {
      expect(readMoment(text)).toBeUndefined()
    },
  )
})

describe('a time', () => {
  test.each([
    ['9:30', '09:30'],
    ['09:30', '09:30'],
    ['9.30', '09:30'],
    ['0930', '09:30'],
    ['930', '09:30'],
    ['0730AM', '07:30'],
    ['730 pm', '19:30'],
    ['9', '09:00'],
    ['9 pm', '21:00'],
    ['9:30 p.m.', '21:30'],
    ['12am', '00:00'],
    ['٠٩:٣٠', '09:30'],
  ])('is read from %j', (text, time) => {
    expect(readTime(text)).toBe(time)
  })

  test.each(['', '9:3', '24:00', '12:60', '9:30:15', 'nine'])('is not guessed from %j', (text) => {
    expect(readTime(text)).toBeUndefined()
  })
})
