import { describe, expect, it } from 'vitest'

import {
  answerText,
  conditionText,
  fieldTexts,
  operationText,
  remedyTexts,
} from '../../../src/features/explain/whyTexts.ts'
import { createI18nProvider } from '../../../src/browser/client/i18n/i18nProvider.ts'
import { createT } from '../../../src/browser/client/i18n/texts.ts'
import english from '../../../src/texts/en/permissions.json'
import type { Decision } from '#contract'

const t = createT(createI18nProvider('en', {}).translate, english)

const decision = (changes: Partial<Decision>): Decision => ({
  answer: 'none',
  remedies: [],
  fields: [],
  ...changes,
})
const what = { many: 'Leads', act: operationText(t, 'edit') }

describe('why a role can or cannot, in words', () => {
  it.each([
    ['all', 'Yes. Leads: allowed to change records.'],
    ['some', 'Partly. Leads: allowed to change records, but only for some records.'],
    ['none', 'No. Leads: not allowed to change records.'],
    ['never', 'No. Leads: nobody may change records, whatever their role.'],
  ] as const)('%s', (answer, text) => {
    expect(answerText(t, decision({ answer }), what)).toBe(text)
  })

  it.each([
    [true, /lets this record through/],
    [false, /does not let this record through/],
    [null, /no such record/],
  ])('tells of one record: %s', (record, text) => {
    expect(answerText(t, decision({ record }), what)).toMatch(text)
  })

  it('names what to grant and what to take away', () => {
    const remedies = [
      { grant: ['lead.update'], withdraw: [] },
      { grant: [], withdraw: ['hide.non_privileged'] },
      { grant: ['a', 'b'], withdraw: ['c'] },
    ]
    expect(remedyTexts(t, decision({ remedies }))).toEqual([
      'Grant lead.update.',
      'Take hide.non_privileged away.',
      'Grant a, b and take c away.',
    ])
  })

  it('names the fields together that one permission opens', () => {
    const masked = { state: 'masked', permission: 'lead.contact' } as const
    const hidden = { state: 'hidden', permission: 'lead.secret' } as const
    const fields = [
      { field: 'Phone', ...masked },
      { field: 'Note', ...hidden },
      { field: 'E-mail', ...masked },
    ]
    expect(fieldTexts(t, fields, (name) => name)).toEqual([
      'lead.contact opens: Phone, E-mail (masked).',
      'lead.secret opens: Note (hidden).',
    ])
  })

  it('tells nothing of fields that no permission opens', () => {
    const closed = [{ field: 'Hash', state: 'hidden', permission: '' } as const]
    expect(fieldTexts(t, closed, (name) => name)).toEqual([])
  })

  it('says a condition, one’s own records first of all', () => {
    const only = { any: [{ user: 0 }, { visibility: 'all' }] }
    expect(conditionText(t, only, (name) => `“${name}”`)).toBe(
      '“user” is the person or “visibility” is all',
    )
  })
})
