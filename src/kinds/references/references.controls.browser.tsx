import type { FieldOf } from '#schema'

import { type InputProps, useControl } from '../../browser/ui/fields/textInputs.tsx'
import { OptionsPicker } from '../../browser/ui/fields/OptionPicker.tsx'
import type { ControlsKind } from '../kind.browser.ts'
import { knownLabels } from '../reference/reference.controls.browser.tsx'

export const referencesControls: ControlsKind<FieldOf<'references'>> = {
  Input: ReferencesInput,
  write: (value) => value ?? [],
}

function ReferencesInput(props: InputProps<FieldOf<'references'>>) {
  const { field, shown } = useControl(props)
  const value: number[] = field.value === '' ? [] : field.value
  const placeholder = value.length === 0 ? props.field.options.none : undefined
  return (
    <OptionsPicker
      target={props.field.target}
      known={knownLabels(props)}
      value={value}
      onChange={field.onChange}
      onBlur={() => field.onBlur()}
      input={{ ...shown, inputRef: field.ref, placeholder }}
    />
  )
}
