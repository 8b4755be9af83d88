/** One operand of a list request, under the key the API knows: `status`, `created_at_from`. */
export type Operand = string | number | boolean | readonly (string | number)[] | undefined

export type FilterValues = Readonly<Record<string, Operand>>

/** Whether a key of a list request is about a field: its name, with or without a suffix. */
export const isKeyOf = (field: string, key: string): boolean =>
  key === field ||
  ['from', 'to', 'not', 'contains', 'empty'].some((end) => key === `${field}_${end}`)
