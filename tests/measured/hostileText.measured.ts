import { describe, expect, test } from 'vitest'

import { kindNames, kindOf, ValueError, type User, validateNew } from '#schema'

import { loggedAt, loggedBody } from '../../resources/sending/callLog/redactBody.ts'
import { readXml, readXmlPath } from '../../resources/sending/integration/answer/readXml.ts'
import { isTarget } from '../../resources/sending/integration/request/nested.ts'
import { variablesIn } from '../../resources/sending/integration/request/template.ts'
import { csvFile } from '../../src/csv/csvText.ts'
import { importText } from '../../src/kinds/kinds.server.ts'
import { hostile, importContext, samples } from '../fixtures/kinds.ts'
import { timesAsLong } from './pace.ts'

const user: User = {
  id: 1,
  name: 'U',
  email: 'u@example.com',
  permissions: new Set(),
}

const accents = 'é'.repeat(200_000)

/** What reading a long text is measured with. */
const normalize = () => accents.normalize('NFD')

const long = hostile.filter(({ length }) => length > 1_000)

describe.each(kindNames)('a %s reads hostile text at once:', (name) => {
  const { field } = samples[name]
  const kind = kindOf(field)
  test.each(long.map((text) => [text.slice(0, 20), text]))('%j', async (_start, text) => {
    const read = () => {
      validateNew({ one: field }, user, { one: text })
      orRefused(() => kind.operand(text, field))
      orRefused(() => importText(text, field, importContext))
    }
    expect(await timesAsLong(read, normalize, 200)).toBeLessThan(200)
  })
})

function orRefused(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof ValueError)) throw error
  }
}

const told = loggedAt(['status'])
const rows = (status: string) =>
  JSON.stringify([{ status: status.repeat(2_000_000 / status.length) }])

/** Under names: of a list the log reads the first hundred. */
const longWords = Object.fromEntries(
  Array.from({ length: 990 }, (_, at) => [`n${at}`, { status: 'a'.repeat(2_000) }]),
)

// 2 MB: the most that a call of a partner may bring.
test.each([
  ['addresses in one another', rows('http://')],
  ['a long address', rows('http://a.example/'.padEnd(2_000_000, 'a'))],
  ['long words', JSON.stringify(longWords)],
  ['digits', rows('1 ')],
])('the request log reads a body of %s at once', async (_name, body) => {
  const read = () => loggedBody(body, told)
  expect(await timesAsLong(read, normalize, 20)).toBeLessThan(20)
})

const deepXml = `<r>${('<a>'.repeat(40) + '</a>'.repeat(40)).repeat(480)}</r>`

test.each([
  ['a path that goes anywhere again and again', deepXml, '//*'.repeat(63)],
  ['a tag of one long word', `<r ${'x'.repeat(1_000_000)}></r>`, '/r/@a'],
])('an answer in XML is read at once: %s', async (_name, text, path) => {
  const read = () => {
    const root = readXml(text)
    if (root) readXmlPath(root, path)
  }
  expect(await timesAsLong(read, normalize, 50)).toBeLessThan(50)
})

test.each([
  ['the name of a value at the broker', () => isTarget(`a${'[1]'.repeat(39)}x`)],
  ['a cell of line ends', () => csvFile([[`a${'\n'.repeat(10_000)}b`]])],
  ['a template', () => variablesIn(`{{${' '.repeat(20_000)}`)],
])('%s is read at once', async (_name, read) => {
  expect(await timesAsLong(read, normalize, 2)).toBeLessThan(2)
})
