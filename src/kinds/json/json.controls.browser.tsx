import { kindOf } from '#schema'

import { Lines } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.browser.ts'

export const jsonControls: ControlsKind = {
  Input: (props) => <Lines {...props} rows={4} code />,
  isWide: () => true,
  write: (value) => (value === null || value === undefined ? null : JSON.stringify(value, null, 2)),
  read: (typed, field) => kindOf(field).operand(String(typed), field),
}
