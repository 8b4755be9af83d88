import { kindOf, type Field } from '#schema'

/** Numbers are typed as text, so that a half-typed one is neither lost nor changed. */
export const numberText = {
  write: (value: unknown) => (value === null || value === undefined ? null : String(value)),
  read: (typed: unknown, field: Field) => kindOf(field).operand(String(typed).trim(), field),
}
