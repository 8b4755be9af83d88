import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  anyone,
  both,
  can,
  either,
  lacks,
  matches,
  nobody,
  own,
  type Filter,
  type Rule,
  type User,
} from '#schema'

import { userWith } from '../fixtures/user.ts'

const user = userWith('lead.view')
const first: Rule = () => ({ country: 'GB' })
const second: Rule = () => ({ amount: { from: 5 } })

describe('a rule answers', () => {
  test.each<[string, Rule, boolean | Filter]>([
    ['true to a holder of the permission', can('lead.view'), true],
    ['false to anybody else', can('lead.edit'), false],
    ['false to a holder of a permission that takes away', lacks('lead.view'), false],
    ['true to anybody without it', lacks('hide'), true],
    ['true to anyone', anyone, true],
    ['false to all for nobody', nobody, false],
    ["a filter by the user's id for own records", own('user_id'), { user_id: 7 }],
    ['true when either is true', either(first, can('lead.view')), true],
    ['the filter when the other is false', either(first, nobody), { any: [{ country: 'GB' }] }],
    [
      'both filters when either is enough',
      either(first, second),
      { any: [{ country: 'GB' }, { amount: { from: 5 } }] },
    ],
    ['false when neither lets in', either(nobody, can('x')), false],
    ['false to either of nothing', either(), false],
    ['false when both are needed and one is false', both(first, nobody), false],
    ['the filter when the other is true', both(first, anyone), { all: [{ country: 'GB' }] }],
    [
      'both filters when both are needed',
      both(first, second),
      { all: [{ country: 'GB' }, { amount: { from: 5 } }] },
    ],
    ['true when both are true', both(anyone, can('lead.view')), true],
    ['true to both of nothing', both(), true],
  ])('%s', (_what, rule, answer) => {
    expect(rule(user)).toEqual(answer)
  })
})

test.each<[string, Rule, string[]]>([
  ['one permission', can('a'), ['a']],
  ['one permission that takes away', lacks('a'), ['a']],
  ['those of either', either(can('a'), can('b')), ['a', 'b']],
  ['those of both, at any depth', both(can('a'), either(can('b'), own('x'))), ['a', 'b']],
])('a rule tells %s', (_what, rule, permissions) => {
  expect(rule.permissions).toEqual(permissions)
})

const answer = fc.oneof(
  fc.boolean(),
  fc.record({ a: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ b: fc.record({ in: fc.array(fc.integer({ min: 0, max: 3 })) }) }),
)
const rule: fc.Arbitrary<Rule> = answer.map((one) => (_user: User) => one as boolean | Filter)
const record = fc.record({ a: fc.integer({ min: 0, max: 3 }), b: fc.integer({ min: 0, max: 3 }) })

function admits(one: Rule, row: Record<string, unknown>): boolean {
  const decision = one(user)
  return typeof decision === 'boolean' ? decision : matches(decision, row)
}

describe('for every rule and record', () => {
  test('either admits what one of them admits, so adding a rule never takes access away', () => {
    fc.assert(
      fc.property(fc.array(rule), rule, record, (rules, more, row) => {
        expect(admits(either(...rules), row)).toBe(rules.some((one) => admits(one, row)))
        if (admits(either(...rules), row)) expect(admits(either(...rules, more), row)).toBe(true)
      }),
    )
  })

  test('both admits what all of them admit, so adding a rule never gives access', () => {
    fc.assert(
      fc.property(fc.array(rule), rule, record, (rules, more, row) => {
        expect(admits(both(...rules), row)).toBe(rules.every((one) => admits(one, row)))
        if (!admits(both(...rules), row)) expect(admits(both(...rules, more), row)).toBe(false)
      }),
    )
  })

  test('they distribute over each other', () => {
    fc.assert(
      fc.property(rule, rule, rule, record, (a, b, c, row) => {
        expect(admits(both(a, either(b, c)), row)).toBe(admits(either(both(a, b), both(a, c)), row))
      }),
    )
  })
})
