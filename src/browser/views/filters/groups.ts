import { fieldOf, kindOf, type Resource } from '#schema'

import { isPeriod } from '../../ui/fields/dates/periods.ts'

export type OperatorName =
  | 'contains'
  | 'period'
  | 'is'
  | 'is_not'
  | 'from'
  | 'to'
  | 'between'
  | 'empty'
  | 'not_empty'
  | 'below'

export type Value = string | number

/** One condition as a person makes it; without a value yet it asks for nothing. */
export interface Rule {
  readonly key: number
  readonly field: string
  readonly operator: OperatorName
  readonly values: readonly Value[]
}

/** Conditions and groups of which all or any must hold. */
export interface Group {
  readonly key: number
  readonly match: 'all' | 'any'
  readonly nodes: readonly Node[]
}

export type Node = Rule | Group

export const isGroup = (node: Node): node is Group => 'nodes' in node

let lastKey = 0

/** Tells nodes apart while they are moved and taken away. */
export const nextKey = (): number => (lastKey += 1)

export const emptyGroup = (nodes: readonly Node[] = []): Group => ({
  key: nextKey(),
  match: 'all',
  nodes,
})

/** The groups under the key `where` of a list request. What could not have been made here is left out. */
export function readGroups(resource: Resource, text: unknown): Group {
  const node = readNode(resource, typeof text === 'string' ? parsed(text) : text)
  if (!node) return emptyGroup()
  return isGroup(node) ? node : emptyGroup([node])
}

/** The groups as JSON; undefined when nothing is asked for. */
export function writeGroups(resource: Resource, group: Group): string | undefined {
  const written = writeNode(resource, group)
  return written && JSON.stringify(written)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readNode(resource: Resource, given: unknown): Node | undefined {
  const nodes = Object.entries(asObject(given)).flatMap(([key, value]): Node[] => {
    if (key !== 'all' && key !== 'any') return rulesOf(resource, key, value)
    const inner = Array.isArray(value) ? value : []
    const read = inner.flatMap((one) => readNode(resource, one) ?? [])
    return read.length > 0 ? [{ key: nextKey(), match: key, nodes: read }] : []
  })
  return nodes.length > 1 ? emptyGroup(nodes) : nodes[0]
}

/** The conditions on one field: a plain value, several, or operands by operator. */
export function rulesOf(resource: Resource, field: string, given: unknown): Rule[] {
  const kind = fieldOf(resource, field)
  const rule = (operator: OperatorName, values: unknown): Rule[] => [
    { key: nextKey(), field, operator, values: listOf(values) },
  ]
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return rule(isPeriod(given) && kind && kindOf(kind).period ? 'period' : 'is', given)
  }
  const { in: one, not, contains, from, to, empty, below }: Record<string, unknown> = { ...given }
  const isDay = from === to && kind && kindOf(kind).period
  return [
    ...(one === undefined ? [] : rulesOf(resource, field, one)),
    ...(not === undefined ? [] : rule('is_not', not)),
    ...(contains === undefined ? [] : rule('contains', contains)),
    ...(below === undefined ? [] : rule('below', below)),
    ...(from !== undefined && to !== undefined
      ? rule(isDay ? 'is' : 'between', isDay ? from : [from, to])
      : [
          ...(from === undefined ? [] : rule('from', from)),
          ...(to === undefined ? [] : rule('to', to)),
        ]),
    ...(empty === undefined ? [] : rule(String(empty) === 'true' ? 'empty' : 'not_empty', [])),
  ]
}

function listOf(given: unknown): Value[] {
  if (typeof given === 'string') return given.split(',')
  const list = Array.isArray(given) ? given : [String(given)]
  return list.filter((one) => typeof one === 'string' || typeof one === 'number')
}

function writeNode(resource: Resource, node: Node): object | undefined {
  if (!isGroup(node)) {
    const condition = conditionOf(resource, node)
    return condition === undefined ? undefined : { [node.field]: condition }
  }
  const nodes = node.nodes.flatMap((one) => writeNode(resource, one) ?? [])
  return nodes.length > 0 ? { [node.match]: nodes } : undefined
}

/** What the API is asked; undefined while the condition is not whole. */
function conditionOf(resource: Resource, { field, operator, values }: Rule): unknown {
  const [first, last] = values
  const isGiven = (value: Value | undefined) => value !== undefined && value !== ''
  const declared = fieldOf(resource, field)
  const isMoment = declared && kindOf(declared).period
  if (operator === 'empty' || operator === 'not_empty') return { empty: operator === 'empty' }
  if (!isGiven(first)) return undefined
  switch (operator) {
    case 'is':
      return isMoment ? { from: first, to: first } : values
    case 'is_not':
      return { not: values }
    case 'below':
      return { below: values }
    case 'period':
      return first
    case 'between':
      return isGiven(last) ? { from: first, to: last } : undefined
    default:
      return { [operator]: first }
  }
}

const asObject = (given: unknown): object =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {}
