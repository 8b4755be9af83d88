import { kindOf } from '#schema'

import type { InputKind } from '../../browser/ui/fields/input.ts'
import { Lines } from '../../browser/ui/fields/TextLines.tsx'

export const jsonInput: InputKind = {
  Input: (props) => <Lines {...props} rows={4} code />,
  isWide: () => true,
  write: (value) => (value === null || value === undefined ? null : JSON.stringify(value, null, 2)),
  read: (typed, field) => kindOf(field).operand(String(typed), field),
}
