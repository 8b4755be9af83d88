import { msg } from '../../../msg.server.ts'
import { isByStatusAlone, rangeOf, rulesOf, type RuleRow } from '../answer/matchRules.server.ts'
import type { Integration } from '../integration.ts'
import { isPattern } from '../pattern.server.ts'
import type { Tell } from './checkMapping.server.ts'

const maxConditions = 3
const withoutValue: ReadonlySet<string> = new Set(['exists', 'missing', 'true', 'false'])
const withPath: ReadonlySet<string> = new Set(['json', 'xml', 'header'])

/** What may not stand in the rules that read an answer, each at its cell (product.md 7.3). */
export function checkRules(
  { rules = [], status_is_success }: Partial<Integration>,
  tell: Tell,
): void {
  if (rules.length === 0) return
  for (const [at, row] of rules.entries()) {
    checkRow(row, at, (cell, message) => tell(`rules.${at}.${cell}`, message))
  }
  const found = rulesOf(rules)
  for (const rule of found) {
    const place = `rules.${rule.number - 1}`
    if (rule.conditions.length > maxConditions) {
      tell(`${place}.and`, msg('a_rule_has_at_most_three_conditions'))
    }
    if (!status_is_success && isByStatusAlone(rule)) {
      tell(`${place}.look_at`, msg('the_status_alone_is_no_success'))
    }
  }
  if (!found.some(({ first }) => first.outcome === 'success')) {
    tell('rules', msg('one_rule_must_say_what_success_is'))
  }
}

function checkRow(row: RuleRow, at: number, tell: Tell): void {
  const { and, look_at, path, test, value, outcome } = row
  if (and && at === 0) tell('and', msg('the_first_row_begins_a_rule'))
  if (!and && !outcome) tell('outcome', msg('fill_in_this_field'))
  if (and && outcome) tell('outcome', msg('only_the_first_row_of_a_rule_has_an_outcome'))
  if (withPath.has(look_at) && !path) tell('path', msg('fill_in_this_field'))
  if (withoutValue.has(test)) return
  if (!value) return tell('value', msg('fill_in_this_field'))
  const isWrong = {
    regex: () => !isPattern(value),
    range: () => !rangeOf(value),
    gt: () => Number.isNaN(Number(value)),
    lt: () => Number.isNaN(Number(value)),
  }
  if (test === 'regex' && isWrong.regex()) tell('value', msg('this_is_no_pattern'))
  if (test === 'range' && isWrong.range()) tell('value', msg('enter_a_range_like_200_299'))
  if ((test === 'gt' || test === 'lt') && isWrong[test]()) tell('value', msg('enter_a_number'))
  return undefined
}
