import { choiceFault } from './choice/choice.fault.ts'
import type { Field, Fields } from './field.ts'
import { kindOf, type Kind } from './kind.ts'
import { rowsFault } from './rows/rows.fault.ts'

/** Kinds whose check is long: it is made once, at the start, and browsers load none of it. */
const longChecks: Readonly<Record<string, Pick<Kind, 'fault'>>> = {
  choice: { fault: choiceFault },
  rows: { fault: rowsFault },
}

/** What contradicts itself in the field's own declaration (`Kind.fault`). */
export const faultOf = (field: Field, fields: Fields): string | undefined =>
  (longChecks[field.kind] ?? kindOf(field)).fault?.(field, fields)
