import { afterEach, describe, expect, it, test } from 'vitest'

import { msg } from '../../../../src/texts/msg.ts'
import { countryName, countryNames } from '../../../../src/browser/ui/fields/countries.ts'
import {
  dayText,
  momentText,
  momentWithZone,
} from '../../../../src/browser/ui/fields/dates/dates.tsx'
import { agoText } from '../../../../src/browser/ui/fields/dates/ago.ts'
import { timestampControls } from '../../../../src/kinds/timestamp/timestamp.controls.browser.tsx'
import {
  amountText,
  numberText,
  percentText,
  setDisplayLocale,
  roundedText,
} from '../../../../src/browser/client/i18n/formats.ts'
import { createI18nProvider } from '../../../../src/browser/client/i18n/i18nProvider.ts'

afterEach(() => setDisplayLocale({ locale: 'en', zone: undefined }))

const moment = '2026-01-31T23:30:05.123Z'

describe('in English', () => {
  test.each([
    ['UTC', 'Jan 31, 2026 23:30:05'],
    ['Asia/Tokyo', 'Feb 01, 2026 08:30:05'],
    ['America/New_York', 'Jan 31, 2026 18:30:05'],
  ])('a moment is MMM DD, YYYY HH:mm:ss in %s (specification 9)', (zone, text) => {
    setDisplayLocale({ locale: 'en', zone })
    expect(momentText(moment)).toBe(text)
    expect(momentWithZone(moment)).toBe(`${text} (${zone})`)
  })

  it('a day is MMM DD, YYYY in every zone', () => {
    for (const zone of ['Pacific/Auckland', 'America/Los_Angeles']) {
      setDisplayLocale({ locale: 'en-GB', zone })
      expect(dayText('2026-01-05')).toBe('Jan 05, 2026')
    }
  })

  it('midnight is 00, not 24', () => {
    setDisplayLocale({ locale: 'en', zone: 'UTC' })
    expect(momentText('2026-01-31T00:00:00Z')).toBe('Jan 31, 2026 00:00:00')
  })

  it('a zone that does not exist is that of the browser', () => {
    setDisplayLocale({ locale: 'en', zone: 'Nowhere/Land' })
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    expect(momentWithZone(moment)).toContain(`(${timeZone})`)
  })
})

describe('how far away a moment is', () => {
  test.each([
    ['2026-11-27T22:06:00Z', 'UTC', 'now'],
    ['2026-11-27T20:06:30Z', 'UTC', '1 hour ago'],
    ['2026-11-28T20:00:00Z', 'UTC', 'in 21 hours'],
    ['2026-11-28T23:00:00Z', 'UTC', 'tomorrow'],
    ['2026-11-29T20:38:43Z', 'UTC', 'in 2 days'],
    ['2026-11-29T20:38:43Z', 'America/Los_Angeles', 'in 2 days'],
    ['2026-11-29T07:00:00Z', 'America/Los_Angeles', 'tomorrow'],
    ['2026-11-26T21:00:00Z', 'UTC', 'yesterday'],
    ['2026-11-25T23:00:00Z', 'UTC', '2 days ago'],
    ['2026-10-01T00:00:00Z', 'UTC', '1 month ago'],
    ['2025-06-01T00:00:00Z', 'UTC', '1 year ago'],
  ])('%s in %s is %s', (at, zone, text) => {
    setDisplayLocale({ locale: 'en', zone })
    expect(agoText(at, Date.parse('2026-11-27T22:06:18Z'))).toBe(text)
  })
})

describe('in another language', () => {
  it('dates are written as the language writes them', () => {
    setDisplayLocale({ locale: 'ar', zone: 'UTC' })
    expect(dayText('2026-01-05')).toBe('5 يناير 2026')
    expect(momentText(moment)).toMatch(/^31 يناير 2026، 23:30:05$/)
    setDisplayLocale({ locale: 'de', zone: 'Europe/Berlin' })
    expect(momentText(moment)).toBe('1. Feb. 2026, 00:30:05')
  })

  it('numbers, amounts and countries too, in the digits of files unless the tag asks for others', () => {
    setDisplayLocale({ locale: 'de', zone: undefined })
    expect(numberText(1234.5)).toBe('1.234,5')
    expect(amountText(1250, 'EUR')).toBe('1.250,00\u00a0€')
    expect(roundedText(1_234_567)).toBe('1.235.000')
    expect(percentText(42)).toBe('42\u00a0%')
    expect(countryName('DE')).toBe('Deutschland')
    expect(Object.values(countryNames()).slice(0, 2)).toEqual(['Afghanistan', 'Ägypten'])
    setDisplayLocale({ locale: 'ar-EG', zone: undefined })
    expect(numberText(1234)).toBe('1,234')
    setDisplayLocale({ locale: 'ar-u-nu-arab', zone: undefined })
    expect(numberText(1234)).toBe('١٬٢٣٤')
  })

  it('what is no language reads like English', () => {
    setDisplayLocale({ locale: 'not a language', zone: 'UTC' })
    expect(numberText(1234)).toBe('1,234')
    expect(momentText(moment)).toContain('2026')
  })
})

describe('the picker of a moment', () => {
  test.each([
    ['Asia/Tokyo', '2026-02-01T08:30:05'],
    ['America/New_York', '2026-01-31T18:30:05'],
  ])('shows and reads the clock of %s', (zone, local) => {
    setDisplayLocale({ locale: 'en', zone })
    const field = { kind: 'timestamp', options: {} } as const
    expect(timestampControls.write?.(moment, field)).toBe(local)
    expect(timestampControls.read?.(local, field)).toBe('2026-01-31T23:30:05.000Z')
  })
})

describe('a number in a text', () => {
  it('is written as the language writes it and chooses the form', () => {
    const { translate } = createI18nProvider('de', { n: '%{count} Zeile |||| %{count} Zeilen' })
    expect(translate('n', { count: 1 })).toBe('1 Zeile')
    expect(translate('n', { count: 1234 })).toBe('1.234 Zeilen')
    expect(translate('n', { count: 'etwa 2 Mio.' })).toBe('etwa 2 Mio. Zeilen')
  })

  it('Arabic has six forms', () => {
    const { translate } = createI18nProvider('ar', {
      n: 'صفر |||| واحد |||| اثنان |||| قليل |||| كثير |||| غير',
    })
    const forms = [0, 1, 2, 3, 11, 100].map((count) => translate('n', { count }))
    expect(forms).toEqual(['صفر', 'واحد', 'اثنان', 'قليل', 'كثير', 'غير'])
  })

  it('a value keeps its own direction in a sentence that runs the other way', () => {
    const { translate } = createI18nProvider('ar', { d: 'حذف %{what}؟' })
    expect(translate('d', { what: 'Ada (Ltd.)' })).toBe('حذف \u2068Ada (Ltd.)\u2069؟')
    expect(translate('d', { what: 'سارة' })).toBe('حذف سارة؟')
    const english = createI18nProvider('en', {})
    const inEnglish = (what: string) => english.translate('d', { _: 'Delete %{what}?', what })
    expect(inEnglish('Ada')).toBe('Delete Ada?')
    expect(inEnglish('(سارة)')).toBe('Delete \u2068(سارة)\u2069?')
  })
})

it('a message is said in the language, by its key', () => {
  const { translate } = createI18nProvider('ar', {
    'messages.use_at_most_characters': 'الحد الأقصى %{max}',
  })
  const say = (message: string) => translate(message, { _: message })
  expect(say(msg('use_at_most_characters', { max: 40 }))).toBe('الحد الأقصى 40')
  expect(say(msg('fill_in_this_field'))).toBe('Fill in this field')
  expect(say('Something else')).toBe('Something else')
})
