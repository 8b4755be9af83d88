import { isObject, fieldOf } from '../access.ts'
import type { Filter, Conditions } from './filter.ts'
import { addCondition, QueryError, type Asker, unknownKey } from './operand.ts'
import { msg } from '../../texts/msg.ts'

/** How deep groups may stand in each other, and how many conditions they may hold in all. */
export const depthLimit = 4

export const conditionsLimit = 50

/**
 * Groups of conditions of which all or any must hold, as JSON text or the object itself:
 * `{"any":[{"status":[1,2]},{"all":[{"created_at":"last_7_days"},{"city":{"contains":"lon"}}]}]}`.
 * Each operand is checked like the key of a plain filter. Throws QueryError.
 */
export function parseWhere(asker: Asker, value: unknown): Filter {
  const count = { left: conditionsLimit }
  const filter = parseNode(
    { asker: { ...asker, isGrouped: true }, count, depth: 1 },
    typeof value === 'string' ? read(value) : value,
  )
  if (asker.resource.size === 'large' && !everyWayIsFound(filter)) {
    throw new QueryError(msg('each_alternative_of_any_needs_a_condition'))
  }
  return filter
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new QueryError('where must be JSON.')
  }
}

interface NodeContext {
  readonly asker: Asker
  readonly count: { left: number }
  /** How many groups stand around the conditions of this node. */
  readonly depth: number
}

function parseNode(place: NodeContext, node: unknown): Filter {
  if (!isObject(node) || Object.keys(node).length === 0) {
    throw new QueryError('where: give groups and conditions as objects that are not empty.')
  }
  const filter: Filter = {}
  for (const [key, value] of Object.entries(node)) {
    if (key === 'all' || key === 'any') filter[key] = parseGroup(place, key, value)
    else filter[key] = parseField(place, key, value)
  }
  return filter
}

function parseGroup(place: NodeContext, key: string, value: unknown): Filter[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new QueryError(`where: "${key}" needs a list of conditions.`)
  }
  if (place.depth > depthLimit) {
    throw new QueryError(`where: groups stand at most ${depthLimit} deep.`)
  }
  return value.map((node) => parseNode({ ...place, depth: place.depth + 1 }, node))
}

/** The conditions on one field, each by the key that asks for the same in a plain filter. */
function parseField({ asker, count }: NodeContext, name: string, value: unknown): Conditions {
  if (!fieldOf(asker.resource, name)) throw unknownKey(name)
  const operands = isObject(value) ? Object.entries(value) : [['in', value] as const]
  const filter: Record<string, Conditions> = {}
  for (const [operator, operand] of operands) {
    count.left -= 1
    if (count.left < 0) throw new QueryError(`where: at most ${conditionsLimit} conditions.`)
    const isGiven = operand !== '' && operand !== null && operand !== undefined
    const key = operator === 'in' ? name : `${name}_${operator}`
    addCondition(asker, filter, key, isGiven ? operand : undefined)
    if (!isGiven) throw new QueryError(msg('needs_a_value', { key }))
  }
  const conditions = filter[name]
  if (!conditions) throw new QueryError(msg('needs_a_value', { key: name }))
  return conditions
}

/** Whether every alternative of every `any` can be found by an index, so that none makes a list read all records. */
function everyWayIsFound(filter: Filter): boolean {
  const groups = [...(filter.all ?? []), ...(filter.any ?? [])]
  return groups.every(everyWayIsFound) && (filter.any ?? []).every(isFound)
}

/** Of conditions that hold together, one is enough. What is *not* so is most of a table. */
function isFound({ all = [], any, ...fields }: Filter): boolean {
  return (
    all.some(isFound) ||
    any?.every(isFound) ||
    Object.values<Conditions>(fields).some((one) =>
      Object.keys(one).some((operator) => operator !== 'not'),
    )
  )
}
