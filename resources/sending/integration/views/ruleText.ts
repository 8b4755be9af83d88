import { sentence } from '#schema'

import { answerFields } from '../fields/answerFields.ts'
import type { Integration } from '../integration.ts'

const { look_at, test, outcome } = answerFields.rules.cells
const choices = (
  field: { readonly choices: Readonly<Record<string, string>> },
  value: string,
): string => field.choices[value] ?? sentence(value)

/** A row of a rule as a sentence. */
export function ruleText(row: Integration['rules'][number]): string {
  const parts = [
    row.and ? '+' : '',
    choices(look_at, row.look_at),
    row.path ?? '',
    choices(test, row.test).toLowerCase(),
    row.value ? `“${row.value}”` : '',
    row.outcome ? `→ ${choices(outcome, row.outcome)}` : '',
  ]
  return parts.filter(Boolean).join(' ')
}
