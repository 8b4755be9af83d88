import { describe, expect, test } from 'vitest'

import { lintIntegration } from '../../../../resources/sending/integration/check/lint.server.ts'
import { ruleRow } from '../../../../resources/sending/integration/fields/rows.ts'
import type { RuleRow } from '../../../../resources/sending/integration/answer/matchRules.server.ts'

const success = { path: 'ok', test: 'true', outcome: 'success' } as const
const duplicate = {
  look_at: 'body',
  test: 'contains',
  value: 'twice',
  outcome: 'duplicate',
} as const

const warned = (rules: readonly Partial<RuleRow>[], more: object = { id_paths: ['id'] }) =>
  lintIntegration({ rules: rules.map(ruleRow), ...more }).map(({ place }) => place)

describe('7.3: the linter warns', () => {
  test('of nothing where all is said', () => {
    expect(warned([success, duplicate])).toEqual([])
  })

  test.each([
    ['valid', 'success', true],
    ['gültig', 'success', true],
    ['принято', 'success', true],
    ['no cap', 'capacity', true],
    ['valid|accepted', 'success', true],
    ['(valid|ok)', 'success', true],
    // What matches too much here burns no lead, and ready templates look for parts of words.
    ['duplicat|exist', 'duplicate', false],
    ['^valid$', 'success', false],
    [String.raw`\bvalid\b`, 'success', false],
    [String.raw`\bvalid\b|^ok$`, 'success', false],
    ['"status":\\s*"valid"', 'success', false],
  ] as const)('of the pattern %s for %s: %j', (value, outcome, isWarned) => {
    const rule = { look_at: 'body', test: 'regex', value, outcome } as const
    expect(warned([success, duplicate, rule])).toEqual(isWarned ? ['rules.2.value'] : [])
  })

  test('of such a pattern in a further condition of a success', () => {
    const condition = { and: true, look_at: 'body', test: 'regex', value: 'valid|ok' } as const
    expect(warned([success, condition, duplicate])).toEqual(['rules.1.value'])
  })

  test('of no rule for duplicates, and of no place of the id', () => {
    expect(warned([success])).toEqual(['rules'])
    expect(warned([success, duplicate], {})).toEqual(['id_paths'])
    expect(warned([success, duplicate], { id_paths: [] })).toEqual(['id_paths'])
  })
})
