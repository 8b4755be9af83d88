import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'

import { kindOf, schemaOf, type Field, type Resource } from '#schema'

import countries from '../../../resources/seed/countries.json' with { type: 'json' }
import languages from '../../../resources/seed/languages.json' with { type: 'json' }
import { statuses } from '../../../resources/seed/statuses.ts'
import { country } from '../../../resources/settings/country.ts'
import { language } from '../../../resources/settings/language.ts'
import { status } from '../../../resources/settings/status.ts'
import { countryCodes } from '../../../src/kinds/country/country.ts'

const unique = (values: readonly unknown[]) => new Set(values).size

test('every country of ISO 3166-1 is there, once', () => {
  expect(countries).toHaveLength(249)
  expect(new Set(countries.map((one) => one.iso_3166_2))).toEqual(countryCodes)
  expect(unique(countries.map((one) => one.iso_3166_3))).toBe(249)
  expect(unique(countries.map(({ name }) => name))).toBe(249)
})

test('the flag of a country is made of the letters of its code', () => {
  for (const { iso_3166_2, flag } of countries) {
    const letters = [...flag].map((one) =>
      String.fromCodePoint((one.codePointAt(0) ?? 0) - 0x1f1a5),
    )
    expect(letters.join('')).toBe(iso_3166_2)
  }
})

test('the calling code of a country is the one that phone numbers there have', () => {
  for (const { iso_3166_2: code, calling_code } of countries) {
    expect(calling_code).toMatch(/^\d{1,3}$/)
    if (isSupportedCountry(code)) expect(calling_code).toBe(getCountryCallingCode(code))
  }
})

test('the currency of a country is one that exists', () => {
  const known = new Set([...Intl.supportedValuesOf('currency'), 'XCG', 'ZWG'])
  for (const { iso_3166_2, currency, currency_code, currency_symbol } of countries) {
    if (iso_3166_2 === 'AQ')
      expect([currency, currency_code, currency_symbol]).toEqual([null, null, null])
    else
      expect([known.has(currency_code ?? ''), !currency, !currency_symbol]).toEqual([
        true,
        false,
        false,
      ])
  }
})

test('the region of a country holds its sub-region', () => {
  const subRegions: Record<string, string> = {
    '002': '015 014 017 018 011',
    '009': '053 054 057 061',
    '019': '029 013 005 021',
    '142': '143 030 035 034 145',
    '150': '151 154 039 155',
  }
  for (const { iso_3166_2, region_code, sub_region_code } of countries) {
    if (iso_3166_2 === 'AQ') expect([region_code, sub_region_code]).toEqual([null, null])
    else expect(subRegions[region_code ?? '']?.split(' ')).toContain(sub_region_code)
  }
})

test('the European Economic Area has thirty countries', () => {
  const area = countries.filter(({ eea }) => eea).map((one) => one.iso_3166_2)
  expect(area).toHaveLength(30)
  expect(area).toEqual(expect.arrayContaining(['DE', 'NO', 'IS', 'LI', 'HR']))
  expect(area).not.toEqual(expect.arrayContaining(['GB']))
  expect(area).not.toEqual(expect.arrayContaining(['CH']))
})

test.each([
  ['DE', 'Germany', 'DEU', 'Berlin', 'EUR', '49', '155'],
  ['US', 'United States', 'USA', 'Washington, D.C.', 'USD', '1', '021'],
  ['ZA', 'South Africa', 'ZAF', 'Pretoria', 'ZAR', '27', '018'],
  ['JP', 'Japan', 'JPN', 'Tokyo', 'JPY', '81', '030'],
  ['BR', 'Brazil', 'BRA', 'Brasília', 'BRL', '55', '005'],
  ['CI', 'Côte d’Ivoire', 'CIV', 'Yamoussoukro', 'XOF', '225', '011'],
])('%s is %s', (code, name, code3, capital, currency, calling, subRegion) => {
  const found = countries.find((one) => one.iso_3166_2 === code)
  expect(found).toMatchObject({
    name,
    capital,
    iso_3166_3: code3,
    currency_code: currency,
    calling_code: calling,
    sub_region_code: subRegion,
  })
})

test('every language of ISO 639-1 is there, once, in its own words too', () => {
  expect(languages).toHaveLength(183)
  expect(unique(languages.map(({ code }) => code))).toBe(183)
  expect(unique(languages.map(({ name }) => name))).toBe(183)
  const names = Object.fromEntries(languages.map(({ code, native_name }) => [code, native_name]))
  expect(names).toMatchObject({ de: 'Deutsch', fr: 'Français', uk: 'Українська', ja: '日本語' })
})

/** What the seed writes past the gate, the gate would take as well. */
test.each<[Resource, readonly Record<string, unknown>[]]>([
  [country, countries],
  [language, languages],
  [status, statuses],
])('every row of %o is one that a form could make', (resource, rows) => {
  for (const row of rows) {
    for (const [name, field] of Object.entries<Field>(resource.fields)) {
      if (!(name in row) || field.options.computed) continue
      const result = schemaOf(field).safeParse(row[name])
      expect([name, result.data], JSON.stringify(row)).toEqual([name, row[name]])
      if (row[name] !== null) expect(kindOf(field).writeOnly).toBeUndefined()
    }
  }
})

test('the text of every status stands out from its background by 4.5 to 1', () => {
  expect(statuses).toHaveLength(13)
  for (const { name, text_color, bg_color } of statuses) {
    expect([name, contrast(text_color, bg_color) >= 4.5]).toEqual([name, true])
  }
})

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** WCAG 2, relative luminance. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
