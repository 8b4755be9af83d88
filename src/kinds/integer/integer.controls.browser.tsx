import { EntriesField } from '../../browser/ui/fields/EntriesField.tsx'
import { readIds } from '../../browser/ui/fields/EntriesFilter.tsx'
import type { FilterProps } from '../../browser/ui/fields/filter.ts'
import { listed } from '../../browser/ui/fields/ManyOf.tsx'
import { NumberRangeFilter } from '../../browser/ui/fields/RangeFilter.tsx'
import { Line } from '../../browser/ui/fields/TextLines.tsx'
import type { ControlsKind } from '../kind.controls.browser.ts'
import { numberText } from '../numberText.browser.ts'

export const integerControls: ControlsKind = {
  ...numberText,
  Input: (props) => <Line {...props} inputMode="numeric" />,
  Filter: IntegerFilter,
}

/** Records by their numbers, as many as are pasted; other numbers by their range. */
function IntegerFilter(props: FilterProps) {
  const { name, values, set, label } = props
  if (name !== 'id') return <NumberRangeFilter {...props} />
  return (
    <EntriesField
      label={label}
      text={listed(values['id']).join('\n')}
      read={readIds}
      onRead={({ entries }) => set({ id: entries?.kept.map(Number) })}
    />
  )
}
