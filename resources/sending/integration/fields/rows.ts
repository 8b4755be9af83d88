import type { Integration } from '../integration.ts'

export type MappingRow = Integration['mapping'][number]
export type RuleRow = Integration['rules'][number]

/** A row of the mapping: a field sent as text, left out where it is empty. */
export const mappingRow = (row: Pick<MappingRow, 'target'> & Partial<MappingRow>): MappingRow => ({
  value: null,
  kind: 'field',
  transforms: null,
  default: null,
  required: false,
  when_empty: 'omit',
  type: 'string',
  ...row,
})

/** A row of the answer rules: a value of the JSON that is equal to another. */
export const ruleRow = (row: Partial<RuleRow>): RuleRow => ({
  and: false,
  look_at: 'json',
  path: null,
  test: 'equals',
  value: null,
  outcome: null,
  label: null,
  reason_path: null,
  reason: null,
  ...row,
})
