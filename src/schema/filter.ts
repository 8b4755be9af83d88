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

type Row = Readonly<Record<string, unknown>>

/** Whether a record satisfies a filter, by the meaning the SQL gives it: an empty value matches only `empty`. */
export function matches(filter: Filter, record: Row): boolean {
  return Object.entries(filter).every(([key, condition]) => {
    if (key === 'all') return (condition as Filter[]).every((one) => matches(one, record))
    if (key === 'any') return (condition as Filter[]).some((one) => matches(one, record))
    return holds(asCondition(condition), record[key])
  })
}

export interface Conditions {
  in?: readonly unknown[]
  not?: readonly unknown[]
  from?: unknown
  to?: unknown
  contains?: string
  empty?: boolean
}

/** A condition in its long form. */
export function asCondition(condition: unknown): Conditions {
  if (condition === null) return { empty: true }
  if (typeof condition === 'object' && !Array.isArray(condition)) return condition as Conditions
  return { in: Array.isArray(condition) ? condition : [condition] }
}

function holds(condition: Conditions, value: unknown): boolean {
  const values = Array.isArray(value) ? value : isEmpty(value) ? [] : [value]
  const { in: wanted, not: unwanted, from, to, contains, empty } = condition
  if (empty !== undefined && (values.length === 0) !== empty) return false
  if (wanted && !values.some((one) => wanted.includes(one))) return false
  if (unwanted && values.some((one) => unwanted.includes(one))) return false
  if (from !== undefined && !values.some((one) => one >= (from as never))) return false
  if (to !== undefined && !values.some((one) => one <= (to as never))) return false
  return contains === undefined || values.some((one) => includes(String(one), contains))
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

const includes = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())
