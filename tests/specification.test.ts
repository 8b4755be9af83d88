import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { routes } from './fixtures/routes.ts'
import { specification } from './specification.ts'
import type { Later, Proof } from './specification/line.ts'
import { unproven } from './specification/unproven.ts'

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
  const passed = [{ file: 'some.test.ts', titles: ['a row: works', 'all a row: works'] }]
  expect(unproven(lines, passed)).toEqual(['three – nothing'])
  expect(unproven(lines, [{ file: 'other.test.ts', titles: ['works'] }])).toEqual([
    'one – some.test.ts: works',
    'two – some.test.ts: works',
    'three – nothing',
  ])
})

describe('the lines name', () => {
  it('tests that exist, by file and title', () => {
    const proofs = Object.values(specification).flatMap((lines) => Object.values(lines).flat())
    const missing = proofs.filter(isProof).flatMap(({ file, titles }) => {
      const path = join(import.meta.dirname, file)
      if (!existsSync(path)) return [file]
      const text = readFileSync(path, 'utf8').replaceAll("\\'", "'")
      return titles.filter((title) => !text.includes(title)).map((title) => `${file}: ${title}`)
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

/** These words, which are no part of longer ones. */
const wholeWords = (words: string) =>
  new RegExp(`(?<![\\w./])${words.replaceAll(/[.+{}]/g, '\\$&')}(?![\\w/])`)

const isProof = (one: Proof | Later): one is Proof => 'file' in one
