import { MessageError } from '#schema'

import { msg } from '../../../../msg.server.ts'
import { memoizeText } from '../../memoizeText.ts'
import { formsOf, knownTransforms } from './knownTransforms.ts'

export interface Transform {
  readonly name: string
  readonly args: readonly string[]
}

/**
 * Reads a chain like `trim | phone(no_plus) | replace("a,b", c)`; quotes keep what would end an argument.
 * Throws MessageError for what it does not know.
 */
export const parseTransforms = memoizeText((text): readonly Transform[] =>
  text.trim() === '' ? [] : split(text, '|').map(parseOne),
)

function parseOne(text: string): Transform {
  const [, name = '', inside] = /^\s*(\w+)\s*(?:\(([^]*)\))?\s*$/.exec(text) ?? []
  const shape = Object.hasOwn(knownTransforms, name) ? knownTransforms[name] : undefined
  if (!shape) throw new MessageError(msg('there_is_no_change', { name: text.trim().slice(0, 40) }))
  const args = inside === undefined ? [] : split(inside, ',').map(plain)
  const [least, most, choices] = shape
  const isRight =
    args.length >= least &&
    args.length <= most &&
    (!choices || choices.includes(args[0] ?? '')) &&
    (name !== 'max' || /^[1-9]\d{0,4}$/.test(args[0] ?? ''))
  if (!isRight) {
    throw new MessageError(msg('write_this_change_like', { forms: formsOf(name).join(' · ') }))
  }
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
