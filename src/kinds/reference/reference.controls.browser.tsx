import type { FieldOf } from '#schema'

import type { Label } from '../../browser/client/records/row.ts'
import type { FilterProps } from '../../browser/ui/fields/filter.ts'
import type { InputProps } from '../../browser/ui/fields/input.ts'
import { listed } from '../../browser/ui/fields/ManyOf.tsx'
import { OptionPicker, OptionsPicker } from '../../browser/ui/fields/OptionPicker.tsx'
import { useMayPick } from '../../browser/ui/fields/options.ts'
import { ExactFilter } from '../../browser/ui/fields/TextFilter.tsx'
import { useControl } from '../../browser/ui/fields/useControl.ts'
import type { ControlsKind } from '../kind.controls.browser.ts'

export const referenceControls: ControlsKind<FieldOf<'reference'>> = {
  Filter: ReferenceFilter,
  Input: ReferenceInput,
  isPicked: true,
}

function ReferenceInput(props: InputProps<FieldOf<'reference'>>) {
  const { field, shown } = useControl(props)
  return (
    <OptionPicker
      target={props.field.target}
      known={knownLabels(props)}
      value={field.value === '' ? null : field.value}
      onChange={field.onChange}
      onBlur={() => field.onBlur()}
      input={{ ...shown, inputRef: field.ref }}
    />
  )
}

/** The names that came with the record. */
export function knownLabels({ record, name }: InputProps): Label[] {
  const labels = record?.labels?.[name]
  return [labels ?? []].flat() as Label[]
}

/** Records that point at any of the chosen ones; at one by its number, where the user may not list them. */
export function ReferenceFilter(props: FilterProps<FieldOf<'reference' | 'references'>>) {
  const { field, name, label, values, set } = props
  if (!useMayPick(field.target)) return <ExactFilter {...props} />
  return (
    <OptionsPicker
      isFilter
      target={field.target}
      value={listed(values[name]).map(Number)}
      onChange={(ids) => set({ [name]: ids })}
      input={{ label, size: 'small', margin: 'none' }}
    />
  )
}
