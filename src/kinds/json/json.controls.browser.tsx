import { kindOf } from '#schema'

import { Lines } from '../../browser/ui/fields/TextLines.tsx'
import { useT } from '../../browser/client/i18n/texts.ts'
import type { FilterProps } from '../../browser/ui/fields/filter.ts'
import { OneOf } from '../../browser/ui/fields/OneOf.tsx'
import type { ControlsKind } from '../kind.controls.browser.ts'

export const jsonControls: ControlsKind = {
  Filter: EmptyFilter,
  Input: (props) => <Lines {...props} rows={4} code />,
  isWide: () => true,
  write: (value) => (value === null || value === undefined ? null : JSON.stringify(value, null, 2)),
  read: (typed, field) => kindOf(field).operand(String(typed), field),
}

/** Whether there is a value at all, for kinds whose values cannot be compared. */
function EmptyFilter({ name, ...props }: FilterProps) {
  const t = useT()
  const words = { yes: t('empty'), no: t('not_empty') }
  return <OneOf {...props} operand={`${name}_empty`} {...words} />
}
