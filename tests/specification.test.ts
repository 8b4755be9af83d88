import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { routes } from './fixtures/routes.ts'
import { specification } from './specification.ts'
import { placeholder, type Later, type Proof } from './specification/line.ts'
import { patternOf, unproven } from './specification/unproven.ts'

/** Specification 9. */
const numbers = [
  '120 s',
  '30 s',
  '15 min',
  '100 ms',
  '60 s',
  '2.5 s',
  '500 ms',
  '3 s',
  '1 s',
  '99+',
  'over 3',
  '11 rows',
  '200k rows',
  '2 MB',
  '30 characters',
  'MMM DD, YYYY',
  'HH:mm:ss',
  'en',
  '64',
  '20',
]

/** Specification 8. */
const messages = [
  'The server is unavailable',
  'Token has expired. Login again.',
  'first message under the field',
  'File extension is not allowed please upload only csv/xlsx',
  'Internet connection is lost',
  'Setting successfully created',
  'not-found page',
  'preload-error',
]

/** Specification 7. */
const calls = [
  'POST /login',
  'DELETE /logout',
  'GET /profile',
  'GET /management/user/all',
  'GET /broker/all',
  'GET /broker/all/for/send',
  'GET /broker/department/all',
  'GET /settings/source/all',
  'GET /settings/tag/all',
  'GET /settings/country/all',
  'GET /settings/status/all',
  'GET /lead/last/statuses/all',
  'GET /lead/history/send/failure/statuses',
  'GET /settings/affiliate/company/all',
  'GET /management/role/all',
  'GET /localizations/{lng}',
]

it('proves each line by tests that ran and passed', () => {
  const line = { file: 'some.test.ts', titles: ['works'] }
  const lines = { section: { one: line, two: [line, { later: 'with a part to come' }], three: [] } }
  const passed = [{ file: 'some.test.ts', titles: ['works', 'all works'] }]
  expect(unproven(lines, passed)).toEqual(['three – nothing'])
  expect(unproven(lines, [{ file: 'other.test.ts', titles: ['works'] }])).toEqual([
    'one – some.test.ts: works',
    'two – some.test.ts: works',
    'three – nothing',
  ])
})

it('proves by no part of a title, and each row of a table by itself', () => {
  const titles = ['%s works', 'one works', 'two works', 'works']
  const lines = { section: { rows: { file: 'some.test.ts', titles } } }
  const passed = [{ file: 'some.test.ts', titles: ['one works', 'all one works'] }]
  expect(unproven(lines, passed)).toEqual([
    'rows – some.test.ts: two works',
    'rows – some.test.ts: works',
  ])
})

describe('the lines name', () => {
  it('tests that exist, by file and title', () => {
    const proofs = Object.values(specification).flatMap((lines) => Object.values(lines).flat())
    const missing = proofs.filter(isProof).flatMap(({ file, titles }) => {
      const path = join(import.meta.dirname, file)
      if (!existsSync(path)) return [file]
      const written = titlesIn(readFileSync(path, 'utf8'))
      const isThere = (title: string) => written.some((one) => one === title || isRow(title, one))
      return titles.filter((title) => !isThere(title)).map((title) => `${file}: ${title}`)
    })
    expect(missing).toEqual([])
  })

  it('every route with its permission', () => {
    const named = Object.keys(specification['2. Screens and routes: the route table'])
    expect(named).toEqual(routes.map(([path, needs]) => `${path} needs ${needs}`))
  })

  it.each([
    ['number', '9. Business constants and limits', numbers],
    ['message', '8. Error catalogue', messages],
    ['call', '7. Calls', calls],
  ] as const)('every %s of %s', (_what, section, named) => {
    const lines = Object.keys(specification[section])
    const isThere = (one: string) => lines.some((line) => wholeWords(one).test(line))
    expect(named.filter((one) => !isThere(one))).toEqual([])
  })
})

/** The texts in quotes, among which are the titles. */
const titlesIn = (code: string): string[] =>
  [...code.matchAll(/(['"`])((?:\\.|(?!\1).)*?)\1/g)].map(([, , text = '']) =>
    text.replaceAll(/\\(['"`])/g, '$1'),
  )

/** Whether a title is one row of a table; of one without words of its own any title would be. */
const isRow = (title: string, table: string): boolean =>
  placeholder.test(table) &&
  /\w{2}/.test(table.replaceAll(new RegExp(placeholder, 'g'), '')) &&
  patternOf(table).test(title)

/** These words, which are no part of longer ones. */
const wholeWords = (words: string) =>
  new RegExp(`(?<![\\w./])${words.replaceAll(/[.+{}]/g, '\\$&')}(?![\\w/])`)

const isProof = (one: Proof | Later): one is Proof => 'file' in one
