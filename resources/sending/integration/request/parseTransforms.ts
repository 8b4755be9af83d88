import { MessageError } from '#schema'

import { msg } from '../../../msg.ts'
import { memoizeText } from '../memoizeText.ts'

export interface Transform {
  readonly name: string
  readonly args: readonly string[]
}

type Choices = readonly string[]

/** What each takes: how many arguments at least and at most, or the words of which its first is one. */
const known: Readonly<Record<string, readonly [least: number, most: number, choices?: Choices]>> = {
  trim: [0, 0],
  lower: [0, 0],
  upper: [0, 0],
  title: [0, 0],
  ascii: [0, 0],
  digits: [0, 0],
  max: [1, 1],
  replace: [2, 2],
  regex: [2, 2],
  phone: [1, 1, ['e164', 'no_plus', 'national', 'prefix_only', 'without_prefix']],
  date: [1, 2],
  country: [1, 1, ['iso2', 'iso3', 'name', 'calling_code']],
  language: [1, 1, ['code', 'name', 'upper']],
  map: [1, 2],
  hash: [1, 1, ['sha256', 'md5']],
  url: [0, 0],
  json: [0, 0],
  concat: [1, 1],
  split_name: [1, 1, ['first', 'last']],
  bool: [1, 1, ['1/0', 'yes/no', 'true/false']],
}

export const transformNames = Object.keys(known)

/** What may stand at the end of a chain, each with the chain before it: of `trim | ph` among others `trim | phone(no_plus)`. */
export function nextTransforms(chain: string): readonly string[] {
  const before = chain.slice(0, chain.lastIndexOf('|') + 1).trim()
  return examples.map((one) => (before ? `${before} ${one}` : one))
}

const filledIn: Readonly<Record<string, string>> = {
  max: '50',
  replace: 'old, new',
  regex: '"[^0-9]", ""',
  date: 'YYYY-MM-DD',
  map: 'table',
  concat: '-',
}

const examples = Object.entries(known).flatMap(([name, [, , choices]]) => {
  const inside = choices ?? [filledIn[name]]
  return inside.map((one) => (one === undefined ? name : `${name}(${one})`))
})

/**
 * Reads a chain like `trim | phone(no_plus) | replace("a,b", c)`; quotes keep what would end an argument.
 * Throws MessageError for what it does not know.
 */
export const parseTransforms = memoizeText((text): readonly Transform[] =>
  text.trim() === '' ? [] : split(text, '|').map(parseOne),
)

function parseOne(text: string): Transform {
  const [, name = '', inside] = /^\s*(\w+)\s*(?:\(([^]*)\))?\s*$/.exec(text) ?? []
  const shape = Object.hasOwn(known, name) ? known[name] : undefined
  if (!shape) throw new MessageError(msg('there_is_no_change', { name: text.trim().slice(0, 40) }))
  const args = inside === undefined ? [] : split(inside, ',').map(plain)
  const [least, most, choices] = shape
  const isRight =
    args.length >= least &&
    args.length <= most &&
    (!choices || choices.includes(args[0] ?? '')) &&
    (name !== 'max' || /^[1-9]\d{0,4}$/.test(args[0] ?? ''))
  if (!isRight) throw new MessageError(msg('this_change_wants_other_values', { name }))
  return { name, args }
}

const plain = (text: string) => {
  const inner = text.trim()
  return /^"[^"]*"$/.test(inner) ? inner.slice(1, -1) : inner
}

const opening = new Set('([{')
const closing = new Set(')]}')

/** Splits at a sign that stands neither in quotes nor in brackets. */
function split(text: string, at: string): string[] {
  const parts = ['']
  let depth = 0
  let isQuoted = false
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && opening.has(sign)) depth += 1
    else if (!isQuoted && closing.has(sign)) depth -= 1
    if (sign === at && depth === 0 && !isQuoted) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts
}
