import { type Resource, targetOf } from '#schema'

import type { Label, Row } from '../client/records/row.ts'
import { useRecordNames } from './filters/useRecordNames.ts'
import type { NamedField } from '../client/records/permitted.ts'

/** Returns values as a record that displays can show, with the names of the records that they point at. */
export function useNamedRecord(
  owner: Resource,
  values: Readonly<Record<string, unknown>>,
  named: readonly NamedField[],
): Row {
  const pointing = named.filter(({ field }) => targetOf(field))
  // One for each: of the values of one rule only the first are named.
  const rules = pointing.flatMap(({ name: field }) =>
    idsIn(values[field]).map((id, key) => ({ key, field, operator: 'is' as const, values: [id] })),
  )
  const nameOf = useRecordNames(owner, rules)
  const labels = pointing.map(({ name, field }): [string, Label | Label[]] => {
    const target = targetOf(field) ?? ''
    const all = idsIn(values[name]).map((id) => ({ id, label: nameOf(target, id) }))
    const [first] = all
    return [name, Array.isArray(values[name]) || !first ? all : first]
  })
  return { ...values, id: 0, labels: Object.fromEntries(labels) }
}

const idsIn = (value: unknown): number[] =>
  [value].flat().filter((one): one is number => typeof one === 'number')
