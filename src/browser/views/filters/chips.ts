import { fieldOf, type Resource } from '#schema'

import type { FilterValues } from '../../client/records/filterValues.ts'
import {
  emptyGroup,
  isGroup,
  readGroups,
  rulesOf,
  writeGroups,
  type Node,
  type Rule,
} from './groups.ts'

/** One thing that a list is filtered by, and what takes it away. */
export interface ChipOf {
  readonly key: string
  /** Undefined for a key that says nothing here: a hand-written address. */
  readonly node: Node | undefined
  readonly without: FilterValues
}

/** What filters a list now, besides the search box: one for each field, and one for each condition of the builder. */
export function chipsOf(resource: Resource, values: FilterValues): ChipOf[] {
  const { search: _search, where, ...plain } = values
  const byField = new Map<string, Record<string, unknown>>()
  const keys = new Map<string, string[]>()
  for (const [key, value] of Object.entries(plain)) {
    const [name, operand] = splitKey(resource, key)
    byField.set(name, { ...byField.get(name), [operand]: value })
    keys.set(name, [...(keys.get(name) ?? []), key])
  }
  const fields = [...byField].map(([name, operands]) => ({
    key: name,
    node: fieldOf(resource, name) && nodeOf(rulesOf(resource, name, operands)),
    without: Object.fromEntries((keys.get(name) ?? []).map((key) => [key, undefined])),
  }))
  return [...fields, ...(where === undefined ? [] : groupChips(resource, where))]
}

const nodeOf = (rules: readonly Rule[]): Node | undefined =>
  rules.length > 1 ? emptyGroup(rules) : rules[0]

const suffix = /^(.+)_(from|to|not|contains|empty)$/

function splitKey(resource: Resource, key: string): [name: string, operand: string] {
  const [, name, operand] = suffix.exec(key) ?? []
  return fieldOf(resource, key) || !name || !operand ? [key, 'in'] : [name, operand]
}

/** Conditions that must all hold go one by one; alternatives only make sense together. */
function groupChips(resource: Resource, where: unknown): ChipOf[] {
  const group = readGroups(resource, where)
  if (group.nodes.length === 0)
    return [{ key: 'where', node: undefined, without: { where: undefined } }]
  if (group.match === 'any' && group.nodes.length > 1) {
    return [{ key: 'where', node: group, without: { where: undefined } }]
  }
  return group.nodes.map((node) => {
    const nodes = group.nodes.filter((one) => one !== node)
    const without = { where: writeGroups(resource, { ...group, nodes }) }
    const key = `where ${writeGroups(resource, emptyGroup([node]))}`
    return { key, node, without }
  })
}

export const rulesIn = (node: Node | undefined): Rule[] =>
  !node ? [] : isGroup(node) ? node.nodes.flatMap(rulesIn) : [node]
