import { describe, expect, it } from 'vitest'

import { defineResource, field } from '#schema'

import { createNames } from '../../../../src/browser/client/i18n/texts.ts'
import arabic from '../../../../src/texts/ar/console.a-e.json'
import { createI18nProvider, messagesOf } from '../../../../src/browser/client/i18n/i18nProvider.ts'

const { translate } = createI18nProvider('en', { 'resources.tags.name': 'Label |||| Labels' })

it('a number stands behind the names of resources where it would change their form', () => {
  const leads = defineResource('leads', {
    permission: 'lead',
    fields: { name: field.text() },
    title: 'name',
    list: ['name'],
    form: ['name'],
  })
  const countedIn = (locale: string, texts: Readonly<Record<string, string>>) =>
    createNames(createI18nProvider(locale, texts).translate, leads).counted(5)
  expect(countedIn('en', {})).toBe('5 leads')
  const name = { 'resources.leads.name': 'العملاء المحتملون' }
  expect(countedIn('ar', { ...arabic, ...name })).toBe('العملاء المحتملون (5)')
})

describe('a text', () => {
  it('comes from the server, from the built-in dictionary, or from where it is said', () => {
    expect(translate('resources.tags.name', { smart_count: 2, _: 'Tags' })).toBe('Labels')
    expect(translate('ra.boolean.true')).toBe('Yes')
    expect(translate('console.new', { _: 'New %{one}', one: 'tag' })).toBe('New tag')
    expect(translate('nobody.knows')).toBe('nobody.knows')
  })

  it('keeps a placeholder that nobody fills, and fills none with what objects inherit', () => {
    expect(translate('x', { _: '%{a} %{toString}' })).toBe('%{a} %{toString}')
  })

  it.each([
    ['en', 1, 'a'],
    ['en', 0, 'b'],
    ['ru', 1, 'a'],
    ['ru', 3, 'b'],
    ['ru', 5, 'c'],
    ['ja', 5, 'a'],
  ])('has the plural of its language: %s %i', (locale, count, form) => {
    const { translate } = createI18nProvider(locale, { n: 'a |||| b |||| c' })
    expect(translate('n', { smart_count: count })).toBe(form)
  })

  it('survives a language that no browser knows', () => {
    const { translate } = createI18nProvider('not a language', {})
    expect(translate('x', { _: 'one |||| many', smart_count: 2 })).toBe('many')
  })
})

it('reads texts in groups and with whole keys, with and without an envelope', () => {
  const flat = { 'console.new': 'Neu', 'ra.boolean.true': 'Ja' }
  const grouped = { console: { new: 'Neu' }, ra: { boolean: { true: 'Ja' } } }
  for (const answer of [flat, grouped, { data: flat }, { data: grouped }]) {
    expect(messagesOf(answer)).toEqual(flat)
  }
  expect(messagesOf(null)).toEqual({})
  expect(messagesOf({ list: [1], n: 2 })).toEqual({})
})
