import { join } from 'node:path'
import { beforeAll, describe, expect, it, test } from 'vitest'

import { createMsg, readMessage, renderMessage } from '#schema'

import { gatherTexts, type Catalogue } from '../../../src/server/translations/catalogue.ts'
import { faultsOf, missingKeys } from '../../../src/server/translations/compare.ts'
import { readTexts } from '../../../src/server/translations/engineTexts.ts'
import { byFile } from '../../../src/server/translations/files.ts'
import { projectTexts, type Layer } from '../../../src/commands/project.ts'

describe('the console', () => {
  let catalogue: Catalogue
  let layers: readonly Layer[]
  beforeAll(async () => {
    const project = await projectTexts()
    catalogue = project
    layers = project.layers
  })

  it('has a key and an English text for all it says', () => {
    expect(catalogue.problems).toEqual([])
    expect(catalogue.texts).toMatchObject({
      'console.oops': 'OOPS!',
      'ra.boolean.true': 'Yes',
      'resources.leads.name': 'Leads',
      'resources.leads.fields.email': 'E-mail',
      'permissions.dashboard.view': 'See the dashboard',
      'messages.fill_in_this_field': 'Fill in this field',
      'messages.successfully_created': '%{thing} successfully created',
      'notifications.job_failed.title': 'Job failed',
    })
  })

  test.each([
    'Leads',
    'Statuses',
    'Tags',
    'Sources',
    'Countries',
    'Languages',
    'Affiliate companies',
    'Roles',
    'Permissions',
  ])('has the word of the specification for %s', (word) => {
    const name = word.toLowerCase().replace(' ', '_')
    expect(catalogue.texts[`resources.${name}.name`]).toBe(word)
  })

  test.each([
    ['lead status settings', 'resources.status_maps.name', 'Lead status settings'],
    ['import then send', 'console.import_send.label', 'Import then send'],
    ['randomize data', 'resources.leads.actions.randomize.label', 'Randomize data'],
    ['broker department FTD statistics', 'console.statistics.title', 'FTD statistics'],
  ])('specification 1: has the words of the screens for %s', (_what, key, words) => {
    expect(catalogue.texts[key]).toBe(words)
  })

  it('ships Arabic beside English, the texts of the engine by themselves', () => {
    expect(layers.map((layer) => layer.languages)).toEqual([['ar'], ['ar']])
  })

  it('is complete in Arabic: no key less, none more, no form of another', () => {
    for (const { folder, texts: english } of layers) {
      const texts = readTexts(join(folder, 'ar'))
      expect(missingKeys(texts, english)).toEqual([])
      expect(faultsOf('ar', texts, english)).toEqual([])
      // English marks point the wrong way from right to left; these are turned with the line.
      expect(Object.entries(texts).filter(([, text]) => /[“”]/.test(text))).toEqual([])
      for (const [name, part] of byFile(texts)) {
        expect(Object.keys(part).length, name).toBeLessThanOrEqual(248)
      }
    }
  })

  it('has the English of a declaration there alone', () => {
    const written = { 'notifications.job_failed.title': 'Job failed' }
    expect(gatherTexts({ resources: [], written }).problems).toEqual([
      'notifications.job_failed.title stands in a declaration: take it out of the English texts',
    ])
  })
})

describe('a language', () => {
  const english = {
    a: 'One',
    b: 'Delete %{what}?',
    c: '%{count} row |||| %{count} rows',
    d: '%{count} left',
  }
  const complete = {
    a: 'Eins',
    b: '%{what} löschen?',
    c: '%{count} Zeile |||| %{count} Zeilen',
    d: '%{count} übrig',
  }

  test.each<[string, Record<string, string>, string]>([
    ['has one too many', { ...complete, z: 'Zu viel' }, 'de has z, which has no English text'],
    [
      'loses a placeholder',
      { ...complete, b: 'Löschen?' },
      'de: b has the placeholders  instead of what',
    ],
    [
      'has a form too few',
      { ...complete, c: '%{count} Zeilen' },
      'de: c has 1 forms; the language has 2',
    ],
    ['says nothing', { ...complete, a: ' ' }, 'de: a is empty'],
  ])('that %s is found out', (_what, texts, fault) => {
    expect(faultsOf('de', texts, english)).toEqual([fault])
  })

  it('that lacks a text is told of it, and reads English there', () => {
    expect(missingKeys({ b: complete.b, c: complete.c, d: complete.d }, english)).toEqual(['a'])
  })

  it('may have forms where English needs none', () => {
    expect(
      faultsOf('de', { ...complete, d: '%{count} übrig |||| %{count} übrige' }, english),
    ).toEqual([])
    expect(faultsOf('de', complete, english)).toEqual([])
  })
})

it('a message is written by its key, with what stands for its placeholders', () => {
  const msg = createMsg({ 'messages.two_of': '%{a} of %{b}' })
  expect(readMessage(msg('two_of', { a: 1, b: '%{a}' }))).toEqual({
    message: 'messages.two_of',
    args: { a: '1', b: '%{a}', _: '%{a} of %{b}' },
  })
  expect(renderMessage(msg('two_of', { a: 1, b: '%{a}' }))).toBe('1 of %{a}')
  expect(renderMessage(msg('fill_in_this_field'))).toBe('Fill in this field')
})
