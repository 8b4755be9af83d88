import { memoizeByObject } from '#schema'

import type { Integration } from '../integration.ts'
import { matchesPattern } from '../pattern.server.ts'
import type { AnswerDocument } from './answerDocument.ts'
import { textOfValue } from './readPath.ts'

export type RuleRow = Integration['rules'][number]

/** A rule: a row with an outcome, and the rows that must hold besides. */
export interface Rule {
  /** The place of its first row, counted from 1. */
  readonly number: number
  readonly first: RuleRow
  readonly conditions: readonly RuleRow[]
}

/** Rows, with those that begin with `and` under the one above them. */
export function rulesOf(rows: readonly RuleRow[]): Rule[] {
  const starts = rows.flatMap((row, at) => (row.and && at > 0 ? [] : [at]))
  return starts.flatMap((at, place) => {
    const conditions = rows.slice(at, starts[place + 1])
    const [first] = conditions
    return first ? [{ number: at + 1, first, conditions }] : []
  })
}

const knownRules = memoizeByObject(rulesOf)

/** Whether a rule takes no more than the HTTP status for success. */
export const isByStatusAlone = ({ first, conditions }: Rule): boolean =>
  first.outcome === 'success' && conditions.every(({ look_at }) => look_at === 'status')

/** The first rule that matches; `undecided` when a pattern ran out of time before one did. */
export function matchingRule(
  { rules, status_is_success }: Pick<Integration, 'rules' | 'status_is_success'>,
  document: AnswerDocument,
): Rule | 'undecided' | undefined {
  for (const rule of knownRules(rules)) {
    if (status_is_success || !isByStatusAlone(rule)) {
      const held = matches(rule, document)
      if (held === undefined) return 'undecided'
      if (held) return rule
    }
  }
  return undefined
}

function matches({ first, conditions }: Rule, document: AnswerDocument): boolean | undefined {
  // Words on a page for people say nothing of a lead.
  const isUnfit = document.isPage && first.outcome === 'success'
  let result: boolean | undefined = true
  for (const condition of conditions) {
    const held = isUnfit && condition.look_at === 'body' ? false : holds(condition, document)
    if (held === false) return false
    if (held === undefined) result = undefined
  }
  return result
}

/** Whether one condition holds; undefined when its pattern is wrong. */
function holds({ look_at, path, test, value }: RuleRow, document: AnswerDocument) {
  const isReadable =
    (look_at !== 'json' || document.isJson) && (look_at !== 'xml' || document.isXml)
  const text = isReadable ? lookAt(look_at, path ?? '', document)?.trim() : undefined
  const isThere = text !== undefined && text !== ''
  if (test === 'exists') return isThere
  // Nothing is missing from what could not be read.
  if (test === 'missing') return isReadable && !isThere
  if (!isThere) return false
  return test === 'regex' ? matchesPattern(text, value ?? '') : compare(text, test, value ?? '')
}

function lookAt(where: RuleRow['look_at'], path: string, document: AnswerDocument) {
  switch (where) {
    case 'status':
      return String(document.status)
    case 'body':
      return document.body.slice(0, 65_536)
    case 'json':
      return textOfValue(document.json(path))
    case 'xml':
      return document.xml(path)
    case 'header':
      return document.header(path)
  }
}

const truths = new Set(['true', '1', 'yes'])
const falsehoods = new Set(['false', '0', 'no'])

function compare(given: string, test: RuleRow['test'], value: string): boolean {
  const text = given.toLowerCase()
  const wanted = value.trim().toLowerCase()
  switch (test) {
    case 'equals':
      return text === wanted
    case 'one_of':
      return wanted.split(/[,|]/).some((one) => one.trim() === text)
    case 'contains':
      return wanted !== '' && text.includes(wanted)
    case 'true':
      return truths.has(text)
    case 'false':
      return falsehoods.has(text)
    case 'gt':
      return wanted !== '' && Number(text) > Number(wanted)
    case 'lt':
      return wanted !== '' && Number(text) < Number(wanted)
    case 'range': {
      const bounds = rangeOf(wanted)
      return bounds !== undefined && Number(text) >= bounds[0] && Number(text) <= bounds[1]
    }
    default:
      return false
  }
}

/** `200-299` or `-5..5`, both ends belong to it; undefined for what is no range, or has none within. */
export function rangeOf(text: string): [number, number] | undefined {
  const [, from, to] =
    /^\s*(-?\d+(?:\.\d+)?)\s*(?:\.\.|[-–])\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? []
  return Number(from) <= Number(to) ? [Number(from), Number(to)] : undefined
}
