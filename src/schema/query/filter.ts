import { mapValues } from '../mapValues.ts'

/** One condition on one field: a plain value means "equals", null "is empty". */
export type Condition<Value> =
  | Value
  | null
  | {
      in?: readonly Value[]
      not?: readonly Value[]
      from?: Value
      to?: Value
      contains?: string
      empty?: boolean
    }

/**
 * Conditions that must all hold, and groups of filters of which all or any must.
 * Compiled to SQL on the server, evaluated on a record in the browser.
 */
export type Filter<Shape = Record<string, any>> = {
  [Key in keyof Shape]?: Condition<NonNullable<ItemOf<Shape[Key]>>>
} & { all?: readonly Filter<Shape>[]; any?: readonly Filter<Shape>[] }

type ItemOf<Value> = Value extends readonly (infer Item)[] ? Item : Value

type Values = Readonly<Record<string, unknown>>

/** Whether a record satisfies a filter, as the SQL made from it would say: an empty value matches only `empty` and `not`. */
export function matches(filter: Filter, record: Values): boolean {
  return Object.entries(filter).every(([key, condition]) => {
    if (key === 'all') return (condition as Filter[]).every((one) => matches(one, record))
    if (key === 'any') return (condition as Filter[]).some((one) => matches(one, record))
    return holds(asCondition(condition), Object.hasOwn(record, key) ? record[key] : null)
  })
}

/** The fields that the answer of a rule looks at. */
export const namesInRule = (rule: boolean | Filter): string[] =>
  Object.entries(Object(rule)).flatMap(([key, one]) =>
    key === 'all' || key === 'any' ? (one as Filter[]).flatMap(namesInRule) : [key],
  )

/** Whether the answer of a rule looks at what references point at. */
export const hasPaths = (rule: boolean | Filter): boolean =>
  namesInRule(rule).some((name) => name.includes('.'))

export interface Conditions {
  in?: readonly unknown[]
  /** Beside `in`: a value that contains one of them matches too. */
  parts?: readonly string[]
  not?: readonly unknown[]
  /** Beside `not`: no value that contains one of them matches. */
  notParts?: readonly string[]
  from?: unknown
  to?: unknown
  contains?: string
  empty?: boolean
  /** Of references to a tree: these records and all below them. Only lists are filtered so. */
  below?: readonly unknown[]
}

const nothing: Conditions = { in: [] }

/**
 * A condition in its long form. What is not there matches nothing, never everything:
 * `{ in: user.teams }` of a user without teams matches no record.
 */
export function asCondition(condition: unknown): Conditions {
  if (condition === null) return { empty: true }
  if (Array.isArray(condition)) return { in: condition.filter(isGiven) }
  if (typeof condition !== 'object') return isGiven(condition) ? { in: [condition] } : nothing
  const given = mapValues<string, unknown, unknown>({ ...condition }, (operand, operator) => {
    if (!operators.has(operator)) throw new Error(`a filter has no operator "${operator}"`)
    return operator === 'in' && Array.isArray(operand) ? operand.filter(isGiven) : operand
  })
  return Object.values(given).flat().every(isGiven) ? given : nothing
}

const operators: ReadonlySet<string> = new Set([
  'in',
  'parts',
  'not',
  'notParts',
  'from',
  'to',
  'contains',
  'empty',
  'below',
])

const isGiven = (operand: unknown) => operand !== undefined && operand !== null

function holds(condition: Conditions, value: unknown): boolean {
  const values = Array.isArray(value) ? value : isGiven(value) ? [value] : []
  const { in: wanted, parts = [], from, to, contains, empty } = condition
  const { not: unwanted = [], notParts = [] } = condition
  if (empty !== undefined && (values.length === 0) !== empty) return false
  const isWanted = (one: unknown) =>
    wanted?.includes(one) || parts.some((part) => includes(String(one), part))
  const isUnwanted = (one: unknown) =>
    unwanted.includes(one) || notParts.some((part) => includes(String(one), part))
  if (wanted && !values.some(isWanted)) return false
  if (values.some(isUnwanted)) return false
  if (from !== undefined && !values.some((one) => ordered(from, one))) return false
  if (to !== undefined && !values.some((one) => ordered(one, to))) return false
  return contains === undefined || values.some((one) => includes(String(one), contains))
}

/** Whether `one` does not come after `other`. Moments compare as text once the `Z` behind the fraction is gone. */
function ordered(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return one <= other
  return String(one).replace(/Z$/, '') <= String(other).replace(/Z$/, '')
}

const includes = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())
