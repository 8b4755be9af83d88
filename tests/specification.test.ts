import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'

import { laterRoutes, routes } from './fixtures/routes.ts'
import { specification } from './specification.ts'
import type { Later, Lines, Proof } from './specification/line.ts'

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

describe.each(Object.entries(specification))('%s', (_section, lines) => {
  it('is proven line by line', () => {
    expect(Object.entries(lines).flatMap(unproven)).toEqual([])
  })
})

describe('the lines name', () => {
  it('every route with its permission, and whether its screen is there', () => {
    const lines: Lines = specification['2. Screens and routes: the route table']
    const named = Object.entries(lines).map(([line, said]) => [line, [said].flat().some(isLater)])
    const table = routes.map(([path, needs]) => [`${path} needs ${needs}`, laterRoutes.has(path)])
    expect(named).toEqual(table)
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

test('B3 10: what is skipped or not run proves nothing', () => {
  const one = "it('works', () => {})"
  expect([...testNames(one)]).toEqual(['works'])
  expect([...testNames(`describe.skip('all', () => { ${one} })`)]).toEqual([])
  expect([...testNames(one.replace('it(', 'it.todo('))]).toEqual([])
  expect([...namesIn('specification/line.ts')]).toEqual([])
})

/** These words, which are no part of longer ones. */
const wholeWords = (words: string) =>
  new RegExp(`(?<![\\w./])${words.replaceAll(/[.+{}]/g, '\\$&')}(?![\\w/])`)

const isLater = (one: Proof | Later): one is Later => 'later' in one
const isProof = (one: Proof | Later): one is Proof => 'file' in one

/** What of a line nobody proves: tests that are not there, and lines without any. */
function unproven([line, said]: [string, Lines[string]]): string[] {
  const all = [said].flat()
  const missing = all.filter(isProof).flatMap(({ file, titles }) => {
    const names = namesIn(file)
    return titles.filter((title) => !names.has(title)).map((title) => `${file}: ${title}`)
  })
  return (all.length > 0 ? missing : ['nothing']).map((what) => `${line} – ${what}`)
}

/** The names of the tests in a file of those that run. */
function namesIn(file: string): ReadonlySet<string> {
  const path = join(import.meta.dirname, file)
  const isRun =
    /^(?:browser\/.+\.test\.tsx?|journeys\/.+\.spec\.ts|(?!browser|journeys).+\.test\.ts)$/
  return testNames(isRun.test(file) && existsSync(path) ? readFileSync(path, 'utf8') : '')
}

/** The names of tests, and of the rows of those that run once for each row. None where some of them never run. */
function testNames(text: string): ReadonlySet<string> {
  if (/\b(?:describe|it|test)\.(?:skip|todo|fixme|fails|only)\(/.test(text)) return new Set()
  const name = /(?:\b(?:it|test|step)\(|[)\]]\(|\[)\s*(['"`])((?:\\.|(?!\1)[^\\\n])+)\1\s*,/g
  return new Set([...text.matchAll(name)].map(([, , said = '']) => said.replaceAll(/\\(.)/g, '$1')))
}
