import type { Field, Fields } from './field.ts'
import { kindOf } from './kind.ts'
import { rowsFault } from './rows/rows.fault.ts'

/** Checks that are long and made once, at the start: browsers load none of them. */
const faults: Readonly<Record<string, (field: any) => string | undefined>> = { rows: rowsFault }

/** What contradicts itself in the field's own declaration (`Kind.fault`). */
export const faultOf = (field: Field, fields: Fields): string | undefined =>
  faults[field.kind]?.(field) ?? kindOf(field).fault?.(field, fields)
