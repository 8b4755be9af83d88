import type { FieldOf } from '#schema'

import type { Label } from '../../browser/client/records/row.ts'
import { type InputProps, useControl } from '../../browser/ui/fields/textInputs.tsx'
import { OptionPicker } from '../../browser/ui/fields/OptionPicker.tsx'
import type { ControlsKind } from '../kind.browser.ts'

export const referenceControls: ControlsKind<FieldOf<'reference'>> = {
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
      input={{ ...shown, inputRef: field.ref, placeholder: props.field.options.none }}
    />
  )
}

/** The names that came with the record. */
export function knownLabels({ record, name }: InputProps): Label[] {
  const labels = record?.labels?.[name]
  return [labels ?? []].flat() as Label[]
}
